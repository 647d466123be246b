//! Portable game notation: the files in which games are kept and passed around.
//!
//! [`Reader`] turns a stream of bytes into games, one at a time, and forgives what programs and
//! people have written over the years; a game that cannot be understood is an error of its own
//! and the reader goes on with the next. [`PgnGame`] is a game with its headers, comments,
//! annotations and variations, and prints itself in the strict export form.
//!
//! ```
//! use ferz_rules::pgn::Reader;
//!
//! let text = "[White \"Ann\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {a knight} 1-0\n\n1. d4 d6 *";
//! let games: Vec<_> = Reader::new(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(games.len(), 2);
//! assert_eq!(games[0].headers.get("white"), Some("Ann"));
//! assert_eq!(games[0].main_line().count(), 3);
//! assert_eq!(games[0].moves.nodes[1].variations.len(), 1);
//! # Ok::<(), ferz_rules::pgn::PgnError>(())
//! ```

mod builder;
mod command;
mod comment;
mod error;
mod game;
mod headers;
mod lexer;
mod line_stack;
mod lines;
mod nag;
mod reader;
mod start;
mod tag;
mod token;
mod tree;
mod writer;

pub use command::{Eval, EvalScore};
pub use comment::Comment;
pub use error::{PgnError, PgnErrorKind, Warning, WarningKind};
pub use game::{GameResult, PgnGame};
pub use headers::Headers;
pub use nag::Nag;
pub use reader::Reader;
pub use tree::{Line, MAX_VARIATION_DEPTH, Node};
