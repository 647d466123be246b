//! Where lines go: to the GUI, and to the log if there is one.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::info::Info;

use super::log::{Direction, Log};

/// The way out, shared with the searching thread. Each line is written whole and at once.
pub(super) struct Output<W>(Arc<Mutex<Sinks<W>>>);

struct Sinks<W> {
    writer: W,
    log: Option<Log>,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Self(Arc::new(Mutex::new(Sinks { writer, log: None })))
    }

    /// Writes a line. A GUI that no longer listens is no reason to fail: its pipe's end comes
    /// next and ends the session.
    pub(super) fn line(&self, line: impl Display) {
        self.lines([line]);
    }

    /// Writes lines in one go, which whoever reads them is woken for only once.
    pub(super) fn lines(&self, lines: impl IntoIterator<Item = impl Display>) {
        let mut text = String::new();
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        let mut sinks = self.lock();
        let _ = sinks.writer.write_all(text.as_bytes()).and_then(|()| sinks.writer.flush());
        if let Some(log) = &mut sinks.log {
            log.note(Direction::Said, &text);
        }
    }

    /// Words for a human.
    pub(super) fn message(&self, text: impl Display) {
        self.line(Info::message(&text.to_string()));
    }

    /// Notes a line of the GUI in the log.
    pub(super) fn heard(&self, line: &str) {
        if let Some(log) = &mut self.lock().log {
            log.note(Direction::Heard, line);
        }
    }

    /// Keeps a log in this file from now on, or none.
    pub(super) fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let log = path.map(Log::open).transpose()?;
        self.lock().log = log;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sinks<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
