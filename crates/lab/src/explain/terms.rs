//! What the classical evaluation sees at the ends of lines.

use ferz_eval::{Classical, Term};
use ferz_rules::{Color, Position};

/// A difference below this is not worth a sentence.
const WORTH_TELLING: i32 = 35;
/// No more than so many are told.
const MOST: usize = 2;

/// Terms in words: when they have become better, and when worse.
const WORDS: [(Term, &str, &str); 7] = [
    (Term::Mobility, "makes the pieces more mobile", "makes the pieces less mobile"),
    (Term::Pawns, "improves the pawns", "weakens the pawns"),
    (Term::Passed, "gains from passed pawns", "loses by passed pawns"),
    (Term::Activity, "gives the pieces better posts", "gives the pieces worse posts"),
    (Term::Shelter, "improves the shelter of the king", "weakens the shelter of the king"),
    (Term::Danger, "makes the king safer or endangers the other", "endangers the king"),
    (Term::Space, "gains space", "loses space"),
];

/// Which changes are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaks {
    /// Those for the better, beside the position before.
    For,
    /// Those for the worse, beside the best line.
    Against,
}

/// How the terms of one position differ from those of another for a player, the largest
/// difference first.
pub(super) fn changes(
    from: &Position,
    to: &Position,
    player: Color,
    speaks: Speaks,
) -> Vec<String> {
    let classical = Classical::default();
    let (before, after) = (classical.explain(from), classical.explain(to));
    let mut found: Vec<(i32, &str)> = WORDS
        .into_iter()
        .map(|(term, better, worse)| {
            let worth = |breakdown: &ferz_eval::Breakdown| {
                let score = breakdown.term(term, player) - breakdown.term(term, !player);
                // Halfway between middle game and ending is enough for words.
                i32::midpoint(score.mg(), score.eg())
            };
            let change = worth(&after) - worth(&before);
            (change, if change > 0 { better } else { worse })
        })
        .filter(|(change, _)| match speaks {
            Speaks::For => *change >= WORTH_TELLING,
            Speaks::Against => *change <= -WORTH_TELLING,
        })
        .collect();
    found.sort_by_key(|(change, _)| std::cmp::Reverse(change.abs()));
    let subject = match speaks {
        Speaks::For => "The line",
        Speaks::Against => "Beside the best line it",
    };
    let told = found.into_iter().take(MOST);
    told.map(|(change, words)| {
        format!("{subject} {words} ({:+.2} by the classical terms).", f64::from(change) / 100.0)
    })
    .collect()
}
