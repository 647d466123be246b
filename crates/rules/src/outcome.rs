//! How a game ends, and why.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::PieceType;
use crate::position::Position;

/// The end of a game with its reason.
///
/// ```
/// use ferz_rules::{Color, Outcome, Position, WinReason};
/// let mated: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse()?;
/// let outcome = mated.outcome().expect("the game is over");
/// assert_eq!(outcome, Outcome::Win { winner: Color::White, reason: WinReason::Checkmate });
/// assert_eq!(outcome.to_string(), "1-0: checkmate");
/// # Ok::<(), ferz_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One player has won.
    Win {
        /// Who.
        winner: Color,
        /// By what.
        reason: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

/// By what a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The king is attacked and cannot escape.
    Checkmate,
    /// The loser's time has run out and the winner could still have mated.
    TimeForfeit,
    /// The loser has given up.
    Resignation,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The player to move is not in check and has no legal move.
    Stalemate,
    /// No sequence of legal moves leads to mate.
    InsufficientMaterial,
    /// The same position for the third time; must be claimed.
    ThreefoldRepetition,
    /// The same position for the fifth time; ends the game by itself.
    FivefoldRepetition,
    /// Fifty moves by each player without a capture or a pawn move; must be claimed.
    FiftyMoves,
    /// Seventy-five such moves; ends the game by itself.
    SeventyFiveMoves,
    /// A player's time has run out, but the opponent has nothing left to mate with.
    TimeForfeitWithoutMatingMaterial,
    /// Both players have agreed.
    Agreement,
}

impl Outcome {
    /// Who has won, if anybody.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.result())?;
        match self {
            Self::Win { reason, .. } => reason.fmt(f),
            Self::Draw(reason) => reason.fmt(f),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::TimeForfeit => "time forfeit",
            Self::Resignation => "resignation",
        })
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::FiftyMoves => "fifty moves without capture or pawn move",
            Self::SeventyFiveMoves => "seventy-five moves without capture or pawn move",
            Self::TimeForfeitWithoutMatingMaterial => "time forfeit against too little to mate",
            Self::Agreement => "agreement",
        })
    }
}

impl Position {
    /// How the game has ended in this position, as far as the position alone can tell: by
    /// checkmate, stalemate, insufficient material or seventy-five moves.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_moves() {
            return Some(if self.in_check() {
                Outcome::Win { winner: !self.turn(), reason: WinReason::Checkmate }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::Draw(DrawReason::InsufficientMaterial));
        }
        (self.halfmove_clock() >= 150).then_some(Outcome::Draw(DrawReason::SeventyFiveMoves))
    }

    /// Whether neither player can ever mate.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.has_mating_material(color))
    }

    /// Whether this player could mate by some sequence of legal moves, the opponent helping:
    /// what counts when the opponent's time runs out.
    ///
    /// Only the pieces are looked at, so a blocked position that can never be won still counts.
    ///
    /// ```
    /// use ferz_rules::{Color, Position};
    /// // A knight alone mates nobody, but a king behind its own pawn can be mated by one.
    /// let bare: Position = "4k3/8/8/8/8/8/8/3NK3 w - - 0 1".parse()?;
    /// let pawn: Position = "4k3/p7/8/8/8/8/8/3NK3 w - - 0 1".parse()?;
    /// assert!(!bare.has_mating_material(Color::White));
    /// assert!(pawn.has_mating_material(Color::White));
    /// # Ok::<(), ferz_rules::FenError>(())
    /// ```
    pub fn has_mating_material(&self, color: Color) -> bool {
        let ours = self.color(color);
        let theirs = self.color(!color);
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|kind| self.kind(kind));
        if !ours.is_disjoint(pawns | rooks | queens) {
            return true;
        }
        if !ours.is_disjoint(knights) {
            // A second piece mates with it. Alone it needs an enemy piece to take a flight
            // square from the king; a queen would always have to capture the knight instead.
            return ours.len() > 2 || !theirs.is_disjoint(!(kings | queens));
        }
        if !ours.is_disjoint(bishops) {
            // Bishops of one colour need somebody on the other colour, or a knight or pawn.
            let one_colored =
                bishops.is_subset(Bitboard::DARK) || bishops.is_subset(Bitboard::LIGHT);
            return !one_colored || !(pawns | knights).is_empty();
        }
        false
    }
}
