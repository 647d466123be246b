//! One game out of its tokens, and where it ends.
//!
//! A game is its tags, its moves and its result, and each of the three may be missing. It ends
//! behind its result, or where the next one begins: at a tag behind moves, at a second set of
//! tags, or at a line that starts with White's first move again.
//!
//! A game that cannot be read is followed to its end all the same: the rest of its headers is
//! wanted for the report, and the next game must be found.

use super::comment::Comment;
use super::error::{PgnError, PgnErrorKind, Warning, WarningKind};
use super::game::{GameResult, PgnGame};
use super::headers::Headers;
use super::lexer::Place;
use super::line_stack::{LineStack, read_move};
use super::start::start_position;
use super::tag::unescape;
use super::token::Token;
use crate::notation::excerpt;
use crate::position::Position;

/// How many tags a game may have. Looking for a name goes through all of them.
const MAX_TAGS: usize = 1000;

/// How many warnings are kept of a game. Whoever reads a hundred has understood.
const MAX_WARNINGS: usize = 100;

/// What the reader is to do after a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Go on with the next token.
    Next,
    /// Pass over the rest of the line: it belongs to no game.
    SkipLine,
    /// This game is over, and the token belongs to the next one.
    NextGame,
    /// This game is over, but for comments that follow in the same line.
    Over,
}

/// A game that is being read.
#[derive(Default)]
pub(super) struct Builder {
    /// The number of the game in the file.
    number: u64,
    headers: Headers,
    /// The lines of the headers on which the starting position depends.
    variant_line: u64,
    fen_line: u64,
    /// Comments before the moves. The start is not known until the last of the headers.
    comments: Vec<Comment>,
    /// The moves, once they have begun.
    lines: Option<LineStack>,
    /// Something that is neither tag nor comment has come.
    in_moves: bool,
    /// Words of the main line that may be moves.
    plies: usize,
    /// Parentheses that are open.
    depth: usize,
    /// The result at the end of the moves, if there is an end.
    end: Option<(u64, Option<GameResult>)>,
    warnings: Vec<Warning>,
    /// Why the game cannot be read, and the line in which that was found.
    fault: Option<(u64, PgnErrorKind)>,
}

impl Builder {
    pub(super) fn new(number: u64) -> Self {
        Self { number, ..Self::default() }
    }

    /// Whether nothing has been kept so far.
    pub(super) fn is_empty(&self) -> bool {
        !self.has_begun() && self.comments.is_empty()
    }

    /// Whether there is a game; a comment alone is none.
    fn has_begun(&self) -> bool {
        self.in_moves || !self.headers.is_empty() || self.fault.is_some()
    }

    /// Marks the game as broken, unless it already is, and gives up its moves.
    pub(super) fn fail(&mut self, line: u64, kind: PgnErrorKind) {
        self.fault.get_or_insert((line, kind));
        self.lines = None;
        self.comments.clear();
    }

