//! What has worked before: the memory that orders moves and corrects evaluations.

mod correction;

pub(crate) use correction::{Correction, CorrectionKeys};

use ferz_rules::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Position, Square};

use crate::params;

/// The largest history of a move; bonuses shrink as it is approached.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// A running average between plus and minus [`MAX_HISTORY`] that forgets slowly.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry(i16);

impl Entry {
    #[inline(always)]
    pub(crate) const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Moves the average by the bonus, less the closer it is to its end.
    #[inline(always)]
    pub(crate) fn add(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / MAX_HISTORY) as i16;
    }
}

/// A move as continuation histories know it: which piece went where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo {
    index: u16,
}

/// How many of them there are.
pub(crate) const PIECE_TOS: usize = Piece::COUNT * Square::COUNT;

impl PieceTo {
    pub(crate) const fn new(piece: Piece, to: Square) -> Self {
        Self { index: (piece.index() * Square::COUNT + to.index()) as u16 }
    }

    /// Where the piece went.
    pub(crate) fn to(self) -> Square {
        Square::ALL[self.index() % Square::COUNT]
    }

    /// Which piece it was.
    pub(crate) fn piece(self) -> Piece {
        Piece::ALL[self.index() / Square::COUNT]
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.index as usize
    }
}

/// How many arrangements of pawns are told apart.
const PAWN_SLOTS: usize = 512;

/// How much continuation histories count, in 64ths, in the order of [`crate::picker::Hints`].
#[inline(always)]
pub(crate) fn continuation_scales() -> [i32; 3] {
    [params::hist_one_scale(), params::hist_two_scale(), params::hist_four_scale()]
}

/// Quiet moves by whether origin and target are attacked, by origin and target.
type ByThreats = [[[[Entry; 64]; 64]; 2]; 2];

/// All histories of one thread.
pub(crate) struct Histories {
    /// By colour.
    quiet: Box<[ByThreats]>,
    /// By piece and target, by what was taken.
    capture: Box<[[Entry; PieceType::COUNT]]>,
    /// By an earlier piece and target, by piece and target.
    continuation: Box<[[Entry; PIECE_TOS]]>,
    /// By the pawns on the board, by piece and target.
    pawn: Box<[[Entry; PIECE_TOS]]>,
    /// What best answered the move that was just made.
    counters: Box<[Option<Move>]>,
    pub(crate) correction: Correction,
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self {
            quiet: vec![[[[[Entry::default(); 64]; 64]; 2]; 2]; Color::COUNT].into(),
            capture: vec![[Entry::default(); PieceType::COUNT]; PIECE_TOS].into(),
            continuation: vec![[Entry::default(); PIECE_TOS]; PIECE_TOS].into(),
            pawn: vec![[Entry::default(); PIECE_TOS]; PAWN_SLOTS].into(),
            counters: vec![None; PIECE_TOS].into(),
            correction: Correction::new(),
        }
    }

    /// Forgets everything. New tables would forget as well, but the system hands their pages out
    /// one by one while the clock of the next game runs; these it has handed out.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill([[[[Entry::default(); 64]; 64]; 2]; 2]);
        self.capture.fill([Entry::default(); PieceType::COUNT]);
        self.continuation.fill([Entry::default(); PIECE_TOS]);
        self.pawn.fill([Entry::default(); PIECE_TOS]);
        self.counters.fill(None);
        self.correction.clear();
    }

    #[inline(always)]
    fn quiet_entry(&mut self, color: Color, threats: Bitboard, mv: Move) -> &mut Entry {
        let [from, to] = [mv.from(), mv.to()];
        let attacked = [from, to].map(|square| usize::from(threats.contains(square)));
        &mut self.quiet[color.index()][attacked[0]][attacked[1]][from.index()][to.index()]
    }

    /// How quiet moves like this have done for this player, given what the enemy attacks.
    #[inline(always)]
    pub(crate) fn quiet(&self, color: Color, threats: Bitboard, mv: Move) -> i32 {
        let [from, to] = [mv.from(), mv.to()];
        let attacked = [from, to].map(|square| usize::from(threats.contains(square)));
        self.quiet[color.index()][attacked[0]][attacked[1]][from.index()][to.index()].get()
    }

    pub(crate) fn update_quiet(&mut self, color: Color, threats: Bitboard, mv: Move, bonus: i32) {
        self.quiet_entry(color, threats, mv).add(bonus);
    }

    /// How captures like this have done.
    #[inline(always)]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let (moved, captured) = capture_indices(position, mv);
        self.capture[moved][captured].get()
    }

    pub(crate) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (moved, captured) = capture_indices(position, mv);
        self.capture[moved][captured].add(bonus);
    }

    /// How moves have done after this one.
    #[inline(always)]
    pub(crate) fn after(&self, earlier: PieceTo) -> &[Entry; PIECE_TOS] {
        &self.continuation[earlier.index()]
    }

    /// How a move has done after an earlier one.
    #[inline(always)]
    pub(crate) fn continuation(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        self.continuation[earlier.index()][now.index()].get()
    }

    pub(crate) fn update_continuation(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        self.continuation[earlier.index()][now.index()].add(bonus);
    }

    /// How moves have done with these pawns on the board.
    #[inline(always)]
    pub(crate) fn with_pawns(&self, position: &Position) -> &[Entry; PIECE_TOS] {
        &self.pawn[pawn_slot(position)]
    }

    pub(crate) fn update_with_pawns(&mut self, position: &Position, now: PieceTo, bonus: i32) {
        self.pawn[pawn_slot(position)][now.index()].add(bonus);
    }

    /// The quiet move that last refuted this one.
    pub(crate) fn counter(&self, earlier: PieceTo) -> Option<Move> {
        self.counters[earlier.index()]
    }

    pub(crate) fn set_counter(&mut self, earlier: PieceTo, mv: Move) {
        self.counters[earlier.index()] = Some(mv);
    }
}

fn pawn_slot(position: &Position) -> usize {
    position.pawn_key().bits() as usize % PAWN_SLOTS
}

fn capture_indices(position: &Position, mv: Move) -> (usize, usize) {
    let moved =
        position.piece_on(mv.from()).map_or(0, |piece| PieceTo::new(piece, mv.to()).index());
    let captured = match mv.kind() {
        MoveKind::EnPassant => PieceType::Pawn,
        _ => position.piece_on(mv.to()).map_or(PieceType::Pawn, Piece::kind),
    };
    (moved, captured.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_approach_but_never_pass_their_ends() {
        for bonus in [1, 300, MAX_HISTORY, 1_000_000] {
            let (mut up, mut down) = (Entry::default(), Entry::default());
            for _ in 0..10_000 {
                up.add(bonus);
                down.add(-bonus);
                assert!(up.get() <= MAX_HISTORY && down.get() >= -MAX_HISTORY);
            }
            assert!(up.get() > 0 && down.get() < 0);
            up.add(-bonus);
            assert!(up.get() < MAX_HISTORY);
        }
    }
}
