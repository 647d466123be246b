//! How driving an engine can fail.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use crate::option::OptionError;
use crate::reply::ReplyError;

/// What the client was waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// `uciok` after `uci`.
    Handshake,
    /// `readyok` after `isready`.
    Ready,
    /// `bestmove` after `go`.
    Search,
    /// The engine to read what was written to it.
    Write,
    /// The end of the process after `quit`.
    Quit,
}

/// Which bound an engine's output has broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// One line was too long.
    Line,
    /// Too much was written while nobody was reading.
    Backlog,
    /// Too much was written before the awaited answer.
    Wait,
}

/// How an engine ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Its status; `None` if it only closed its output, and was then killed.
    pub status: Option<ExitStatus>,
    /// The last lines that it wrote to its standard error.
    pub stderr: Vec<String>,
}

/// Why an engine could not be driven. After all but [`ClientError::Option`],
/// [`ClientError::Searching`] and [`ClientError::NotSearching`], which are the caller's mistakes
/// and change nothing, [`crate::Client::restart`] is the way on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientError {
    /// The program could not be started.
    Start {
        /// The program.
        program: PathBuf,
        /// The kind of failure.
        kind: io::ErrorKind,
        /// The operating system's words for it.
        message: String,
    },
    /// The engine ended, or closed its output.
    Exited(Exit),
    /// The engine did not answer in time; it still runs.
    TimedOut {
        /// What was waited for.
        phase: Phase,
        /// How long.
        after: Duration,
    },
    /// The engine's decision cannot be read.
    Unreadable(ReplyError),
    /// The engine wrote more than anybody can want, and was killed.
    Flooded(Flood),
    /// The engine did not declare the option, or does not take the value.
    Option(OptionError),
    /// The engine is searching, so this must wait.
    Searching,
    /// The engine is not searching, so there is nothing to wait for or stop.
    NotSearching,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Handshake => "uciok",
            Self::Ready => "readyok",
            Self::Search => "bestmove",
            Self::Write => "the engine to read its input",
            Self::Quit => "the engine to quit",
        })
    }
}

impl fmt::Display for Flood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "a line without end",
            Self::Backlog => "too much that nobody asked for",
            Self::Wait => "too much before its answer",
        })
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(status) => write!(f, "the engine ended ({status})")?,
            None => f.write_str("the engine closed its output")?,
        }
        if self.stderr.is_empty() { Ok(()) } else { write!(f, ": {}", self.stderr.join(" | ")) }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { program, message, .. } => {
                write!(f, "cannot start {}: {message}", program.display())
            }
            Self::Exited(exit) => exit.fmt(f),
            Self::TimedOut { phase, after } => {
                write!(f, "waited {} ms in vain for {phase}", after.as_millis())
            }
            Self::Unreadable(error) => error.fmt(f),
            Self::Flooded(flood) => write!(f, "the engine wrote {flood}"),
            Self::Option(error) => error.fmt(f),
            Self::Searching => f.write_str("the engine is still searching"),
            Self::NotSearching => f.write_str("the engine is not searching"),
        }
    }
}

impl std::error::Error for ClientError {}
