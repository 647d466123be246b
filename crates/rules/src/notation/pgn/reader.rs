//! Games out of a stream, one at a time.

use std::io::{self, BufRead};

use super::builder::{Builder, Step};
use super::error::{PgnError, PgnErrorKind};
use super::game::PgnGame;
use super::lexer::Lexer;

/// How many bytes one game may have, unless the caller says otherwise.
const DEFAULT_MAX_GAME_BYTES: u64 = 16 << 20;

/// An iterator over the games of a PGN file of any size.
///
/// Only one game is held at a time, and none longer than 16 MiB of text. A game that cannot be
/// read is an error, and the next item is the next game; only a failure of the input itself ends
/// the iteration. What is no part of a game, such as text before the first one, is passed over.
///
/// Lines are UTF-8 or, where they are not, Latin-1.
///
/// ```
/// use ferz_rules::pgn::Reader;
/// let text = "Two games by mail:\n\n1. e4 c9 *\n\n1. d2d4 Nf6 1/2-1/2";
/// let mut games = Reader::new(text.as_bytes());
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!((error.game, error.line), (1, 3));
/// assert_eq!(games.next().unwrap()?.main_line().count(), 2);
/// assert!(games.next().is_none());
/// # Ok::<(), ferz_rules::pgn::PgnError>(())
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    max_game_bytes: u64,
    games: u64,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads games from the input.
    pub const fn new(input: R) -> Self {
        Self {
            lexer: Lexer::new(input, DEFAULT_MAX_GAME_BYTES),
            max_game_bytes: DEFAULT_MAX_GAME_BYTES,
            games: 0,
            is_over: false,
        }
    }

    /// Refuses a game with more text than this.
    #[must_use]
    pub const fn max_game_bytes(mut self, bytes: u64) -> Self {
        self.lexer.set_max_comment(bytes);
        self.max_game_bytes = bytes;
        self
    }

    /// Feeds the builder up to the end of a game or of the input.
    fn read_into(&mut self, builder: &mut Builder) -> io::Result<()> {
        let mut start = self.lexer.offset();
        while let Some((place, token)) = self.lexer.next()? {
            let step = builder.take(place, token);
            match step {
                Step::Next | Step::Over => {}
                Step::SkipLine => self.lexer.skip_line(),
                Step::NextGame => {
                    self.lexer.unread();
                    return Ok(());
                }
            }
            if builder.is_empty() {
                start = self.lexer.offset();
            } else if self.lexer.offset().saturating_sub(start) > self.max_game_bytes {
                let limit = self.max_game_bytes;
                builder.fail(self.lexer.line(), PgnErrorKind::TooLong { limit });
            }
            if step == Step::Over && !self.lexer.comment_follows() {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        self.games += 1;
        let mut builder = Builder::new(self.games);
        if let Err(error) = self.read_into(&mut builder) {
            self.is_over = true;
            return Some(Err(builder.into_error(self.lexer.line(), PgnErrorKind::Io(error))));
        }
        let game = builder.finish(self.lexer.line());
        self.is_over = game.is_none();
        game
    }
}
