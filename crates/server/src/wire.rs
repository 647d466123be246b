//! Words that requests and answers share.

use ferz_rules::pgn::{EvalScore, PgnGame, Reader};
use ferz_rules::{CastlingStyle, Color, Game, Move, Position};
use ferz_search::{Score, Verdict};
use ferz_uci::{ScoreValue, shown_score};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::error::{ApiError, Code, excerpt};

/// More moves than the longest game that can be played by the rules of tournaments.
pub(crate) const MOST_PLIES: usize = 2000;

/// A player's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// The name of a player's colour in a sentence.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The rules of castling, and how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Variant {
    /// Chess.
    #[default]
    #[serde(alias = "chess")]
    Standard,
    /// Chess960: castling is the king taking its rook.
    Chess960,
}

impl Variant {
    pub(crate) const fn style(self) -> CastlingStyle {
        match self {
            Self::Standard => CastlingStyle::Standard,
            Self::Chess960 => CastlingStyle::Chess960,
        }
    }

    /// The variant of a position: castling from elsewhere needs the other notation.
    pub(crate) fn of(self, position: &Position) -> Self {
        if position.needs_chess960() { Self::Chess960 } else { self }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Chess960 => "chess960",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Standard, Self::Chess960].into_iter().find(|variant| variant.name() == name)
    }
}

/// What a position is worth for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Value {
    /// Centipawns, of which a hundred win every other game.
    Cp(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}

impl Value {
    /// The score of the player to move as White sees it.
    pub(crate) fn new(score: Score, position: &Position) -> Self {
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        // Mate on the board has no distance whose sign could tell who is mated.
        if let Verdict::Mated { plies: 0 } = score.verdict() {
            return Self::Mate(0);
        }
        Self::for_white(shown_score(score, position), sign)
    }

    /// The shown score of a player, with 1 for White and -1 for Black.
    pub(crate) const fn for_white(score: ScoreValue, sign: i32) -> Self {
        match score {
            ScoreValue::Centipawns(value) => Self::Cp(sign * value),
            ScoreValue::Mate(moves) => Self::Mate(sign * moves),
        }
    }

    /// The same for this player.
    pub(crate) const fn for_color(self, color: Color) -> Self {
        match (color, self) {
            (Color::White, value) => value,
            (Color::Black, Self::Cp(value)) => Self::Cp(-value),
            (Color::Black, Self::Mate(moves)) => Self::Mate(-moves),
        }
    }

    /// As it is kept in the store.
    pub(crate) fn to_text(self) -> String {
        match self {
            Self::Cp(value) => format!("c{value}"),
            Self::Mate(moves) => format!("m{moves}"),
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let (kind, number) = text.split_at_checked(1)?;
        let number = number.parse().ok()?;
        match kind {
            "c" => Some(Self::Cp(number)),
            "m" => Some(Self::Mate(number)),
            _ => None,
        }
    }
}

impl From<EvalScore> for Value {
    fn from(score: EvalScore) -> Self {
        match score {
            EvalScore::Centipawns(value) => Self::Cp(value),
            EvalScore::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl From<Value> for EvalScore {
    fn from(value: Value) -> Self {
        match value {
            Value::Cp(value) => Self::Centipawns(value),
            Value::Mate(moves) => Self::Mate(moves),
        }
    }
}

/// A move with the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Step {
    /// As UCI writes it.
    #[schema(example = "g1f3")]
    pub(crate) uci: String,
    /// As people write it.
    #[schema(example = "Nf3")]
    pub(crate) san: String,
    /// The position after it.
    pub(crate) fen: String,
}

/// A move that may be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMove {
    /// As UCI writes it.
    pub(crate) uci: String,
    /// As people write it.
    pub(crate) san: String,
    /// Where the piece stands.
    pub(crate) from: String,
    /// Where it goes.
    pub(crate) to: String,
    /// What a pawn becomes: `q`, `r`, `b` or `n`.
    pub(crate) promotion: Option<String>,
    /// Whether something is taken.
    pub(crate) capture: bool,
    /// Whether the opponent's king is attacked by it.
    pub(crate) check: bool,
    /// Whether it is castling.
    pub(crate) castling: bool,
}

impl LegalMove {
    pub(crate) fn new(position: &Position, mv: Move, variant: Variant) -> Self {
        let uci = mv.uci(variant.style()).to_string();
        Self {
            san: position.san(mv),
            from: mv.from().to_string(),
            to: uci.get(2..4).unwrap_or_default().to_owned(),
            promotion: mv.promotion().map(|kind| kind.to_char().to_string()),
            capture: mv.is_capture(),
            check: position.gives_check(mv),
            castling: mv.is_castle(),
            uci,
        }
    }
}

/// Every legal move as UCI writes it.
pub(crate) fn legal_texts(position: &Position, variant: Variant) -> Vec<String> {
    position.legal_moves().iter().map(|mv| mv.uci(variant.style()).to_string()).collect()
}

/// Reads a move in any notation.
pub(crate) fn read_move(
    position: &Position,
    text: &str,
    variant: Variant,
) -> Result<Move, ApiError> {
    let text = text.trim();
    let found = position.parse_uci(text).ok().or_else(|| position.parse_san(text).ok());
    found.ok_or_else(|| {
        let text = excerpt(text);
        let legal = legal_texts(position, variant);
        ApiError::new(Code::IllegalMove, format!("\"{text}\" is no legal move here"))
            .with_detail(json!({ "move": text, "legal": legal }))
    })
}

/// Reads a position.
pub(crate) fn read_fen(text: &str) -> Result<Position, ApiError> {
    text.trim().parse().map_err(|error| {
        ApiError::new(Code::BadFen, format!("{error}")).with_detail(json!({ "fen": excerpt(text) }))
    })
}

/// The first game of a PGN.
pub(crate) fn first_game(pgn: &str) -> Result<PgnGame, ApiError> {
    let bad = |message: String| ApiError::new(Code::BadPgn, message);
    let read = Reader::new(pgn.as_bytes()).next();
    let read = read.ok_or_else(|| bad("there is no game in the PGN".to_owned()))?;
    read.map_err(|error| bad(error.to_string()))
}

/// As much of a line as is legal, as people write it, up to so many moves.
pub(crate) fn san_line(position: &Position, line: &[Move], most: usize) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &mv in line.iter().take(most) {
        if !position.is_legal(mv) {
            break;
        }
        words.push(position.san(mv));
        position.play(mv);
    }
    words.join(" ")
}

/// A game from a position through moves in any notation.
pub(crate) fn read_line(
    start: Position,
    moves: &[String],
    variant: Variant,
) -> Result<Game, ApiError> {
    if moves.len() > MOST_PLIES {
        let message = format!("more than {MOST_PLIES} moves are too many");
        return Err(ApiError::new(Code::BadValue, message));
    }
    let mut game = Game::from_position(start);
    for text in moves {
        let mv = read_move(game.position(), text, variant)?;
        game.play(mv).map_err(ApiError::internal)?;
    }
    Ok(game)
}

/// The moves of a game with their notations and positions.
pub(crate) fn steps(game: &Game, variant: Variant) -> Vec<Step> {
    let befores = game.positions();
    let afters = game.positions().skip(1);
    let moves = game.moves().zip(befores.zip(afters));
    moves.map(|(mv, (before, after))| step(before, mv, after, variant)).collect()
}

pub(crate) fn step(before: &Position, mv: Move, after: &Position, variant: Variant) -> Step {
    Step { uci: mv.uci(variant.style()).to_string(), san: before.san(mv), fen: after.to_string() }
}
