//! The lines that are open while the moves of a game are read.
//!
//! The main line is at the bottom and each open variation above the line it branches off. The
//! stack knows positions and legal moves; what belongs to which game is the builder's.

use super::comment::Comment;
use super::error::PgnErrorKind;
use super::nag::Nag;
use super::tree::{Line, MAX_VARIATION_DEPTH, Node};
use crate::moves::Move;
use crate::notation::san::SanError;
use crate::position::Position;

/// The open lines, never none.
pub(super) struct LineStack {
    start: Position,
    main: OpenLine,
    variations: Vec<OpenLine>,
    /// Variations opened behind a null move of a dropped line, passed over with the rest of it.
    dropped: usize,
}

struct OpenLine {
    line: Line,
    /// The position before the last move, where a variation would start.
    before: Position,
    /// The position after the last move.
    position: Position,
    /// Comments that are said of the next move.
    held: Vec<Comment>,
    /// Whether a comment would be said of the next move: its number or a variation has come.
    holds: bool,
    /// A null move has come where none can be, and the rest of the line means nothing.
    is_dropped: bool,
}

impl OpenLine {
    fn new(start: Position) -> Self {
        Self {
            line: Line::default(),
            before: start.clone(),
            position: start,
            held: Vec::new(),
            holds: false,
            is_dropped: false,
        }
    }

    fn play(&mut self, mv: Option<Move>) {
        self.before = self.position.clone();
        match mv {
            Some(mv) => self.position.play(mv),
            None => self.position.play_null(),
        }
        let comments_before = std::mem::take(&mut self.held);
        self.line.nodes.push(Node { comments_before, ..Node::from(mv) });
        self.holds = false;
    }

    /// The comments on what has been read last.
    fn comments(&mut self) -> &mut Vec<Comment> {
        match self.line.nodes.last_mut() {
            Some(node) => &mut node.comments,
            None => &mut self.line.comments,
        }
    }

    /// The line is over; a comment on a next move that never came is said of the last one.
    fn close(mut self) -> Line {
        let held = std::mem::take(&mut self.held);
        self.comments().extend(held);
        self.line
    }
}

impl LineStack {
    /// The main line from its start, with what has been said before.
    pub(super) fn new(start: Position, comments: Vec<Comment>) -> Self {
        let mut main = OpenLine::new(start.clone());
        main.line.comments = comments;
        Self { start, main, variations: Vec::new(), dropped: 0 }
    }

    fn top(&mut self) -> &mut OpenLine {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    /// The line that is being read, unless it has been dropped.
    fn live(&mut self) -> Option<&mut OpenLine> {
        Some(self.top()).filter(|line| !line.is_dropped)
    }

    pub(super) fn number(&mut self) {
        if let Some(line) = self.live() {
            line.holds = true;
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), PgnErrorKind> {
        if let Some(line) = self.live() {
            let mv = read_move(&line.position, text).map_err(PgnErrorKind::Move)?;
            line.play(Some(mv));
        }
        Ok(())
    }

    /// Plays a null move in a variation. In the main line, or in check, the rest of the line is
    /// dropped instead; says whether it was.
    pub(super) fn play_null(&mut self) -> bool {
        let in_variation = !self.variations.is_empty();
        let Some(line) = self.live() else { return false };
        line.is_dropped = !in_variation || line.position.in_check();
        if !line.is_dropped {
            line.play(None);
        }
        line.is_dropped
    }

    /// Says whether there was a move for the glyph.
    pub(super) fn nag(&mut self, nag: Nag) -> bool {
        let top = self.top();
        match top.line.nodes.last_mut() {
            Some(node) if !top.is_dropped => node.nags.push(nag),
            _ => return top.is_dropped,
        }
        true
    }

    pub(super) fn comment(&mut self, comment: Comment) {
        if let Some(line) = self.live().filter(|_| !comment.is_empty()) {
            let held = line.holds;
            (if held { &mut line.held } else { line.comments() }).push(comment);
        }
    }

    pub(super) fn open(&mut self) -> Result<(), PgnErrorKind> {
        let Some(line) = self.live() else {
            self.dropped += 1;
            return Ok(());
        };
        if line.line.nodes.is_empty() {
            return Err(PgnErrorKind::VariationBeforeMove);
        }
        let start = line.before.clone();
        if self.variations.len() >= MAX_VARIATION_DEPTH {
            return Err(PgnErrorKind::TooDeep);
        }
        self.variations.push(OpenLine::new(start));
        Ok(())
    }

    pub(super) fn close(&mut self) -> Result<(), PgnErrorKind> {
        if self.dropped > 0 {
            self.dropped -= 1;
            return Ok(());
        }
        let line = self.variations.pop().ok_or(PgnErrorKind::UnopenedVariation)?.close();
        let parent = self.top();
        parent.holds = true;
        if let Some(node) = parent.line.nodes.last_mut().filter(|_| !line.is_empty()) {
            node.variations.push(line);
        }
        Ok(())
    }

    /// The start and the main line, if every variation has been closed.
    pub(super) fn finish(self) -> Result<(Position, Line), PgnErrorKind> {
        match self.variations.len() + self.dropped {
            0 => Ok((self.start, self.main.close())),
            open => Err(PgnErrorKind::UnclosedVariations(open)),
        }
    }
}

/// Reads a move in algebraic notation, or as engines write it.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, SanError> {
    position.parse_san(text).or_else(|error| {
        let squares = text.trim_end_matches(['+', '#']);
        position.parse_uci(squares).map_err(|_| error)
    })
}
