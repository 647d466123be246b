//! The four verbs of the document that Ferz's server goes back to: text in, text out. An answer
//! begins with the endpoint it belongs to; every error is an empty answer.

use std::fmt::Write;

use ferz_rules::{CastlingSide, Color, File, Piece, Position, Rank, Square};

use crate::hall::Hall;
use crate::id::GameId;
use crate::wire::{Variant, read_move};

const BOARD: &str = "/get/board/";
const MOVES: &str = "/get/possible_moves/";
const MOVE: &str = "/post/move/";
const STATUS: &str = "/get/status/";

/// The longest text that could be one of them.
const LONGEST: usize = 32;

/// The answer to a verb.
pub(crate) fn answer(hall: &Hall, id: &GameId, text: &str) -> String {
    try_answer(hall, id, text.trim()).unwrap_or_default()
}

fn try_answer(hall: &Hall, id: &GameId, text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    if text == BOARD {
        let board = hall.read(id, |table, _| {
            table.game().ok().map(|game| board(game.game.position(), &game.status().text))
        });
        return Some(format!("{BOARD}{}", board.ok()??));
    }
    if text == STATUS {
        let status = hall.read(id, |table, _| table.game().ok().map(|game| game.status().text));
        return Some(format!("{STATUS}{}", status.ok()??));
    }
    if let Some(square) = text.strip_prefix(MOVES) {
        let square: Square = square.to_ascii_lowercase().parse().ok()?;
        return Some(format!("{MOVES}{}", targets(hall, id, square)?));
    }
    let mv = text.strip_prefix(MOVE)?.to_ascii_lowercase();
    hall.change(id, |game, now| {
        let position = game.game.position();
        // A client that knows no promotions means a queen.
        let found = read_squares(position, &mv, game.variant)
            .or_else(|_| read_squares(position, &format!("{mv}q"), game.variant));
        game.play(found?, now)
    })
    .ok()?;
    Some(MOVE.to_owned())
}

fn read_squares(
    position: &Position,
    text: &str,
    variant: Variant,
) -> Result<ferz_rules::Move, crate::error::ApiError> {
    // Four or five characters: SAN is not part of this protocol.
    let text = if matches!(text.len(), 4 | 5) { text } else { "" };
    read_move(position, text, variant)
}

/// Where the piece of a square can go, without separators.
fn targets(hall: &Hall, id: &GameId, square: Square) -> Option<String> {
    hall.read(id, |table, _| {
        let game = table.game().ok()?;
        if game.ending.is_some() {
            return Some(String::new());
        }
        let moves = game.game.position().legal_moves_from(square);
        let mut targets: Vec<String> = moves
            .iter()
            .map(|mv| mv.uci(game.variant.style()).to_string())
            .filter_map(|uci| uci.get(2..4).map(str::to_owned))
            .collect();
        targets.sort();
        // The four promotions of a pawn go to one square.
        targets.dedup();
        Some(targets.concat())
    })
    .ok()?
}

/// The board as the document draws it, with what else there is to know below.
fn board(position: &Position, state: &str) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "{} |", rank.to_char());
        for file in File::ALL {
            let piece = position.piece_on(Square::new(file, rank));
            let _ = write!(text, "{}|", piece.map_or(' ', Piece::to_char));
        }
        text.push('\n');
    }
    text.push_str("   A B C D E F G H\n");
    let _ = writeln!(text, "Game Metadata\nState: {state}\nCastling Rights:");
    for color in Color::ALL {
        for (side, name) in [(CastlingSide::King, "King"), (CastlingSide::Queen, "Queen")] {
            let has_right = position.castling().rook_file(color, side).is_some();
            let word = if has_right { "Available" } else { "Unavailable" };
            let color = crate::wire::color_name(color);
            let _ = writeln!(text, "{color} {name}-side: {word}");
        }
    }
    text
}
