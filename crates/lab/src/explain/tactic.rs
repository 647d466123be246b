//! The tactics by which a line wins material: what its first move does, and what the next move of
//! the same player makes of it.

mod discovery;
mod fork;
mod ray;

use ferz_rules::{Move, PieceType, Position};

/// A player's move, the answer, and the player's next move.
struct Combination<'a> {
    /// Before the first move.
    before: &'a Position,
    /// After it.
    after: Position,
    first: Move,
    second: Move,
}

/// The words for the tactic at the beginning of a line, if it has a name.
pub(super) fn by(position: &Position, line: &[Move]) -> Option<String> {
    let combination = Combination::of(position, line)?;
    let what = fork::told(&combination)
        .or_else(|| discovery::told(&combination))
        .or_else(|| ray::told(&combination))?;
    Some(format!(" by {}, {what}", position.san(combination.first)))
}

impl<'a> Combination<'a> {
    /// Nothing if the line is shorter, or its second move takes nothing: then it proves nothing.
    fn of(before: &'a Position, line: &[Move]) -> Option<Self> {
        let [first, reply, second, ..] = *line else { return None };
        let mut after = before.clone();
        after.try_play(first).ok()?;
        let mut answered = after.clone();
        answered.try_play(reply).ok()?;
        (answered.is_legal(second) && second.is_capture()).then_some(Self {
            before,
            after,
            first,
            second,
        })
    }

    /// What the second move takes, if it stood there already after the first.
    fn victim(&self) -> Option<PieceType> {
        let victim = self.after.piece_on(self.second.to())?;
        (victim.color() == self.after.turn()).then_some(victim.kind())
    }
}

const fn worth(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 100,
    }
}

const fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}
