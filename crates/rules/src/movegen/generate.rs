//! The generator.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, pawn_set_attacks,
    rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::color::Color;
use crate::movegen::MoveFilter;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::{Rank, Square};

/// Receives moves in sets, so that counting them need not take the sets apart.
pub(super) trait Sink {
    /// Moves of one piece other than a pawn; those to `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawn moves that all go in the same direction: `step` is the target minus the origin.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);
    /// Pawn moves in the same direction to the last rank, four for each target.
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool);
    /// A single move.
    fn one(&mut self, mv: Move);
}

/// Counts moves.
pub(super) struct Counter(pub(super) u32);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32, _: bool) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(origin(to, step), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool) {
        for to in targets {
            let kinds = if capture { CAPTURE_PROMOTIONS } else { PROMOTIONS };
            for kind in kinds {
                self.push(Move::new(origin(to, step), to, kind));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// The promotions in the order in which most are worth trying.
const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteKnight,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
];
const CAPTURE_PROMOTIONS: [MoveKind; 4] = [
    MoveKind::CapturePromoteQueen,
    MoveKind::CapturePromoteKnight,
    MoveKind::CapturePromoteRook,
    MoveKind::CapturePromoteBishop,
];

#[inline(always)]
fn origin(to: Square, step: i32) -> Square {
    Square::from_low_bits((to as i32 - step) as u32)
}

/// How far the generator looks after the king.
pub(super) trait Strictness {
    const LEGAL: bool;
}

/// Only legal moves.
pub(super) struct Legal;

impl Strictness for Legal {
    const LEGAL: bool = true;
}

/// Moves that may leave the king in check.
pub(super) struct PseudoLegal;

impl Strictness for PseudoLegal {
    const LEGAL: bool = false;
}

/// Hands all moves that pass the filter and start in `from` to the sink.
#[inline(always)]
pub(super) fn generate<L: Strictness, S: Sink>(
    position: &Position,
    filter: MoveFilter,
    from: Bitboard,
    sink: &mut S,
) {
    // The colour is known at compile time below this line, so that pawn shifts are constants.
    match position.turn() {
        Color::White => Generator::<L, true>::new(position, filter, from).run(sink),
        Color::Black => Generator::<L, false>::new(position, filter, from).run(sink),
    }
}

struct Generator<'a, L, const WHITE: bool> {
    position: &'a Position,
    filter: MoveFilter,
    /// Only pieces on these squares move.
    from: Bitboard,
    king: Square,
    ours: Bitboard,
    theirs: Bitboard,
    occupied: Bitboard,
    pinned: Bitboard,
    /// Where pieces other than the king may go: what passes the filter and answers a check.
    targets: Bitboard,
    /// The squares that answer a check; all if there is none.
    answers: Bitboard,
    strictness: std::marker::PhantomData<L>,
}

impl<'a, L: Strictness, const WHITE: bool> Generator<'a, L, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: i32 = if WHITE { 8 } else { -8 };

