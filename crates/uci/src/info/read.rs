//! Reading `info` lines.

use std::time::Duration;

use crate::info::{Bound, Info, InfoScore, MoveLine, ScoreValue, Wdl};
use crate::text::{Words, saturating_integer};

/// Words that start a field, and therefore end a list of moves. `string` is among them although
/// nothing ends it.
const KEYWORDS: [&str; 20] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "refutation",
    "currline",
];

/// Reads all fields that can be read.
pub(super) fn info(line: &str) -> Info {
    let mut words = Words::new(line);
    words.accept("info");
    let mut info = Info::default();
    let mut bound = Bound::Exact;
    while let Some(word) = words.next() {
        match word {
            "depth" => update(&mut info.depth, small(&mut words)),
            "seldepth" => update(&mut info.seldepth, small(&mut words)),
            "multipv" => update(&mut info.multipv, small(&mut words)),
            "cp" => update(&mut info.score, score(&mut words, ScoreValue::Centipawns)),
            "mate" => update(&mut info.score, score(&mut words, ScoreValue::Mate)),
            // Some engines put the bound after other fields, so it is kept for the end.
            "lowerbound" => bound = Bound::Lower,
            "upperbound" => bound = Bound::Upper,
            "wdl" => update(&mut info.wdl, wdl(&mut words)),
            "nodes" => update(&mut info.nodes, large(&mut words)),
            "nps" => update(&mut info.nps, large(&mut words)),
            "hashfull" => update(&mut info.hashfull, small(&mut words)),
            "tbhits" => update(&mut info.tbhits, large(&mut words)),
            "time" => update(&mut info.time, large(&mut words).map(Duration::from_millis)),
            "currmove" => {
                update(&mut info.currmove, words.next().and_then(|word| word.parse().ok()));
            }
            "currmovenumber" => update(&mut info.currmovenumber, small(&mut words)),
            "pv" => info.pv = moves(&mut words),
            "refutation" | "currline" => drop(moves(&mut words)),
            "string" => {
                info.string = Some(words.rest().to_owned());
                break;
            }
            _ => {}
        }
    }
    if let Some(score) = &mut info.score {
        score.bound = bound;
    }
    info
}

/// The last readable value of a field counts.
fn update<T>(field: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *field = value;
    }
}

/// Reads the next word if it is a number. Decimals are against the protocol, yet some engines
/// print them; what is left of the point is what they mean.
fn number(words: &mut Words<'_>) -> Option<i64> {
    let word = words.peek()?;
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    let value = saturating_integer(whole)?;
    words.next();
    Some(value)
}

fn small(words: &mut Words<'_>) -> Option<u32> {
    number(words).map(|value| u32::try_from(value.max(0)).unwrap_or(u32::MAX))
}

fn large(words: &mut Words<'_>) -> Option<u64> {
    number(words).map(|value| value.max(0).unsigned_abs())
}

fn score(words: &mut Words<'_>, kind: fn(i32) -> ScoreValue) -> Option<InfoScore> {
    let value = number(words)?.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
    i32::try_from(value).ok().map(|value| kind(value).into())
}

fn wdl(words: &mut Words<'_>) -> Option<Wdl> {
    Some(Wdl { win: small(words)?, draw: small(words)?, loss: small(words)? })
}

fn moves(words: &mut Words<'_>) -> MoveLine {
    MoveLine(words.phrase_until(|word| KEYWORDS.contains(&word)))
}
