//! Games as clients see them.

use std::collections::BTreeMap;

use ferz_engine::opening_name;
use ferz_rules::{Color, Game, PieceType, Position, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::{By, Change, GameClock, LiveGame, Played, Player, StatusView};
use crate::wire::{Side, Step, Value, Variant, legal_texts, steps};

/// A game without its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct GameHead {
    /// Its name.
    #[schema(example = "q7m2xk4p")]
    pub(crate) id: String,
    /// The number of its last event.
    pub(crate) seq: u64,
    /// Chess or Chess960.
    variant: Variant,
    /// Where it started.
    start_fen: String,
    /// Where it stands.
    fen: String,
    /// Who is to move.
    turn: Side,
    /// How many moves have been made.
    pub(crate) ply: usize,
    /// Who has White.
    white: Player,
    /// Who has Black.
    black: Player,
    /// The clocks, if there are any.
    clock: Option<ClockView>,
    /// Where it stands, in words.
    status: StatusView,
    /// The name of the opening.
    #[schema(example = "Queen's Gambit Declined")]
    opening: Option<&'static str>,
    /// What each side has taken.
    captured: Captured,
    /// What the engine is doing.
    thinking: Option<Thinking>,
    /// When it was made.
    created: u64,
    /// When it changed last.
    updated: u64,
    /// When this was told.
    now: u64,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct GameView {
    /// Everything but the moves.
    #[serde(flatten)]
    pub(crate) head: GameHead,
    /// The moves made.
    pub(crate) moves: Vec<PlayedView>,
    /// The moves that may be made, none if the game is over.
    legal: Vec<String>,
}

/// What has changed in a game, for those who have seen it before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct GameEvent {
    /// What it was.
    kind: GameChange,
    /// How many moves have been made now.
    ply: usize,
    /// The new move.
    #[serde(skip_serializing_if = "Option::is_none", rename = "move")]
    played: Option<PlayedView>,
    /// The game without its moves.
    game: GameRest,
}

/// A game without its past.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct GameRest {
    #[serde(flatten)]
    head: GameHead,
    /// The moves that may be made.
    legal: Vec<String>,
}

/// What happens to games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GameChange {
    /// A move was made.
    Move,
    /// Moves were taken back.
    Undo,
    /// Something else.
    Status,
}

/// The clocks at the moment they are told of, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct ClockView {
    /// At the start.
    initial: u64,
    /// What each move adds.
    increment: u64,
    /// What White has left.
    white: u64,
    /// What Black has left.
    black: u64,
    /// Whose clock runs.
    running: Option<Side>,
}

/// Pieces taken, as letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct Captured {
    /// By White.
    #[schema(example = "qpp")]
    white: String,
    /// By Black.
    black: String,
}