    fn warn(&mut self, line: u64, kind: WarningKind) {
        if self.fault.is_none() && self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(Warning { line, kind });
        }
    }

    /// Takes the next token.
    pub(super) fn take(&mut self, place: Place, token: Token<'_>) -> Step {
        if self.starts_next_game(place, token) {
            return Step::NextGame;
        }
        if !self.has_begun() && !self.starts_game(token) {
            return self.take_between_games(token);
        }
        match token {
            Token::Tag { name, value } => self.take_tag(place, name, value),
            Token::UnterminatedTag { name, value, text } => {
                self.take_tag(place, name, value);
                self.fail(place.line, PgnErrorKind::UnterminatedTag(excerpt(text)));
            }
            Token::Comment(text) => self.take_comment(text),
            // Only the beginning is kept: the rest of the file may be in it.
            Token::UnterminatedComment(text) => {
                self.fail(place.line, PgnErrorKind::UnterminatedComment(excerpt(text.trim())));
            }
            Token::Unknown(text) => self.warn(place.line, WarningKind::Unknown(excerpt(text))),
            Token::Result(result) if self.depth == 0 => {
                self.in_moves = true;
                self.end = Some((place.line, result));
            }
            // Some programs end a variation like a game.
            Token::Result(_) => {}
            _ => self.take_in_moves(place, token),
        }
        if self.end.is_some() { Step::Over } else { Step::Next }
    }

    /// Whether the token begins a game where none has begun. A word does so only if it is a
    /// move.
    fn starts_game(&self, token: Token<'_>) -> bool {
        match token {
            Token::Tag { .. }
            | Token::UnterminatedTag { .. }
            | Token::UnterminatedComment(_)
            | Token::Number { first: true } => true,
            Token::Result(_) => !self.comments.is_empty(),
            Token::Move(text) => read_move(&Position::startpos(), text).is_ok(),
            _ => false,
        }
    }

    fn starts_next_game(&self, place: Place, token: Token<'_>) -> bool {
        match token {
            Token::Tag { name, .. } | Token::UnterminatedTag { name, .. } => {
                let is_event = name.eq_ignore_ascii_case("Event");
                self.in_moves
                    || self.headers.contains(name) && (place.after_blank || is_event)
                    || !self.headers.is_empty() && place.after_blank && is_event
            }
            // An empty line makes it plain; otherwise `1. e4` and `1. e5` may stand in two lines.
            Token::Number { first: true } if place.first_on_line && self.depth == 0 => {
                self.plies >= if place.after_blank { 1 } else { 2 }
            }
            _ => false,
        }
    }

    /// Takes what belongs to no game, unless it is a comment on one without headers.
    fn take_between_games(&mut self, token: Token<'_>) -> Step {
        match token {
            Token::Comment(text) => self.take_comment(text),
            Token::Result(_) => {}
            _ => return Step::SkipLine,
        }
        Step::Next
    }

    fn take_tag(&mut self, place: Place, name: &str, value: &str) {
        if self.headers.is_empty() && !self.in_moves {
            // What was said before the headers was not said of this game.
            self.comments.clear();
        }
        if self.headers.len() >= MAX_TAGS && !self.headers.contains(name) {
            self.fail(place.line, PgnErrorKind::TooManyTags);
            return;
        }
        if name.eq_ignore_ascii_case("Variant") {
            self.variant_line = place.line;
        } else if name.eq_ignore_ascii_case("FEN") {
            self.fen_line = place.line;
        }
        self.headers.set(name, &unescape(value));
    }

    fn take_comment(&mut self, text: &str) {
        if self.fault.is_some() {
            return;
        }
        let comment = Comment::new(text);
        match &mut self.lines {
            Some(lines) => lines.comment(comment),
            None if comment.is_empty() => {}
            None => self.comments.push(comment),
        }
    }

    fn take_in_moves(&mut self, place: Place, token: Token<'_>) {
        self.in_moves = true;
        self.count(token);
        self.begin_moves();
        let Some(lines) = &mut self.lines else {
            return; // The game is broken, and only its end is looked for.
        };
        let taken = match token {
            Token::Move(text) => lines.play(text),
            Token::Open => lines.open(),
            Token::Close => lines.close(),
            Token::Number { .. } => {
                lines.number();
                Ok(())
            }
            Token::NullMove(text) => {
                if lines.play_null() {
                    self.warn(place.line, WarningKind::NullMove(text.to_owned()));
                }
                Ok(())
            }
            Token::Nag(nag) => {
                if !lines.nag(nag) {
                    self.warn(place.line, WarningKind::Unknown(nag.to_string()));
                }
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(kind) = taken {
            self.fail(place.line, kind);
        }
    }

    /// Counts what tells the end of a game, broken or not.
    const fn count(&mut self, token: Token<'_>) {
        match token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Move(_) | Token::NullMove(_) if self.depth == 0 => self.plies += 1,
            _ => {}
        }
    }

    /// Sets up the starting position, now that all headers are known.
    fn begin_moves(&mut self) {
        if self.lines.is_some() || self.fault.is_some() {
            return;
        }
        match start_position(&self.headers) {
            Ok(start) => {
                let comments = std::mem::take(&mut self.comments);
                self.lines = Some(LineStack::new(start, comments));
            }
            Err(kind @ PgnErrorKind::Variant(_)) => self.fail(self.variant_line, kind),
            Err(kind) => self.fail(self.fen_line, kind),
        }
    }

    /// A report on this game.
    pub(super) fn into_error(self, line: u64, kind: PgnErrorKind) -> PgnError {
        PgnError { game: self.number, line, headers: self.headers, kind }
    }

    /// The game, if there is one, or why it cannot be read. `line` is where it ended.
    pub(super) fn finish(mut self, line: u64) -> Option<Result<PgnGame, PgnError>> {
        if !self.has_begun() {
            return None;
        }
        self.begin_moves();
        if let Some((line, kind)) = self.fault.take() {
            return Some(Err(self.into_error(line, kind)));
        }
        let (start, moves) = match self.lines.take()?.finish() {
            Ok(lines) => lines,
            Err(kind) => return Some(Err(self.into_error(line, kind))),
        };
        let result = self.settle_result();
        Some(Ok(PgnGame { headers: self.headers, start, moves, result, warnings: self.warnings }))
    }

    /// The result at the end of the moves, or the header's if the end does not tell.
    fn settle_result(&mut self) -> Option<GameResult> {
        let header = self.headers.get("Result").unwrap_or_default();
        let told = GameResult::from_text(header.trim());
        match self.end {
            Some((line, end @ Some(_))) => {
                if told.is_some() && told != end {
                    let kind = WarningKind::ResultMismatch {
                        header: header.to_owned(),
                        end: GameResult::text(end),
                    };
                    self.warn(line, kind);
                }
                end
            }
            _ => told,
        }
    }
}
