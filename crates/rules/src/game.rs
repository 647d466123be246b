//! A game: a position with its past.

use std::collections::HashMap;

use crate::color::Color;
use crate::moves::Move;
use crate::outcome::{DrawReason, Outcome, WinReason};
use crate::position::{IllegalMove, Position};
use crate::zobrist::Key;

/// The positions and moves of a game so far.
///
/// ```
/// use ferz_rules::{DrawReason, Game, Outcome};
/// let mut game = Game::default();
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     let mv = game.position().parse_san(san)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.claimable_draw(), Some(DrawReason::ThreefoldRepetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    /// Each move with the position after it.
    steps: Vec<(Move, Position)>,
    /// How often each position has occurred, by its repetition key.
    occurrences: HashMap<Key, u32>,
}

impl Default for Game {
    /// A game from the ordinary starting position.
    fn default() -> Self {
        Self::from_position(Position::startpos())
    }
}

impl Game {
    /// A game that starts in this position, with nothing known of what came before.
    pub fn from_position(start: Position) -> Self {
        let occurrences = HashMap::from([(start.repetition_key(), 1)]);
        Self { start, steps: Vec::new(), occurrences }
    }

    /// Where the game started.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        self.steps.last().map_or(&self.start, |(_, position)| position)
    }

    /// The moves played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.steps.iter().map(|&(mv, _)| mv)
    }

    /// The positions from the start to now, one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|(_, position)| position))
    }

    /// Plays a move. The rules that end a game do not stop it: a claim may not be made, and an
    /// opponent may not have noticed.
    ///
    /// # Errors
    /// If the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut next = self.position().clone();
        next.try_play(mv)?;
        *self.occurrences.entry(next.repetition_key()).or_insert(0) += 1;
        self.steps.push((mv, next));
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let (mv, position) = self.steps.pop()?;
        if let Some(count) = self.occurrences.get_mut(&position.repetition_key()) {
            *count -= 1;
        }
        Some(mv)
    }

    /// How often the present position has occurred, this time included.
    ///
    /// Positions are the same when the same player is to move and has the same legal moves,
    /// castling rights included.
    pub fn occurrences(&self) -> u32 {
        self.occurrences.get(&self.position().repetition_key()).copied().unwrap_or(1)
    }

    /// How the game has ended, if it ends here without anybody's claim.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            (self.occurrences() >= 5).then_some(Outcome::Draw(DrawReason::FivefoldRepetition))
        })
    }

    /// The draw that the player to move could claim here.
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        if self.occurrences() >= 3 {
            Some(DrawReason::ThreefoldRepetition)
        } else if self.position().halfmove_clock() >= 100 && self.position().has_legal_moves() {
            Some(DrawReason::FiftyMoves)
        } else {
            None
        }
    }

    /// How the game ends when this player's time runs out: lost, unless the opponent has nothing
    /// left to mate with, such as a bare king.
    ///
    /// ```
    /// use ferz_rules::{Color, DrawReason, Game, Outcome, Position};
    /// let bare_king: Position = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1".parse()?;
    /// let game = Game::from_position(bare_king);
    /// let draw = Outcome::Draw(DrawReason::TimeForfeitWithoutMatingMaterial);
    /// assert_eq!(game.flag_fall(Color::White), draw);
    /// assert_eq!(game.flag_fall(Color::Black).winner(), Some(Color::White));
    /// # Ok::<(), ferz_rules::FenError>(())
    /// ```
    pub fn flag_fall(&self, loser: Color) -> Outcome {
        let winner = !loser;
        if self.position().has_mating_material(winner) {
            Outcome::Win { winner, reason: WinReason::TimeForfeit }
        } else {
            Outcome::Draw(DrawReason::TimeForfeitWithoutMatingMaterial)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, sans: &[&str]) -> Game {
        let mut game = Game::from_position(fen.parse().expect("a test's own FEN"));
        for san in sans {
            let mv = game.position().parse_san(san).expect("a test's own move");
            game.play(mv).expect("a parsed move is legal");
        }
        game
    }

    #[track_caller]
    fn check_outcome(fen: &str, sans: &[&str], expected: Option<Outcome>) {
        assert_eq!(game(fen, sans).outcome(), expected);
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

    #[test]
    fn fivefold_repetition_ends_the_game_and_undo_takes_it_back() {
        let mut game = game(START, &SHUFFLE.repeat(4));
        assert_eq!(game.occurrences(), 5);
        assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::FivefoldRepetition)));
        assert!(game.undo().is_some());
        assert_eq!(game.outcome(), None);
        for _ in 0..15 {
            assert!(game.undo().is_some());
        }
        assert_eq!((game.undo(), game.occurrences()), (None, 1));
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let shuffle = ["Rb1", "Rb8", "Ra1", "Ra8"];
        // The first round trip ends with fewer rights than the start had.
        assert_eq!(game(fen, &shuffle.repeat(2)).occurrences(), 2);
        assert_eq!(
            game(fen, &shuffle.repeat(3)).claimable_draw(),
            Some(DrawReason::ThreefoldRepetition)
        );
    }

    #[test]
    fn an_en_passant_capture_counts_only_if_it_is_legal() {
        // After e4 the pawn d4 could take, but it is pinned on the d-file: so the same position
        // comes back when the pieces do.
        let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
        let with_e4: Vec<&str> =
            ["e4"].into_iter().chain(["Kd7", "Rd2", "Kd8", "Rd1"].repeat(2)).collect();
        assert_eq!(game(pinned, &with_e4).occurrences(), 3);
        // Without the rook the capture is legal, and the first occurrence is another position.
        let free = "3k4/8/8/8/3p4/8/4P3/R3K3 w - - 0 1";
        let with_e4: Vec<&str> =
            ["e4"].into_iter().chain(["Kd7", "Rb1", "Kd8", "Ra1"].repeat(2)).collect();
        assert_eq!(game(free, &with_e4).occurrences(), 2);
    }

    #[test]
    fn fifty_moves_are_claimed_and_seventy_five_end_the_game() {
        let quiet = "4k3/8/8/8/8/8/4P3/4K2R w - - 99 80";
        assert_eq!(game(quiet, &[]).claimable_draw(), None);
        assert_eq!(game(quiet, &["Rh2"]).claimable_draw(), Some(DrawReason::FiftyMoves));
        check_outcome(quiet, &["Rh2"], None);
        assert_eq!(game(quiet, &["e4"]).claimable_draw(), None);
        let long = "4k3/8/8/8/8/8/4P3/4K2R w - - 149 100";
        check_outcome(long, &["Rh2"], Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
        check_outcome(long, &["e3"], None);
    }

    #[test]
    fn mate_comes_before_the_count_of_moves() {
        let mate = Outcome::Win { winner: Color::White, reason: WinReason::Checkmate };
        check_outcome(
            "6k1/5ppp/8/8/8/8/8/K6R w - - 149 100",
            &["Kb1"],
            Some(Outcome::Draw(DrawReason::SeventyFiveMoves)),
        );
        check_outcome("6k1/5ppp/8/8/8/8/8/K2R4 w - - 149 100", &["Rd8#"], Some(mate));
        assert_eq!(game("6k1/5ppp/8/8/8/8/8/K2R4 w - - 149 100", &["Rd8#"]).claimable_draw(), None);
    }

    #[track_caller]
    fn check_mating_material(fen: &str, white: bool, black: bool) {
        let position: Position = fen.parse().expect("a test's own FEN");
        assert_eq!(position.has_mating_material(Color::White), white);
        assert_eq!(position.has_mating_material(Color::Black), black);
    }

    #[test]
    fn material_that_can_mate() {
        check_mating_material("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false);
        check_mating_material("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, false);
        check_mating_material("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, false);
        check_mating_material("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", true, true);
        check_mating_material("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", false, true);
        check_mating_material("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false);
        check_mating_material("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true);
        check_mating_material("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true, false);
        check_mating_material("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", true, true);
        check_mating_material("4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", false, true);
    }
}
