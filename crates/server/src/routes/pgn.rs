//! PGN read into trees, and trees written as PGN.

use axum::Json;
use ferz_rules::Position;
use ferz_rules::pgn::{Comment, GameResult, Line, Nag, Node, PgnGame, Reader};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, Code};
use crate::extract::Body;
use crate::openapi::Failures;
use crate::state::blocking;
use crate::wire::{Step, Variant, read_fen, read_move, step};

/// Games of one request.
const MOST_GAMES: usize = 100;
/// Moves of one tree, all variations together.
const MOST_NODES: usize = 20_000;
const DEEPEST: usize = ferz_rules::pgn::MAX_VARIATION_DEPTH;

/// A text with games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PgnRequest {
    /// The text.
    #[schema(example = "1. e4 e5 (1... c5) 2. Nf3 *")]
    pgn: String,
}

/// A text.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnText {
    /// The text.
    pgn: String,
}

/// Games of a text.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnGames {
    /// The games.
    games: Vec<PgnTree>,
}

/// A game with its variations and comments.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct PgnTree {
    /// The tags.
    #[serde(default)]
    headers: Vec<(String, String)>,
    /// Where it starts; the ordinary start if it is missing.
    #[serde(default)]
    start_fen: Option<String>,
    /// Chess or Chess960.
    #[serde(default)]
    variant: Variant,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default = "unknown")]
    result: String,
    /// What the reader had to leave out or to guess.
    #[serde(default)]
    warnings: Vec<String>,
    /// What is said before the first move.
    #[serde(default)]
    comment: String,
    /// The moves.
    #[serde(default)]
    line: Vec<PgnNode>,
}

fn unknown() -> String {
    "*".to_owned()
}

/// A move with what is said about it.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(no_recursion)]
struct PgnNode {
    /// As UCI writes it.
    #[serde(default)]
    uci: Option<String>,
    /// As people write it.
    #[serde(default)]
    san: Option<String>,
    /// The position after it; not read.
    #[serde(default)]
    fen: Option<String>,
    /// Annotation glyphs by number.
    #[serde(default)]
    nags: Vec<u8>,
    /// What is said before it.
    #[serde(default)]
    comment_before: String,
    /// What is said after it.
    #[serde(default)]
    comment: String,
    /// What could have been played instead.
    #[serde(default)]
    variations: Vec<PgnLine>,
}

/// A variation.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(no_recursion)]
pub(crate) struct PgnLine {
    /// What is said before its first move.
    #[serde(default)]
    comment: String,
    /// Its moves.
    #[serde(default)]
    line: Vec<PgnNode>,
}

/// Reads games with their variations and comments.
#[utoipa::path(post, path = "/api/pgn/read", tag = "positions", request_body = PgnRequest,
    responses((status = 200, body = PgnGames), Failures))]
pub(crate) async fn read(Body(request): Body<PgnRequest>) -> Result<Json<PgnGames>, ApiError> {
    let games = blocking(move || {
        let reader = Reader::new(request.pgn.as_bytes()).take(MOST_GAMES);
        let games = reader.map(|game| match game {
            Ok(game) => Ok(tree(&game)),
            Err(error) => Err(ApiError::new(Code::BadPgn, error.to_string())),
        });
        games.collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(PgnGames { games: games.await? }))
}

fn tree(game: &PgnGame) -> PgnTree {
    let start = &game.start;
    let variant = Variant::Standard.of(start);
    let headers = game.headers.iter();
    PgnTree {
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        start_fen: Some(start.to_string()),
        variant,
        result: game.result.map_or_else(unknown, |result| result.to_string()),
        warnings: game.warnings.iter().map(ToString::to_string).collect(),
        comment: join(&game.moves.comments),
        line: nodes(&game.moves, start, variant),
    }
}

fn nodes(line: &Line, start: &Position, variant: Variant) -> Vec<PgnNode> {
    let mut position = start.clone();
    let mut list = Vec::new();
    for node in &line.nodes {
        let before = position.clone();
        // A page has no use for what follows a null move: nothing there can be searched as a game.
        let Some(mv) = node.mv.filter(|mv| position.try_play(*mv).is_ok()) else { break };
        let Step { uci, san, fen } = step(&before, mv, &position, variant);
        let variations = node.variations.iter().map(|line| PgnLine {
            comment: join(&line.comments),
            line: nodes(line, &before, variant),
        });
        list.push(PgnNode {
            uci: Some(uci),
            san: Some(san),
            fen: Some(fen),
            nags: node.nags.iter().map(|nag| nag.0).collect(),
            comment_before: join(&node.comments_before),
            comment: join(&node.comments),
            variations: variations.collect(),
        });
    }
    list
}

fn join(comments: &[Comment]) -> String {
    comments.iter().map(Comment::text).collect::<Vec<_>>().join(" ")
}

/// Writes a game as PGN.
#[utoipa::path(post, path = "/api/pgn/write", tag = "positions", request_body = PgnTree,
    responses((status = 200, body = PgnText), Failures))]
pub(crate) async fn write(Body(tree): Body<PgnTree>) -> Result<Json<PgnText>, ApiError> {
    let text = blocking(move || Ok(game(&tree)?.to_string()));
    Ok(Json(PgnText { pgn: text.await? }))
}

fn game(tree: &PgnTree) -> Result<PgnGame, ApiError> {
    let start = match &tree.start_fen {
        Some(fen) => read_fen(fen)?,
        None => Position::startpos(),
    };
    let mut game = PgnGame::new(start.clone());
    for (name, value) in &tree.headers {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Err(ApiError::value("headers", name, "a tag of letters, digits and _"));
        }
        game.headers.set(name, value);
    }
    game.result = GameResult::from_text(&tree.result);
    let mut left = MOST_NODES;
    game.moves = line(&tree.comment, &tree.line, &start, tree.variant, DEEPEST, &mut left)?;
    Ok(game)
}

fn line(
    comment: &str,
    nodes: &[PgnNode],
    start: &Position,
    variant: Variant,
    depth: usize,
    left: &mut usize,
) -> Result<Line, ApiError> {
    let mut read = Line { comments: comments(comment), nodes: Vec::new() };
    let mut position = start.clone();
    for node in nodes {
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        let text = node.uci.as_ref().or(node.san.as_ref());
        let text = text.ok_or_else(|| ApiError::value("uci", "", "a move, or san"))?;
        let mv = read_move(&position, text, variant)?;
        let depth = depth.checked_sub(1);
        let mut variations = Vec::new();
        for other in &node.variations {
            let depth = depth.ok_or_else(too_many)?;
            variations.push(line(&other.comment, &other.line, &position, variant, depth, left)?);
        }
        position.try_play(mv).map_err(ApiError::internal)?;
        read.nodes.push(Node {
            mv: Some(mv),
            nags: node.nags.iter().copied().map(Nag).collect(),
            comments_before: comments(&node.comment_before),
            comments: comments(&node.comment),
            variations,
        });
    }
    Ok(read)
}

fn comments(text: &str) -> Vec<Comment> {
    if text.is_empty() { Vec::new() } else { vec![Comment::new(text)] }
}

fn too_many() -> ApiError {
    let message = format!("more than {MOST_NODES} moves, or variations deeper than {DEEPEST}");
    ApiError::new(Code::BadValue, message)
}