/// What the engine is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Thinking {
    /// For whom.
    pub(crate) side: Side,
    /// Whether it still waits for its turn to search.
    pub(crate) waiting: bool,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct PlayedView {
    #[serde(flatten)]
    step: Step,
    /// Who made it.
    by: By,
    /// Milliseconds it took.
    time: u64,
    /// What its player had left.
    clock: Option<u64>,
    /// What the engine thought of it, for White.
    score: Option<Value>,
    /// How deep it searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<i32>,
    /// How many nodes it searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

/// A list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct GameList {
    /// The games, the last changed first.
    pub(crate) games: Vec<GameHead>,
    /// How many there are in all.
    pub(crate) total: usize,
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct BoardView {
    /// The position.
    fen: String,
    /// Who is to move.
    turn: Side,
    /// The piece of each square that has one.
    pieces: BTreeMap<String, String>,
    /// The king that is attacked.
    check: Option<String>,
    /// The last move.
    last: Option<String>,
    /// The board drawn with letters.
    diagram: String,
}

impl PlayedView {
    fn new(step: Step, played: &Played) -> Self {
        Self {
            step,
            by: played.by,
            time: played.time,
            clock: played.clock,
            score: played.thought.map(|thought| thought.score),
            depth: played.thought.map(|thought| thought.depth),
            nodes: played.thought.map(|thought| thought.nodes),
        }
    }
}

impl ClockView {
    fn new(clock: &GameClock, now: u64) -> Self {
        Self {
            initial: clock.setting.initial,
            increment: clock.setting.increment,
            white: clock.left_at(Color::White, now),
            black: clock.left_at(Color::Black, now),
            running: clock.running.map(|(color, _)| color.into()),
        }
    }
}

impl LiveGame {
    pub(crate) fn status(&self) -> StatusView {
        StatusView::new(&self.game, self.ending, self.draw_offer)
    }

    pub(crate) fn head(&self, thinking: Option<Thinking>, now: u64) -> GameHead {
        let position = self.game.position();
        GameHead {
            id: self.id.to_string(),
            seq: self.seq,
            variant: self.variant,
            start_fen: self.game.start().to_string(),
            fen: position.to_string(),
            turn: position.turn().into(),
            ply: self.ply(),
            white: self.players[Color::White].clone(),
            black: self.players[Color::Black].clone(),
            clock: self.clock.as_ref().map(|clock| ClockView::new(clock, now)),
            status: self.status(),
            opening: opening(&self.game),
            captured: Captured {
                white: missing(self.game.start(), position, Color::Black),
                black: missing(self.game.start(), position, Color::White),
            },
            thinking,
            created: self.created,
            updated: self.updated,
            now,
        }
    }

    pub(crate) fn view(&self, thinking: Option<Thinking>, now: u64) -> GameView {
        let steps = steps(&self.game, self.variant).into_iter().zip(&self.played);
        GameView {
            head: self.head(thinking, now),
            moves: steps.map(|(step, played)| PlayedView::new(step, played)).collect(),
            legal: self.legal(),
        }
    }

    pub(crate) fn event(&self, change: Change, thinking: Option<Thinking>, now: u64) -> GameEvent {
        let (kind, played) = match change {
            Change::Move => (GameChange::Move, self.last_move()),
            Change::Undo => (GameChange::Undo, None),
            Change::Status => (GameChange::Status, None),
        };
        let game = GameRest { head: self.head(thinking, now), legal: self.legal() };
        GameEvent { kind, ply: self.ply(), played, game }
    }

    fn last_move(&self) -> Option<PlayedView> {
        let mv = self.game.moves().last()?;
        let before = self.game.positions().nth(self.ply().checked_sub(1)?)?;
        let step = crate::wire::step(before, mv, self.game.position(), self.variant);
        Some(PlayedView::new(step, self.played.last()?))
    }

    fn legal(&self) -> Vec<String> {
        match self.ending {
            Some(_) => Vec::new(),
            None => legal_texts(self.game.position(), self.variant),
        }
    }

    pub(crate) fn board(&self) -> BoardView {
        let position = self.game.position();
        let pieces = Square::ALL.into_iter().filter_map(|square| {
            let piece = position.piece_on(square)?;
            Some((square.to_string(), piece.to_string()))
        });
        let last = self.game.moves().last();
        BoardView {
            fen: position.to_string(),
            turn: position.turn().into(),
            pieces: pieces.collect(),
            check: position.in_check().then(|| position.king(position.turn()).to_string()),
            last: last.map(|mv| mv.uci(self.variant.style()).to_string()),
            diagram: position.diagram(Color::White).to_string(),
        }
    }
}

/// Positions with names come early.
const NAMED_PLIES: usize = 40;

/// The name of the last position that has one.
pub(super) fn opening(game: &Game) -> Option<&'static str> {
    game.positions().take(NAMED_PLIES).filter_map(opening_name).last()
}

/// The pieces of a colour that were there at the start and are there no more. A promoted pawn
/// counts as taken, unless another piece of its new kind is missing: nobody can tell from the
/// board, and everybody counts like this.
fn missing(start: &Position, now: &Position, color: Color) -> String {
    let kinds =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
    let mut promoted = 0;
    let mut letters = String::new();
    for kind in kinds {
        let count = |position: &Position| position.pieces(color, kind).len() as usize;
        let (before, after) = (count(start), count(now));
        promoted += after.saturating_sub(before);
        let mut gone = before.saturating_sub(after);
        if kind == PieceType::Pawn {
            // These pawns have not been taken: they are pieces now.
            gone = gone.saturating_sub(promoted);
        }
        letters.extend(std::iter::repeat_n(kind.to_char(), gone));
    }
    letters
}
