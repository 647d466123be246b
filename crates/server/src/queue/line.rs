//! A queue in which everybody takes turns.

use std::collections::VecDeque;

/// Things that wait, by whose they are. Whoever has just been served goes to the end.
pub(super) struct Line<K, T> {
    /// Nobody here has nothing waiting.
    people: VecDeque<(K, VecDeque<T>)>,
}

impl<K, T> Default for Line<K, T> {
    fn default() -> Self {
        Self { people: VecDeque::new() }
    }
}

impl<K: PartialEq, T> Line<K, T> {
    pub(super) fn push(&mut self, who: K, thing: T) {
        match self.people.iter_mut().find(|(other, _)| *other == who) {
            Some((_, things)) => things.push_back(thing),
            None => self.people.push_back((who, VecDeque::from([thing]))),
        }
    }

    /// The next thing that has a rank. Of those of the same person the lowest comes first, and of
    /// these the one that has waited longest.
    pub(super) fn pop(&mut self, rank: impl Fn(&T) -> Option<u8>) -> Option<T> {
        let fits = |thing: &T| rank(thing).is_some();
        let person = self.people.iter().position(|(_, things)| things.iter().any(fits))?;
        let (who, mut things) = self.people.remove(person)?;
        let ranked = things.iter().enumerate();
        let ranked = ranked.filter_map(|(index, thing)| Some((rank(thing)?, index)));
        let (_, index) = ranked.min()?;
        let thing = things.remove(index);
        if !things.is_empty() {
            self.people.push_back((who, things));
        }
        thing
    }

    /// Takes out the first thing that is meant.
    pub(super) fn remove(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<T> {
        for person in 0..self.people.len() {
            let things = &mut self.people[person].1;
            if let Some(index) = things.iter().position(&is_meant) {
                let thing = things.remove(index);
                if things.is_empty() {
                    self.people.remove(person);
                }
                return thing;
            }
        }
        None
    }

    /// Everything, by person.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.people.iter().flat_map(|(_, things)| things)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.people.iter_mut().flat_map(|(_, things)| things)
    }

    /// What one of them waits for.
    pub(super) fn of<'a>(&'a self, who: &'a K) -> impl Iterator<Item = &'a T> {
        self.people.iter().filter(move |(other, _)| other == who).flat_map(|(_, things)| things)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_takes_turns() {
        let mut line = Line::default();
        for thing in ["a1", "a2", "a3", "b1", "b2", "c1"] {
            line.push(&thing[..1], thing);
        }
        let order: Vec<_> = std::iter::from_fn(|| line.pop(|_| Some(0))).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn what_does_not_fit_keeps_its_place() {
        let mut line = Line::default();
        for thing in ["a1", "a2", "b1"] {
            line.push(&thing[..1], thing);
        }
        assert_eq!(line.pop(|thing| thing.ends_with('2').then_some(0)), Some("a2"));
        assert_eq!(line.pop(|thing| thing.ends_with('2').then_some(0)), None);
        assert_eq!(line.remove(|thing| *thing == "b1"), Some("b1"));
        assert_eq!((line.of(&"a").count(), line.iter().count()), (1, 1));
    }

    #[test]
    fn rank_counts_among_the_things_of_one() {
        let mut line = Line::default();
        for thing in ["a3", "a1", "b0", "a1 too"] {
            line.push(&thing[..1], thing);
        }
        let rank = |thing: &&str| thing.as_bytes().get(1).map(|digit| digit - b'0');
        let order: Vec<_> = std::iter::from_fn(|| line.pop(rank)).collect();
        assert_eq!(order, ["a1", "b0", "a1 too", "a3"]);
    }
}
