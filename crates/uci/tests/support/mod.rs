//! A GUI for the tests: it talks to a session in another thread.

#![allow(dead_code)] // Each test binary uses what it needs.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ferz_uci::Session;

/// A pipe into the session.
struct Pipe {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.lines.recv() {
                Ok(line) => self.rest = format!("{line}\n").into_bytes(),
                Err(_) => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// What the session writes.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A GUI that talks to a session in another thread.
pub(crate) struct Gui {
    input: Option<Sender<String>>,
    output: Output,
    session: Option<JoinHandle<()>>,
}

/// Long enough for the slowest machine, and never waited for when all is well.
const PATIENCE: Duration = Duration::from_mins(1);

impl Gui {
    pub(crate) fn new() -> Self {
        let (input, lines) = channel();
        let output = Output::default();
        let writer = output.clone();
        let session = thread::spawn(move || {
            let pipe = BufReader::new(Pipe { lines, rest: Vec::new() });
            Session::new(writer).run(pipe).expect("the pipe can be read");
        });
        Self { input: Some(input), output, session: Some(session) }
    }

    pub(crate) fn send(&self, line: &str) {
        self.input.as_ref().unwrap().send(line.to_owned()).expect("the session listens");
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.output.0.lock().unwrap().clone()).expect("UTF-8")
    }

    /// Waits for so many lines that start like this and returns everything said so far.
    #[track_caller]
    pub(crate) fn wait_for(&self, start: &str, count: usize) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if text.lines().filter(|line| line.starts_with(start)).count() >= count {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "no {start} in:\n{text}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the input and returns everything that was said.
    pub(crate) fn finish(mut self) -> String {
        self.input = None;
        self.session.take().unwrap().join().expect("the session does not panic");
        self.text()
    }
}

pub(crate) fn converse(lines: &[&str]) -> String {
    let gui = Gui::new();
    for line in lines {
        gui.send(line);
    }
    gui.finish()
}

#[track_caller]
pub(crate) fn check_says(lines: &[&str], expected: &str) {
    let text = converse(lines);
    assert!(text.lines().any(|line| line == expected), "no \"{expected}\" in:\n{text}");
}

/// A conversation in which every search ends before the next line is sent.
pub(crate) fn in_turn(lines: &[&str]) -> String {
    let gui = Gui::new();
    let mut searches = 0;
    for line in lines {
        gui.send(line);
        if line.starts_with("go ") {
            searches += 1;
            gui.wait_for("bestmove", searches);
        }
    }
    gui.finish()
}

/// The nodes of the last search of a conversation.
pub(crate) fn nodes(lines: &[&str]) -> u64 {
    let text = in_turn(lines);
    let last = text.lines().rev().find(|line| line.starts_with("info depth")).unwrap_or("");
    let mut words = last.split(' ').skip_while(|word| *word != "nodes");
    words.nth(1).and_then(|count| count.parse().ok()).expect(&text)
}

/// The value after a word of a line.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|other| *other != word).nth(1)
}

/// The lines that start like this.
pub(crate) fn starting<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(start)).collect()
}

/// The score of the last line of analysis, as `cp 12` or `mate 3`.
#[track_caller]
pub(crate) fn last_score(text: &str) -> String {
    let line = *starting(text, "info depth").last().expect(text);
    let kind = after(line, "score").expect(line);
    format!("{kind} {}", after(line, kind).expect(line))
}
