//! Tactics and rare rules: every row of `data/tactics.epd` within a fixed number of nodes.

use ferz_engine::{Engine, Settings};
use ferz_rules::{Epd, Game, Operand};
use ferz_search::{Limits, SearchResult, Verdict};

/// Several times what most rows need today; the others say how many they get (`acn`).
const NODES: u64 = 60_000;
/// How far from zero the score of a draw may be, in centipawns of the search.
const ABOUT_NOTHING: i32 = 5;

/// The number after an opcode.
fn number(epd: &Epd, opcode: &str) -> Option<i32> {
    let operation = epd.operations.iter().find(|operation| operation.opcode == opcode)?;
    operation.operands.first().map(Operand::as_str).and_then(|word| word.parse().ok())
}

/// What is wrong with the answer, if anything is: best moves (`bm`), moves to avoid (`am`), mate
/// in so many moves or fewer (`dm`), and draws (`ce 0`).
fn fault(epd: &Epd, result: &SearchResult) -> Option<String> {
    let position = &epd.position;
    let played = result.best.map_or("nothing".to_owned(), |mv| position.san(mv));
    let best = epd.moves("bm").expect("the file's own moves");
    let worst = epd.moves("am").expect("the file's own moves");
    if let Some(moves) = number(epd, "dm") {
        // A mate that is no longer is as good, whichever move begins it.
        return match result.score.verdict() {
            Verdict::Mate { plies } if plies.div_ceil(2) <= moves.unsigned_abs() => None,
            _ => Some(format!("played {played} ({:?}) and not mate in {moves}", result.score)),
        };
    }
    if !best.is_empty() && !result.best.is_some_and(|mv| best.contains(&mv)) {
        return Some(format!("played {played} ({:?})", result.score));
    }
    if result.best.is_some_and(|mv| worst.contains(&mv)) {
        return Some(format!("fell for {played} ({:?})", result.score));
    }
    if number(epd, "ce") == Some(0) && result.score.get().abs() > ABOUT_NOTHING {
        return Some(format!("says {:?} of a draw", result.score));
    }
    None
}

#[test]
fn every_row_is_solved() {
    let mut engine = Engine::new(Settings { hash: 8, ..Settings::default() });
    let mut faults = Vec::new();
    let rows: Vec<&str> = include_str!("../../../data/tactics.epd")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    for row in &rows {
        let epd: Epd = row.parse().expect(row);
        let id = epd.id().expect("every row has a name").to_owned();
        engine.new_game();
        engine.set_game(Game::from_position(epd.position.clone()));
        let nodes = number(&epd, "acn").map_or(NODES, |nodes| u64::from(nodes.unsigned_abs()));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let result = engine.think(&limits, &mut |_| {});
        faults.extend(fault(&epd, &result).map(|fault| format!("{id}: {fault}")));
    }
    assert!(rows.len() >= 60, "{} rows", rows.len());
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), rows.len(), faults.join("\n"));
}
