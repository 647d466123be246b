//! Which of the threads is believed.

use ferz_rules::Move;

use crate::report::SearchResult;

/// Every thread has some say, also the one with the lowest score.
const BASE: i64 = 14;

/// The result that the threads agree on: each votes for its move, with more weight the deeper it
/// has searched and the better it thinks of it. A mate is a proof and needs no votes.
pub(super) fn elect(results: Vec<SearchResult>) -> Option<SearchResult> {
    let lowest = results.iter().map(|result| i64::from(result.score.get())).min()?;
    let weight = |result: &SearchResult| {
        (i64::from(result.score.get()) - lowest + BASE) * i64::from(result.depth.max(1))
    };
    let votes = |mv: Option<Move>| -> i64 {
        results.iter().filter(|result| result.best == mv).map(weight).sum()
    };
    let mut best: Option<(usize, (i32, i64, i64))> = None;
    for (index, result) in results.iter().enumerate() {
        let proven = if result.score.is_win() { result.score.get() } else { 0 };
        let standing = (proven, votes(result.best), weight(result));
        if best.is_none_or(|(_, highest)| standing > highest) {
            best = Some((index, standing));
        }
    }
    let (index, _) = best?;
    results.into_iter().nth(index)
}

#[cfg(test)]
mod tests {
    use ferz_rules::Position;

    use super::*;
    use crate::score::Score;
    use crate::statistics::Statistics;

    fn result(text: &str, score: Score, depth: i32) -> SearchResult {
        let best = Position::startpos().parse_uci(text).expect("a legal move");
        SearchResult {
            best: Some(best),
            ponder: None,
            score,
            depth,
            nodes: 0,
            pv: vec![best],
            lines: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    #[track_caller]
    fn check(results: &[(&str, Score, i32)], expected: usize) {
        let results: Vec<_> =
            results.iter().map(|(mv, score, depth)| result(mv, *score, *depth)).collect();
        let expected = results[expected].clone();
        assert_eq!(elect(results), Some(expected));
    }

    #[test]
    fn the_weightiest_move_wins_and_the_leader_breaks_ties() {
        let cp = Score::centipawns;
        assert_eq!(elect(Vec::new()), None);
        check(&[("e2e4", cp(20), 10), ("d2d4", cp(20), 10)], 0);
        check(&[("e2e4", cp(20), 10), ("d2d4", cp(20), 10), ("d2d4", cp(15), 10)], 1);
        check(&[("e2e4", cp(20), 10), ("d2d4", cp(20), 12)], 1);
        check(&[("e2e4", cp(20), 10), ("d2d4", cp(60), 9)], 1);
        check(&[("e2e4", cp(500), 30), ("e2e4", cp(500), 30), ("d2d4", Score::mate_in(5), 9)], 2);
    }
}
