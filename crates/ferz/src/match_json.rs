//! Results as JSON, for machines.

use ferz_lab::stats::{Elo, Sprt};
use ferz_lab::{EncounterRecord, PlayerTally, Progress, Score, llr};
use serde_json::{Value, json};

/// A finished encounter.
pub(crate) fn encounter(record: &EncounterRecord, names: &[String]) -> Value {
    let (first, second) = (record.encounter.first, record.encounter.second);
    let games: Vec<Value> = record
        .games
        .iter()
        .map(|(white, game)| {
            json!({
                "white": names[*white],
                "black": names[first + second - *white],
                "result": game.ending.result().to_string(),
                "termination": game.ending.termination(),
                "reason": game.ending.to_string(),
                "plies": game.moves.len(),
            })
        })
        .collect();
    json!({
        "event": "encounter",
        "number": record.encounter.number,
        "round": record.encounter.round + 1,
        "games": games,
    })
}

/// Where a trial stands.
pub(crate) fn standings(names: &[String], progress: &Progress, sprt: Option<&Sprt>) -> Value {
    let standings = &progress.standings;
    let players: Vec<Value> =
        names.iter().zip(&standings.players).map(|(name, tally)| player(name, tally)).collect();
    let scores: Vec<Value> = standings
        .scores
        .iter()
        .map(|((first, second), result)| score(&names[*first], &names[*second], result))
        .collect();
    let test = sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        json!({
            "elo0": sprt.elo0(),
            "elo1": sprt.elo1(),
            "alpha": sprt.alpha(),
            "beta": sprt.beta(),
            "model": sprt.model().to_string(),
            "llr": llr(sprt, &standings.between(0, 1)),
            "low": low,
            "high": high,
            "verdict": progress.verdict.map(|verdict| verdict.to_string()),
        })
    });
    json!({
        "event": "standings",
        "complete": progress.is_complete,
        "players": players,
        "scores": scores,
        "sprt": test,
    })
}

fn score(first: &str, second: &str, score: &Score) -> Value {
    json!({
        "first": first,
        "second": second,
        "wins": score.games.wins,
        "losses": score.games.losses,
        "draws": score.games.draws,
        "penta": score.pairs.0,
        "elo": interval(&score.elo()),
        "normalized_elo": interval(&score.normalized_elo()),
        "los": score.los(),
    })
}

fn player(name: &str, tally: &PlayerTally) -> Value {
    let (games, faults, effort) = (tally.score.games, tally.faults, tally.effort);
    json!({
        "name": name,
        "wins": games.wins,
        "losses": games.losses,
        "draws": games.draws,
        "time_losses": faults.time,
        "stalls": faults.stalls,
        "crashes": faults.crashes,
        "illegal_moves": faults.illegal,
        "moves": effort.moves,
        "nodes": effort.nodes,
        "seconds": effort.time.as_secs_f64(),
        "mean_latency": effort.mean_latency().as_secs_f64(),
        "worst_latency": effort.worst_latency.as_secs_f64(),
    })
}

/// JSON has no infinity: what is not finite becomes null.
fn interval(elo: &Elo) -> Value {
    json!({ "value": elo.value, "low": elo.low, "high": elo.high })
}
