//! Writing what was found into a game. Whatever was there stays.

use ferz_engine::opening_name;
use ferz_rules::pgn::{Comment, Eval, EvalScore, Line, Nag, Node, PgnGame};
use ferz_rules::{Game, Move, Position};

use super::judge::Judgement;
use super::moves::judge_moves;
use super::{EngineLine, Opinion};

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// White's chances to win, draw and lose in thousandths, as `[%wdl …]`.
    pub wdl: bool,
    /// How many half-moves of better lines; none at all for zero.
    pub line_length: usize,
    /// Evaluations that are there already are replaced.
    pub replaces: bool,
}

impl Default for Annotation {
    fn default() -> Self {
        Self { wdl: false, line_length: 10, replaces: false }
    }
}

/// Writes opinions into the main line: evaluations after every move, glyphs and better lines at
/// moves that cost something.
pub fn annotate(game: &mut PgnGame, opinions: &[Opinion], settings: &Annotation) {
    let judged = judge_moves(game, opinions);
    let mut position = game.start.clone();
    for ((node, pair), judged) in game.moves.nodes.iter_mut().zip(opinions.windows(2)).zip(judged) {
        let [before, after] = pair else { break };
        note_opinion(node, after, settings);
        if let Some(judgement) = judged.judgement {
            note_judgement(node, judgement);
            for line in &before.lines {
                add_line(node, &position, line, settings.line_length);
            }
        }
        position.play(judged.mv);
    }
    if !game.headers.contains("Annotator") {
        game.headers.set("Annotator", concat!("Ferz ", env!("CARGO_PKG_VERSION")));
    }
    if !game.headers.contains("Opening")
        && let Some(name) = name_of(game)
    {
        game.headers.set("Opening", name);
    }
}

/// The name of the last position of the game that has one.
pub(super) fn name_of(game: &PgnGame) -> Option<&'static str> {
    let mut played = Game::from_position(game.start.clone());
    let mut name = None;
    for mv in game.main_line() {
        if played.play(mv).is_err() {
            break;
        }
        name = opening_name(played.position()).or(name);
    }
    name
}

fn note_opinion(node: &mut Node, opinion: &Opinion, settings: &Annotation) {
    let has_eval = node.comments.iter().any(|comment| comment.eval().is_some());
    if has_eval && !settings.replaces {
        return;
    }
    // The comment that has one, or else the first; a new one only where there is none.
    let place = node.comments.iter().position(|comment| comment.eval().is_some()).unwrap_or(0);
    if node.comments.is_empty() {
        node.comments.push(Comment::new(""));
    }
    let comment = &mut node.comments[place];
    // Mate on the board speaks for itself.
    if opinion.score != EvalScore::Mate(0) {
        comment.set_eval(Eval { score: opinion.score, depth: opinion.depth });
    }
    if settings.wdl {
        let chances = opinion.chances;
        comment.set_command("wdl", &format!("{},{},{}", chances.win, chances.draw, chances.loss));
    }
    node.comments.retain(|comment| !comment.is_empty());
}

/// Adds a glyph, unless somebody has judged the move before.
fn note_judgement(node: &mut Node, judgement: Judgement) {
    let is_judgement = |nag: &Nag| (1..=6).contains(&nag.0);
    if !node.nags.iter().any(is_judgement) {
        node.nags.insert(0, judgement.nag());
    }
}

/// Adds a line as a variation, unless it begins with the move played or is there already.
fn add_line(node: &mut Node, position: &Position, line: &EngineLine, length: usize) {
    let Some(first) = line.moves.first().filter(|mv| node.mv != Some(**mv) && length > 0) else {
        return;
    };
    let is_known = |known: &Line| known.nodes.first().is_some_and(|node| node.mv == Some(*first));
    if node.variations.iter().any(is_known) {
        return;
    }
    let mut variation: Line = legal(position, &line.moves).take(length).collect();
    if let Some(first) = variation.nodes.first_mut() {
        let mut comment = Comment::new("");
        comment.set_eval(Eval { score: line.score, depth: None });
        first.comments.push(comment);
        node.variations.push(variation);
    }
}

/// As much of a line as is legal.
fn legal<'a>(position: &Position, moves: &'a [Move]) -> impl Iterator<Item = Move> + 'a {
    let mut position = position.clone();
    moves.iter().copied().take_while(move |mv| position.try_play(*mv).is_ok())
}
