//! What a network thinks of a position, so far as it can be asked.

use std::fmt;

use ferz_rules::{Color, File, Piece, PieceType, Position, Rank, Square};

use super::Network;
use super::network::pieces;
use crate::{Ending, known_ending};

/// A network's view of a position: the score of every output bucket, and what each piece is worth.
///
/// A network has no terms that could be listed. But it can be asked again without a piece: what
/// the score then loses is what the piece is worth here. Kings cannot be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkReport {
    /// What evaluated.
    pub network: String,
    /// Centipawns for White in the eyes of each output bucket.
    pub buckets: Vec<i32>,
    /// The bucket in use.
    pub bucket: usize,
    /// The known ending that is played by instead, and its score for White.
    pub known: Option<(Ending, i32)>,
    /// Each piece, and by how many centipawns White's score drops if it is left out.
    pub worth: Vec<(Square, Piece, Option<i32>)>,
}

impl Network {
    /// The position in this network's eyes.
    pub fn explain(&self, position: &Position) -> NetworkReport {
        let board = pieces(position);
        let turn = position.turn();
        let kings = [position.king(Color::White), position.king(Color::Black)];
        let score = |board: &[(Piece, Square)], bucket| {
            let score = self.evaluate_board(board, kings, turn, bucket);
            if turn == Color::White { score } else { -score }
        };
        let bucket = self.bucket_of(position);
        let buckets: Vec<i32> = (0..self.buckets()).map(|bucket| score(&board, bucket)).collect();
        let worth = board.iter().map(|&(piece, square)| {
            let others: Vec<_> = board.iter().copied().filter(|&(_, at)| at != square).collect();
            let drop =
                (piece.kind() != PieceType::King).then(|| buckets[bucket] - score(&others, bucket));
            (square, piece, drop)
        });
        let worth = worth.collect();
        let known = known_ending(position);
        NetworkReport { network: self.to_string(), bucket, known, worth, buckets }
    }
}

impl NetworkReport {
    /// Centipawns for White: what a search goes by.
    pub fn score(&self) -> i32 {
        self.known.map_or(self.buckets[self.bucket], |(_, score)| score)
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, rank: Rank) -> fmt::Result {
        let cells = File::ALL.map(|file| {
            let square = Square::new(file, rank);
            self.worth.iter().find(|(at, ..)| *at == square)
        });
        write!(f, "{} ", rank.to_char())?;
        for cell in cells {
            match cell {
                Some((_, piece, _)) => write!(f, "|   {piece}   ")?,
                None => write!(f, "|       ")?,
            }
        }
        write!(f, "|\n  ")?;
        for cell in cells {
            match cell {
                Some((_, _, Some(worth))) => write!(f, "|{:+6.2} ", f64::from(*worth) / 100.0)?,
                _ => write!(f, "|       ")?,
            }
        }
        writeln!(f, "|")
    }
}

impl fmt::Display for NetworkReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {}", self.network)?;
        writeln!(f, "\nwhat each piece adds to White's score, in pawns")?;
        let line = format!("  {}+", "+-------".repeat(8));
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f, "{line}")?;
            self.row(f, rank)?;
        }
        writeln!(f, "{line}")?;
        let files = File::ALL.map(|file| format!("    {}   ", file.to_char())).concat();
        writeln!(f, "  {}", files.trim_end())?;
        writeln!(f, "\nbucket  score for White")?;
        for (bucket, score) in self.buckets.iter().enumerate() {
            let mark = if bucket == self.bucket { "  <- in use" } else { "" };
            writeln!(f, "{bucket:6}  {:+.2}{mark}", f64::from(*score) / 100.0)?;
        }
        if let Some((ending, _)) = self.known {
            writeln!(f, "\nknown: {ending}, whatever the network says")?;
        }
        write!(f, "\nscore {:+} centipawns for White", self.score())
    }
}
