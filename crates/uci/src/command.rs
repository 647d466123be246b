//! What a GUI says to an engine: one line, one [`Command`].
//!
//! Reading is pure and forgiving where the protocol is: white space is free, unknown words are
//! skipped and reported, absurd clocks are brought into range. It touches no board and no option
//! table; [`PositionText::game`] and [`crate::Options::set`] do that.

mod error;
mod genfens;
mod go;
mod position;
mod read;

use std::fmt;

pub use error::CommandError;
pub use genfens::GenFens;
pub use go::{Clock, Go, MAX_TIME, MIN_TIME};
pub use position::{GameTextError, PositionText, StartText};

/// A command to an engine. Its `Display` is the line, without the line's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: introduce yourself.
    Uci,
    /// `isready`: say when everything before this is done.
    IsReady,
    /// `ucinewgame`: what follows has nothing to do with what came before.
    NewGame,
    /// `position`: the game so far.
    Position(PositionText),
    /// `go`: think.
    Go(Go),
    /// `stop`: give the best move now.
    Stop,
    /// `ponderhit`: the opponent played the expected move.
    PonderHit,
    /// `setoption`.
    SetOption {
        /// The option's name as it was written.
        name: String,
        /// What stood after `value`; a button needs none.
        value: Option<String>,
    },
    /// `debug on` and `debug off`.
    Debug(bool),
    /// `register`, with whatever followed: Ferz asks nobody to register.
    Register(String),
    /// `quit`: end now.
    Quit,
    /// `d`: show the board.
    Display,
    /// `eval`: explain the evaluation of the position.
    Eval,
    /// `bench`, with its arguments: the node signature.
    Bench(Vec<String>),
    /// `flip`: change the players' roles.
    Flip,
    /// `compiler`: say how this program was built.
    Compiler,
    /// `help`: list the commands.
    Help,
    /// `spsa`: print the parameters of the search for a tuner.
    Spsa,
    /// `export_net`, with a file name if one was given.
    ExportNet(Option<String>),
    /// `perft` and its depth.
    Perft(u32),
    /// `genfens`: make opening positions.
    GenFens(GenFens),
}

/// A command, and the words of its line that meant nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// The words that were skipped, in order, for a report.
    pub skipped: Vec<String>,
}

impl Command {
    /// Reads a line; `None` for a blank line or a comment, which starts with `#`.
    ///
    /// # Errors
    /// If no command can be found in the line, or one lacks what it needs.
    ///
    /// ```
    /// use ferz_uci::Command;
    /// let parsed = Command::parse("joho debug on")?.ok_or("a command")?;
    /// assert_eq!(parsed.command, Command::Debug(true));
    /// assert_eq!(parsed.skipped, ["joho"]);
    /// assert_eq!(Command::parse("# a comment")?, None);
    /// let error = Command::parse("go depth").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a number after \"depth\", got nothing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(line: &str) -> Result<Option<Parsed>, CommandError> {
        read::command(line)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::Debug(on) => f.write_str(if *on { "debug on" } else { "debug off" }),
            Self::Register(rest) => with_rest(f, "register", rest),
            Self::Quit => f.write_str("quit"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench(args) => with_rest(f, "bench", &args.join(" ")),
            Self::Flip => f.write_str("flip"),
            Self::Compiler => f.write_str("compiler"),
            Self::Help => f.write_str("help"),
            Self::Spsa => f.write_str("spsa"),
            Self::ExportNet(file) => with_rest(f, "export_net", file.as_deref().unwrap_or("")),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::GenFens(request) => request.fmt(f),
        }
    }
}

fn with_rest(f: &mut fmt::Formatter<'_>, word: &str, rest: &str) -> fmt::Result {
    f.write_str(word)?;
    if rest.is_empty() { Ok(()) } else { write!(f, " {rest}") }
}

#[cfg(test)]
mod tests;
