//! What we write to an engine, by a thread of its own.
//!
//! An engine that does not read lets the pipe run full, and then writing waits for ever. The
//! thread may wait; we do not.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Why a line was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotWritten {
    /// The engine does not read.
    TimedOut,
    /// The engine has closed its input.
    Closed,
}

/// An engine's standard input. Dropping it closes the pipe.
#[derive(Debug)]
pub(super) struct Input {
    lines: Sender<String>,
    flushed: Receiver<Instant>,
    /// A line was given up on. Answers to later ones could no longer be told from its own.
    is_stuck: bool,
}

impl Input {
    pub(super) fn new(mut pipe: impl Write + Send + 'static) -> Self {
        let (lines, receiver) = channel::<String>();
        let (sender, flushed) = channel();
        thread::spawn(move || {
            while let Ok(line) = receiver.recv()
                && write(&mut pipe, &line).is_ok()
                && sender.send(Instant::now()).is_ok()
            {}
        });
        Self { lines, flushed, is_stuck: false }
    }

    /// Writes lines at once and says when they were flushed. Line ends inside one become spaces,
    /// so that a value from somewhere else cannot smuggle in a command.
    pub(super) fn send(
        &mut self,
        lines: &[String],
        patience: Duration,
    ) -> Result<Instant, NotWritten> {
        if self.is_stuck {
            return Err(NotWritten::TimedOut);
        }
        let text = lines.iter().map(|line| line.replace(['\n', '\r'], " ") + "\n").collect();
        self.lines.send(text).map_err(|_| NotWritten::Closed)?;
        self.flushed.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Disconnected => NotWritten::Closed,
            RecvTimeoutError::Timeout => {
                self.is_stuck = true;
                NotWritten::TimedOut
            }
        })
    }
}

fn write(pipe: &mut impl Write, line: &str) -> io::Result<()> {
    pipe.write_all(line.as_bytes())?;
    pipe.flush()
}
