//! What an engine writes, read by threads of its own.
//!
//! A line gets its time when it arrives, not when somebody looks at it: the measured thinking
//! time must not depend on how busy the reader is. Nothing an engine writes can use up memory:
//! lines, the backlog of unread lines and the kept standard error are all bounded.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::client::error::Flood;

/// The longest line in bytes. A main line of 250 moves has 1500.
const MAX_LINE: u64 = 1 << 16;
/// How much may wait unread, in bytes.
const MAX_BACKLOG: usize = 1 << 23;
/// What an unread line costs beside its text.
const LINE_OVERHEAD: usize = 64;
/// How many lines of standard error are kept, and how much of each.
const KEPT_ERRORS: usize = 20;
const KEPT_ERROR_BYTES: usize = 400;

/// A line and when it arrived.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// Why there is no next line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoLine {
    /// Not yet.
    TimedOut,
    /// Never again.
    Closed,
    /// Never again, by our decision.
    Flooded(Flood),
}

/// The lines of an engine's standard output.
#[derive(Debug)]
pub(super) struct Output {
    lines: Receiver<Result<Line, NoLine>>,
    backlog: Arc<AtomicUsize>,
    /// Why the output ended, once it has.
    end: Option<NoLine>,
}

impl Output {
    /// Starts reading. The thread ends with the pipe or at the first flood.
    pub(super) fn new(pipe: impl Read + Send + 'static) -> Self {
        let (sender, lines) = channel();
        let backlog = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&backlog);
        thread::spawn(move || read_lines(pipe, &sender, &counter));
        Self { lines, backlog, end: None }
    }

    /// The next line, waited for until the deadline. A line that is there already is given even
    /// if the deadline has passed.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        if let Some(end) = self.end {
            return Err(end);
        }
        let received = match self.lines.try_recv() {
            Ok(received) => received,
            Err(TryRecvError::Disconnected) => Err(NoLine::Closed),
            Err(TryRecvError::Empty) => {
                match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                    Ok(received) => received,
                    Err(RecvTimeoutError::Disconnected) => Err(NoLine::Closed),
                    Err(RecvTimeoutError::Timeout) => return Err(NoLine::TimedOut),
                }
            }
        };
        match &received {
            Ok(line) => {
                self.backlog.fetch_sub(line.text.len() + LINE_OVERHEAD, Ordering::Relaxed);
            }
            Err(end) => self.end = Some(*end),
        }
        received
    }

    /// Throws away what has arrived so far.
    pub(super) fn clear(&mut self) {
        let now = Instant::now();
        // An engine that writes without end must not keep us here.
        while self.next(now).is_ok_and(|line| line.at <= now) {}
    }
}

fn read_lines(pipe: impl Read, sender: &Sender<Result<Line, NoLine>>, backlog: &AtomicUsize) {
    let mut reader = BufReader::new(pipe);
    loop {
        let next = read_line(&mut reader).and_then(|line| {
            let size = line.text.len() + LINE_OVERHEAD;
            let waiting = backlog.fetch_add(size, Ordering::Relaxed) + size;
            if waiting > MAX_BACKLOG { Err(NoLine::Flooded(Flood::Backlog)) } else { Ok(line) }
        });
        let is_end = next.is_err();
        if sender.send(next).is_err() || is_end {
            return;
        }
    }
}

/// Reads a line as text; what is no UTF-8 becomes replacement characters.
fn read_line(reader: &mut impl BufRead) -> Result<Line, NoLine> {
    let mut bytes = Vec::new();
    let length = reader.take(MAX_LINE).read_until(b'\n', &mut bytes);
    let at = Instant::now();
    match length {
        Ok(0) | Err(_) => Err(NoLine::Closed),
        Ok(_) if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") => {
            Err(NoLine::Flooded(Flood::Line))
        }
        Ok(_) => Ok(Line { text: String::from_utf8_lossy(&bytes).trim_ascii().to_owned(), at }),
    }
}

/// The last lines of an engine's standard error.
#[derive(Debug)]
pub(super) struct Errors {
    lines: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl Errors {
    /// Starts reading, so that the engine never waits for room in the pipe.
    pub(super) fn new(pipe: impl Read + Send + 'static) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let reader = thread::spawn(move || keep_last(pipe, &kept));
        Self { lines, reader }
    }

    /// The lines so far. The engine has ended, so its last words are about to be read; they are
    /// waited for a moment, and no longer, because a child of the engine may hold the pipe open.
    pub(super) fn last_words(&self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_millis(200);
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

fn keep_last(pipe: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    // A longer line is kept in pieces, which is good enough for last words.
    while let Ok(1..) = {
        bytes.clear();
        reader.by_ref().take(KEPT_ERROR_BYTES as u64).read_until(b'\n', &mut bytes)
    } {
        let line = String::from_utf8_lossy(&bytes).trim_ascii().to_owned();
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT_ERRORS {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}