    #[inline(always)]
    fn new(position: &'a Position, filter: MoveFilter, from: Bitboard) -> Self {
        let king = position.king(Self::US);
        let (ours, theirs) = (position.color(Self::US), position.color(Self::THEM));
        let occupied = ours | theirs;
        let answers = match position.checkers().first() {
            Some(checker) if L::LEGAL => between(king, checker).with(checker),
            _ => Bitboard::ALL,
        };
        let passing = match filter {
            MoveFilter::All => !ours,
            MoveFilter::Noisy => theirs,
            MoveFilter::Quiet => !occupied,
        };
        let pinned = if L::LEGAL { position.pinned() } else { Bitboard::EMPTY };
        Self {
            position,
            filter,
            from,
            king,
            ours: ours & from,
            theirs,
            occupied,
            pinned,
            targets: passing & answers,
            answers,
            strictness: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    fn run<S: Sink>(&self, sink: &mut S) {
        let king_targets = self.king_moves(sink);
        if L::LEGAL && self.position.checkers().has_many() {
            return; // Only the king can answer two checks at once.
        }
        self.pawn_moves(sink);
        self.knight_moves(sink);
        self.slider_moves(self.position.diagonal_sliders(), bishop_attacks, sink);
        self.slider_moves(self.position.straight_sliders(), rook_attacks, sink);
        let may_castle = !self.position.in_check() || !L::LEGAL;
        if self.filter.quiet() && may_castle && self.position.castling().any(Self::US) {
            self.castling_moves(king_targets, sink);
        }
    }

    #[inline(always)]
    fn knight_moves<S: Sink>(&self, sink: &mut S) {
        // A pinned knight can never stay on its line.
        let knights = self.position.kind(PieceType::Knight) & (self.ours - self.pinned);
        for from in knights {
            sink.piece(from, knight_attacks(from) & self.targets, self.theirs);
        }
    }

    #[inline(always)]
    fn slider_moves<S: Sink>(
        &self,
        sliders: Bitboard,
        attacks: impl Fn(Square, Bitboard) -> Bitboard,
        sink: &mut S,
    ) {
        let sliders = sliders & self.ours;
        for from in sliders - self.pinned {
            sink.piece(from, attacks(from, self.occupied) & self.targets, self.theirs);
        }
        for from in sliders & self.pinned {
            let on_line = attacks(from, self.occupied) & line(self.king, from);
            sink.piece(from, on_line & self.targets, self.theirs);
        }
    }

    /// Generates the king's steps and returns their targets.
    #[inline(always)]
    fn king_moves<S: Sink>(&self, sink: &mut S) -> Bitboard {
        if !self.from.contains(self.king) {
            return Bitboard::EMPTY;
        }
        let passing = match self.filter {
            MoveFilter::All => !self.position.color(Self::US),
            MoveFilter::Noisy => self.theirs,
            MoveFilter::Quiet => !self.occupied,
        };
        let mut targets = king_attacks(self.king) & passing;
        if L::LEGAL {
            targets = self.safe_for_king(targets);
        }
        sink.piece(self.king, targets, self.theirs);
        targets
    }

    /// The squares among these that no enemy piece attacks once the king has left its own.
    #[inline(always)]
    fn safe_for_king(&self, targets: Bitboard) -> Bitboard {
        let pos = self.position;
        let pawns = pos.kind(PieceType::Pawn) & self.theirs;
        let knights = pos.kind(PieceType::Knight) & self.theirs;
        let occupied = self.occupied.without(self.king);
        let mut safe =
            targets - pawn_set_attacks(Self::THEM, pawns) - king_attacks(pos.king(Self::THEM));
        for square in safe {
            let attacked = !knight_attacks(square).is_disjoint(knights)
                || pos.is_attacked_by_slider(square, Self::THEM, occupied);
            if attacked {
                safe = safe.without(square);
            }
        }
        safe
    }

    #[inline(always)]
    fn pawn_moves<S: Sink>(&self, sink: &mut S) {
        let pawns = self.position.kind(PieceType::Pawn) & self.ours;
        let last_rank = Bitboard::from(Self::US.promotion_rank());
        self.pawn_pushes(pawns, last_rank, sink);
        if self.filter.noisy() {
            self.pawn_captures(pawns, last_rank, sink);
            if let Some(target) = self.position.en_passant() {
                self.en_passant(pawns, target, sink);
            }
        }
    }

    #[inline(always)]
    fn pawn_pushes<S: Sink>(&self, pawns: Bitboard, last_rank: Bitboard, sink: &mut S) {
        // A pinned pawn may advance only if the pin is along its file, and then the king stands
        // on that file.
        let pushable = pawns - (self.pinned - Bitboard::from(self.king.file()));
        let single = pushable.forward(Self::US) - self.occupied;
        let reachable = single & self.answers;
        if self.filter.noisy() {
            sink.promotions(reachable & last_rank, Self::FORWARD, false);
        }
        if self.filter.quiet() {
            sink.pawns(reachable - last_rank, Self::FORWARD, MoveKind::Quiet);
            let third_rank = Bitboard::from(Rank::Third.relative_to(Self::US));
            let double = (single & third_rank).forward(Self::US) - self.occupied;
            sink.pawns(double & self.answers, 2 * Self::FORWARD, MoveKind::DoublePush);
        }
    }

    #[inline(always)]
    fn pawn_captures<S: Sink>(&self, pawns: Bitboard, last_rank: Bitboard, sink: &mut S) {
        let victims = self.theirs & self.answers;
        let forward = (pawns - self.pinned).forward(Self::US);
        for (targets, step) in [(forward.east(), 1), (forward.west(), -1)] {
            let targets = targets & victims;
            let step = Self::FORWARD + step;
            sink.pawns(targets - last_rank, step, MoveKind::Capture);
            sink.promotions(targets & last_rank, step, true);
        }
        for from in pawns & self.pinned {
            let targets = pawn_attacks(Self::US, from) & victims & line(self.king, from);
            // At most one square: a line through the pawn and its king has one way forward.
            for to in targets {
                let step = to as i32 - from as i32;
                let target = Bitboard::from(to);
                sink.pawns(target - last_rank, step, MoveKind::Capture);
                sink.promotions(target & last_rank, step, true);
            }
        }
    }

    #[cold]
    fn en_passant<S: Sink>(&self, pawns: Bitboard, target: Square, sink: &mut S) {
        for from in pawn_attacks(Self::THEM, target) & pawns {
            if !L::LEGAL || self.position.en_passant_is_safe(from, target) {
                sink.one(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    /// Takes the targets of the king's steps, since whether the square beside the king is safe
    /// has been found out for those already.
    #[inline(always)]
    fn castling_moves<S: Sink>(&self, king_targets: Bitboard, sink: &mut S) {
        if !self.from.contains(self.king) {
            return;
        }
        for side in CastlingSide::ALL {
            let Some(rook) = self.position.castling().rook_square(Self::US, side) else { continue };
            if self.position.castling_path_is_clear(self.king, rook)
                && (!L::LEGAL || self.castling_is_safe(rook, side, king_targets))
            {
                sink.one(Move::new(self.king, rook, MoveKind::Castle));
            }
        }
    }

    #[inline(always)]
    fn castling_is_safe(&self, rook: Square, side: CastlingSide, king_targets: Bitboard) -> bool {
        let king_to = side.king_target(Self::US);
        let walk = between(self.king, king_to).with(king_to).without(self.king);
        // In Chess960 the rook may stand beside the king, where no step of the king was tried.
        let tried = king_attacks(self.king).without(rook);
        (walk & tried).is_subset(king_targets) && self.position.castling_is_safe(rook, walk - tried)
    }
}
