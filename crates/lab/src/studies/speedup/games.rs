//! What threads are worth in games (table 6.5), and which algorithm is worth more.

use ferz_search::Parallel;

use super::team::Team;
use crate::limit::Limit;
use crate::player::PlayerSpec;
use crate::standings::Score;

/// Two teams that play against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeamMatch {
    /// Whose results are counted.
    pub first: Team,
    /// The other.
    pub second: Team,
}

impl TeamMatch {
    /// The two players, everything but their threads the same.
    pub fn players(&self, limit: Limit, hash: usize) -> Vec<PlayerSpec> {
        [self.first, self.second]
            .map(|team| {
                let mut spec = PlayerSpec::inside(&team.to_string(), limit);
                let options = [
                    ("Hash", hash.to_string()),
                    ("Threads", team.threads().to_string()),
                    ("Parallel", team.parallel().name().to_owned()),
                ];
                spec.options.extend(options.map(|(name, value)| (name.to_owned(), value)));
                spec
            })
            .into()
    }
}

/// Every team against one thread, and the algorithms against each other wherever they have the
/// same number of threads.
///
/// ```
/// use ferz_lab::studies::{team_matches, teams};
/// use ferz_search::Parallel;
/// let matches = team_matches(&teams(&Parallel::ALL, &[1, 2]));
/// let names: Vec<String> =
///     matches.iter().map(|pair| format!("{} {}", pair.first, pair.second)).collect();
/// assert_eq!(names, ["lazy-2 one", "ybwc-2 one", "lazy-2 ybwc-2"]);
/// ```
pub fn team_matches(teams: &[Team]) -> Vec<TeamMatch> {
    let many = || teams.iter().copied().filter(|team| *team != Team::ONE);
    let mut matches: Vec<TeamMatch> =
        many().map(|first| TeamMatch { first, second: Team::ONE }).collect();
    for first in many().filter(|team| team.parallel() == Parallel::Lazy) {
        let second = Team::new(Parallel::Ybwc, first.threads());
        if teams.contains(&second) {
            matches.push(TeamMatch { first, second });
        }
    }
    matches
}

/// How a match came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// Who played.
    pub pair: TeamMatch,
    /// The score of the first.
    pub score: Score,
    /// How many games ended because either lost on time or broke down.
    pub faults: u64,
}
