//! What we write to an engine.
//!
//! An engine that does not read lets the pipe run full, and then writing would wait for ever. So we
//! write as much as there is room for, which is everything for an engine that reads, and leave the
//! rest to a thread that may wait. To give every line to a thread costs two switches of context for
//! each move of a game.

use std::io::{ErrorKind, Write};
use std::process::ChildStdin;
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
pub(super) struct Input(Way);

#[derive(Debug)]
enum Way {
    /// Into a pipe that never makes us wait.
    Direct(ChildStdin),
    /// Through a thread.
    Thread(Writer),
    /// None any more.
    Closed,
}

impl Input {
    pub(super) fn new(pipe: ChildStdin) -> Self {
        let can_refuse = set_patience(&pipe, false);
        Self(if can_refuse { Way::Direct(pipe) } else { Way::Thread(Writer::new(pipe)) })
    }

    /// Writes lines at once and says when they were flushed. Line ends inside one become spaces,
    /// so that a value from somewhere else cannot smuggle in a command.
    pub(super) fn send(
        &mut self,
        lines: &[String],
        patience: Duration,
    ) -> Result<Instant, NotWritten> {
        let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            text.extend(line.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
            text.push('\n');
        }
        let mut rest = text.into_bytes();
        if let Way::Direct(pipe) = &mut self.0 {
            match write_now(pipe, &rest) {
                Ok(written) if written == rest.len() => return Ok(Instant::now()),
                Ok(written) => drop(rest.drain(..written)),
                Err(closed) => return Err(closed),
            }
            self.use_thread();
        }
        match &mut self.0 {
            Way::Thread(writer) => writer.send(rest, patience),
            Way::Direct(_) | Way::Closed => Err(NotWritten::Closed),
        }
    }

    /// From now on a thread waits for room: an engine that has let its pipe run full once is in no
    /// hurry.
    fn use_thread(&mut self) {
        if let Way::Direct(pipe) = std::mem::replace(&mut self.0, Way::Closed)
            && set_patience(&pipe, true)
        {
            self.0 = Way::Thread(Writer::new(pipe));
        }
    }
}

/// Writes as much as there is room for.
fn write_now(pipe: &mut ChildStdin, bytes: &[u8]) -> Result<usize, NotWritten> {
    let mut written = 0;
    while written < bytes.len() {
        match pipe.write(&bytes[written..]) {
            Ok(0) => return Err(NotWritten::Closed),
            Ok(more) => written += more,
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return Err(NotWritten::Closed),
        }
    }
    Ok(written)
}

/// Whether writing waits for room in the pipe, or refuses; says whether that could be set. The
/// engine's end of the pipe is not concerned.
#[cfg(unix)]
fn set_patience(pipe: &ChildStdin, waits: bool) -> bool {
    rustix::io::ioctl_fionbio(pipe, !waits).is_ok()
}

/// Other systems have no such setting for pipes.
#[cfg(not(unix))]
const fn set_patience(_: &ChildStdin, waits: bool) -> bool {
    waits
}

/// A thread that may wait for an engine. We do not.
#[derive(Debug)]
struct Writer {
    texts: Sender<Vec<u8>>,
    flushed: Receiver<Instant>,
    /// A text was given up on. Answers to later ones could no longer be told from its own.
    is_stuck: bool,
}

impl Writer {
    fn new(mut pipe: ChildStdin) -> Self {
        let (texts, receiver) = channel::<Vec<u8>>();
        let (sender, flushed) = channel();
        thread::spawn(move || {
            while let Ok(text) = receiver.recv()
                && pipe.write_all(&text).and_then(|()| pipe.flush()).is_ok()
                && sender.send(Instant::now()).is_ok()
            {}
        });
        Self { texts, flushed, is_stuck: false }
    }

    fn send(&mut self, text: Vec<u8>, patience: Duration) -> Result<Instant, NotWritten> {
        if self.is_stuck {
            return Err(NotWritten::TimedOut);
        }
        self.texts.send(text).map_err(|_| NotWritten::Closed)?;
        self.flushed.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Disconnected => NotWritten::Closed,
            RecvTimeoutError::Timeout => {
                self.is_stuck = true;
                NotWritten::TimedOut
            }
        })
    }
}
