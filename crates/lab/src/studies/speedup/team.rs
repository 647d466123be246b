//! Who searches: so many threads, by one algorithm.

use std::fmt;

use ferz_search::Parallel;

/// Threads that search together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Team {
    /// How they share the work.
    parallel: Parallel,
    /// How many they are.
    threads: usize,
}

impl Team {
    /// One thread, to which the others are compared.
    pub const ONE: Self = Self { parallel: Parallel::Lazy, threads: 1 };

    /// So many threads. One thread has nothing to share, so it is the same by every algorithm.
    ///
    /// ```
    /// use ferz_lab::studies::Team;
    /// use ferz_search::Parallel;
    /// assert_eq!(Team::new(Parallel::Ybwc, 1), Team::ONE);
    /// assert_eq!(Team::new(Parallel::Ybwc, 2).to_string(), "ybwc-2");
    /// ```
    pub const fn new(parallel: Parallel, threads: usize) -> Self {
        if threads <= 1 { Self::ONE } else { Self { parallel, threads } }
    }

    /// How they share the work.
    pub const fn parallel(self) -> Parallel {
        self.parallel
    }

    /// How many they are.
    pub const fn threads(self) -> usize {
        self.threads
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ONE {
            return f.write_str("one");
        }
        write!(f, "{}-{}", self.parallel.name(), self.threads)
    }
}

/// One thread, and then every algorithm with every other number of threads.
///
/// ```
/// use ferz_lab::studies::teams;
/// use ferz_search::Parallel;
/// let names: Vec<String> =
///     teams(&Parallel::ALL, &[4, 1, 2, 2]).iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["one", "lazy-2", "ybwc-2", "lazy-4", "ybwc-4"]);
/// ```
pub fn teams(algorithms: &[Parallel], threads: &[usize]) -> Vec<Team> {
    let mut threads = threads.to_vec();
    threads.sort_unstable();
    let mut teams = vec![Team::ONE];
    for team in threads.iter().flat_map(|count| algorithms.iter().map(|a| Team::new(*a, *count))) {
        if !teams.contains(&team) {
            teams.push(team);
        }
    }
    teams
}
