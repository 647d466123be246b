//! White's king and one piece against a king, solved backwards from mate by the rules alone.

use ferz_rules::{Color, Piece, PieceType, Position, Setup, Square};

/// How a position ends for the player to move, after so many half-moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Win(u16),
    Draw,
    Loss(u16),
}

impl Verdict {
    pub(super) fn plies_to_win(self) -> Option<u16> {
        match self {
            Self::Win(plies) => Some(plies),
            Self::Draw | Self::Loss(_) => None,
        }
    }
}

/// What is left when Black has taken the piece.
pub(super) fn bare_kings(_: &Position) -> Verdict {
    Verdict::Draw
}

/// A solved ending.
pub(super) struct Ending {
    pub(super) kind: PieceType,
    /// By number; nothing where the position is not legal.
    verdicts: Vec<Option<Verdict>>,
}

/// All arrangements of three pieces and the player to move.
const COUNT: usize = 2 << 18;

impl Ending {
    /// Solves it; `after` judges positions in which White's piece is gone or another one.
    pub(super) fn solve(kind: PieceType, after: &dyn Fn(&Position) -> Verdict) -> Self {
        let nodes: Vec<Option<Node>> = (0..COUNT)
            .map(|number| build(kind, number).map(|position| Node::new(kind, &position, after)))
            .collect();
        let mut verdicts: Vec<Option<Verdict>> =
            nodes.iter().map(|node| node.as_ref().and_then(|node| node.over)).collect();
        for plies in 1.. {
            let found: Vec<(usize, Verdict)> = open(&nodes, &verdicts)
                .filter_map(|(number, node)| Some((number, node.judge(&verdicts, plies)?)))
                .collect();
            if found.is_empty() {
                break;
            }
            for (number, verdict) in found {
                verdicts[number] = Some(verdict);
            }
        }
        let drawn: Vec<usize> = open(&nodes, &verdicts).map(|(number, _)| number).collect();
        for number in drawn {
            verdicts[number] = Some(Verdict::Draw);
        }
        Self { kind, verdicts }
    }

    /// The name of its table.
    pub(super) fn name(&self) -> String {
        let letter = Piece::new(Color::White, self.kind).to_char();
        format!("K{letter}vK")
    }

    /// Every legal position and how it ends.
    pub(super) fn positions(&self) -> impl Iterator<Item = (Position, Verdict)> {
        let numbered = self.verdicts.iter().enumerate();
        numbered.filter_map(|(number, verdict)| Some((build(self.kind, number)?, (*verdict)?)))
    }

    /// How this position ends, if it has this ending's pieces.
    pub(super) fn verdict(&self, position: &Position) -> Option<Verdict> {
        self.verdicts[number(self.kind, position)?]
    }
}

fn open<'a>(
    nodes: &'a [Option<Node>],
    verdicts: &'a [Option<Verdict>],
) -> impl Iterator<Item = (usize, &'a Node)> {
    let all = nodes.iter().zip(verdicts).enumerate();
    all.filter_map(|(number, (node, verdict))| match verdict {
        None => node.as_ref().map(|node| (number, node)),
        Some(_) => None,
    })
}

/// Where the moves of a position lead.
struct Node {
    /// The verdict, where there is no move.
    over: Option<Verdict>,
    /// Positions of the same ending.
    inside: Vec<u32>,
    /// Verdicts on the others, for whoever moves then.
    outside: Vec<Verdict>,
}

impl Node {
    fn new(kind: PieceType, position: &Position, after: &dyn Fn(&Position) -> Verdict) -> Self {
        let moves = position.legal_moves();
        let no_move = if position.in_check() { Verdict::Loss(0) } else { Verdict::Draw };
        let over = moves.is_empty().then_some(no_move);
        let mut node = Self { over, inside: Vec::new(), outside: Vec::new() };
        for &mv in moves.iter() {
            let mut next = position.clone();
            next.play(mv);
            match number(kind, &next) {
                Some(number) => node.inside.push(number as u32),
                None => node.outside.push(after(&next)),
            }
        }
        node
    }

    /// The verdict, if it follows from those that were known before.
    fn judge(&self, verdicts: &[Option<Verdict>], plies: u16) -> Option<Verdict> {
        let inside = self.inside.iter().map(|number| verdicts[*number as usize]);
        let mut all_win = true;
        for next in inside.chain(self.outside.iter().map(|verdict| Some(*verdict))) {
            match next {
                Some(Verdict::Loss(_)) => return Some(Verdict::Win(plies)),
                Some(Verdict::Win(_)) => {}
                Some(Verdict::Draw) | None => all_win = false,
            }
        }
        all_win.then_some(Verdict::Loss(plies))
    }
}

fn build(kind: PieceType, number: usize) -> Option<Position> {
    let [king, piece, enemy] = [number >> 12, number >> 6, number].map(|bits| bits & 63);
    if king == piece || king == enemy || piece == enemy {
        return None;
    }
    let mut setup = Setup::empty();
    setup.turn = if number >> 18 == 0 { Color::White } else { Color::Black };
    setup.board[king] = Some(Piece::WhiteKing);
    setup.board[piece] = Some(Piece::new(Color::White, kind));
    setup.board[enemy] = Some(Piece::BlackKing);
    Position::try_from(setup).ok()
}

fn number(kind: PieceType, position: &Position) -> Option<usize> {
    let piece = position.pieces(Color::White, kind).first()?;
    let squares = [position.king(Color::White), piece, position.king(Color::Black)];
    let turn = usize::from(position.turn() == Color::Black);
    Some(squares.iter().fold(turn, |number, square: &Square| number << 6 | square.index()))
}
