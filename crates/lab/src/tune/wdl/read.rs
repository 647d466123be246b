//! Scores and results from text: PGN with evaluations in its comments, or plain lines.

use std::fmt;
use std::io::BufRead;

use ferz_engine::{WdlModel, material};
use ferz_rules::pgn::{GameResult, Node, PgnError, PgnGame, Reader};
use ferz_rules::{Color, Position};

use super::{Fate, Observation};

/// Which scores count.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// Only those of the player with this name in the headers.
    pub player: Option<String>,
    /// None further from zero than this, in the units of the search.
    pub max_score: f64,
}

/// Why a text cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read at all.
    Io(std::io::Error),
    /// A game is broken.
    Pgn(PgnError),
    /// A line is not `FEN | score | result`: its number and what is wrong with it.
    Line(usize, String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Pgn(error) => error.fmt(f),
            Self::Line(number, fault) => {
                write!(f, "line {number}: expected \"FEN | score | result\": {fault}")
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads lines `FEN | score | result`: the score in the units of the search and the result
/// (1.0, 0.5 or 0.0), both from White's side. Blank lines and comments (`#`) are skipped.
///
/// # Errors
/// At the first line that is something else.
pub fn from_lines(
    input: impl BufRead,
    selection: &Selection,
) -> Result<Vec<Observation>, ReadError> {
    let mut observations = Vec::new();
    for (index, line) in input.lines().enumerate() {
        let line = line.map_err(ReadError::Io)?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let seen = read_line(&line).map_err(|fault| ReadError::Line(index + 1, fault))?;
        observations.extend(Some(seen).filter(|seen| seen.score.abs() <= selection.max_score));
    }
    Ok(observations)
}

fn read_line(line: &str) -> Result<Observation, String> {
    let mut parts = line.split('|').map(str::trim);
    let (Some(fen), Some(score), Some(result), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err("there are not three parts".to_owned());
    };
    let position: Position = fen.parse().map_err(|error| format!("{error}"))?;
    let score = score.parse().map_err(|_| format!("\"{score}\" is no score"))?;
    let fate = match result {
        "1.0" | "1" | "1-0" => Fate::Win,
        "0.5" | "1/2-1/2" => Fate::Draw,
        "0.0" | "0" | "0-1" => Fate::Loss,
        other => return Err(format!("\"{other}\" is no result")),
    };
    Ok(Observation { score, material: material(&position), fate })
}

/// Reads games whose comments begin like `+0.31/12`, as Ferz, cutechess and fastchess write them:
/// pawns from the side of the player who moved, and a depth. These scores have been normalised by
/// the model in this program, which is undone. Mates, moves from a book and games without a
/// result are left out.
///
/// # Errors
/// At the first game that cannot be read.
pub fn from_pgn(input: impl BufRead, selection: &Selection) -> Result<Vec<Observation>, ReadError> {
    let mut observations = Vec::new();
    for game in Reader::new(input) {
        observe(&game.map_err(ReadError::Pgn)?, selection, &mut observations);
    }
    Ok(observations)
}

fn observe(game: &PgnGame, selection: &Selection, observations: &mut Vec<Observation>) {
    let Some(result) = game.result else { return };
    let plays = |color: Color| {
        let header = if color == Color::White { "White" } else { "Black" };
        let name = game.headers.get(header);
        selection.player.as_deref().is_none_or(|wanted| name == Some(wanted))
    };
    let mut position = game.start.clone();
    for node in &game.moves.nodes {
        let turn = position.turn();
        if let (true, Some(centipawns)) = (plays(turn), shown_centipawns(node)) {
            let material = material(&position);
            let score = WdlModel::OWN.denormalise(centipawns, material);
            if score.abs() <= selection.max_score {
                let fate = match result {
                    GameResult::Win(winner) if winner == turn => Fate::Win,
                    GameResult::Win(_) => Fate::Loss,
                    GameResult::Draw => Fate::Draw,
                };
                observations.push(Observation { score, material, fate });
            }
        }
        let Some(mv) = node.mv else { break };
        position.play(mv);
    }
}

/// The centipawns in the first comment of a move.
pub(crate) fn shown_centipawns(node: &Node) -> Option<f64> {
    let (pawns, depth) = node.comments.first()?.text().split_once('/')?;
    depth.chars().next().filter(char::is_ascii_digit)?;
    let pawns: f64 = pawns.trim().parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some(100.0 * pawns)
}
