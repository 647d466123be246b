//! Inputs that fail, and inputs larger than memory should hold.

use std::cell::Cell;
use std::io::{self, BufReader, ErrorKind, Read};
use std::rc::Rc;

use ferz_rules::pgn::{PgnErrorKind, Reader};

use crate::sketch;

/// Repeats a text up to a number of bytes, and counts what it has handed out.
struct Endless {
    text: &'static [u8],
    given: Rc<Cell<usize>>,
    limit: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let given = self.given.get();
        let count = buffer.len().min(self.limit - given);
        for (offset, byte) in buffer[..count].iter_mut().enumerate() {
            *byte = self.text[(given + offset) % self.text.len()];
        }
        self.given.set(given + count);
        Ok(count)
    }
}

const MEGABYTE: usize = 1 << 20;
const BUFFER: usize = 1 << 16;

fn endless(text: &'static [u8], limit: usize) -> (Reader<BufReader<Endless>>, Rc<Cell<usize>>) {
    let given = Rc::new(Cell::new(0));
    let input = Endless { text, given: Rc::clone(&given), limit };
    (Reader::new(BufReader::with_capacity(BUFFER, input)), given)
}

/// A game of 5000 bytes, most of them a comment, so that a debug build has not too much to do.
const GAME: [u8; 5000] = {
    let head = b"[White \"Ann\"]\n\n1. e4 {";
    let tail = b"} e5 2. Nf3 1-0\n\n";
    let mut game = [b'x'; 5000];
    let mut at = 0;
    while at < head.len() {
        game[at] = head[at];
        at += 1;
    }
    at = 0;
    while at < tail.len() {
        game[5000 - tail.len() + at] = tail[at];
        at += 1;
    }
    game
};

#[test]
fn fifty_megabytes_are_read_one_game_at_a_time() {
    let (reader, given) = endless(&GAME, 50 * MEGABYTE / GAME.len() * GAME.len());
    let mut games = 0;
    for game in reader {
        assert_eq!(game.expect("a good game").main_line().count(), 3);
        games += 1;
        // What has been taken from the input, beyond the games that came out, is one buffer.
        let ahead = given.get() - games * GAME.len();
        assert!(ahead <= BUFFER, "{ahead} bytes are held after game {games}");
    }
    assert_eq!(games, 50 * MEGABYTE / GAME.len());
}

#[test]
fn a_file_without_line_ends_is_read_in_pieces() {
    let text = b"1. e4 e5 {a rather long comment on it} 2. Nf3 1-0 ";
    let (reader, given) = endless(text, 60_000 * text.len());
    let mut games = 0;
    for game in reader {
        assert_eq!(game.expect("a good game").main_line().count(), 3);
        games += 1;
        let ahead = given.get() - games * text.len();
        assert!(ahead <= MEGABYTE + BUFFER, "{ahead} bytes are held after game {games}");
    }
    assert_eq!(games, 60_000);
}

/// Reads the head and then the text over and over, which must be a single fault.
#[track_caller]
fn check_flood(head: &'static [u8], text: &'static [u8], message: &str) {
    let given = Rc::new(Cell::new(0));
    let flood = Endless { text, given: Rc::clone(&given), limit: 20 * MEGABYTE };
    let reader = Reader::new(BufReader::new(head.chain(flood))).max_game_bytes(100_000);
    let messages: Vec<String> = reader
        .map(|game| game.map_or_else(|error| error.to_string(), |game| sketch(&game)))
        .collect();
    assert_eq!(messages, [message]);
    assert_eq!(given.get(), 20 * MEGABYTE, "the end was looked for");
}

#[test]
fn a_game_without_end_is_an_error_and_no_flood() {
    let too_long =
        |line: u32| format!("game 1, line {line}: expected at most 100000 bytes for one game");
    check_flood(b"", b"Nf3 Nf6 Ng1 Ng8\n", &too_long(6667));
    check_flood(b"", b"{ comment }\n", &too_long(9091));
    check_flood(b"", b"[A \"b\"]\n", &too_long(14_286));
    check_flood(b"e4 1-0 ", b"{x\n} ", &too_long(25_000));
    check_flood(b"e4 ", b"(", "game 1, line 1: expected a move before '('");
    let unterminated = "game 1, line 1: expected '}' at the end of the comment \"no end";
    check_flood(b"e4 ", b"{ no end\n", &format!("{unterminated}{}…\"", "\n{ no end".repeat(6)));
}

#[test]
fn a_game_that_is_too_long_is_passed_over() {
    let long = format!(
        "[White \"a\"]\n\n1. e4 {{{}}} e5 1-0\n\n[White \"b\"]\n\n1. d4 *",
        "x".repeat(200)
    );
    let mut games = Reader::new(long.as_bytes()).max_game_bytes(200);
    let error = games.next().expect("a game").expect_err("more than 200 bytes");
    assert_eq!(
        error.to_string(),
        "game 1 (a - ?), line 3: expected at most 200 bytes for one game"
    );
    assert_eq!(sketch(&games.next().expect("another game").expect("a short one")), "d4 *");
    assert!(games.next().is_none());
    let mut enough = Reader::new(long.as_bytes()).max_game_bytes(300);
    assert!(enough.next().expect("a game").is_ok());
    // Text between games does not count.
    let letter = "dear friends\n".repeat(100) + "1. e4 *";
    assert_eq!(Reader::new(letter.as_bytes()).max_game_bytes(20).flatten().count(), 1);
}

/// Fails after its text; first hands out one byte at a time between interruptions.
struct Failing {
    text: &'static [u8],
    interrupted: bool,
}

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let Some((&byte, rest)) = self.text.split_first() else {
            return Err(io::Error::other("the disk is gone"));
        };
        self.text = rest;
        buffer[0] = byte;
        Ok(1)
    }
}

#[test]
fn a_failing_input_ends_the_iteration() {
    let input = Failing { text: b"1. e4 *\n\n[White \"a\"]\n1. d4 ", interrupted: false };
    let mut games = Reader::new(BufReader::new(input));
    assert_eq!(sketch(&games.next().expect("a game").expect("a good one")), "e4 *");
    let error = games.next().expect("the failure").expect_err("the failure");
    assert!(matches!(error.kind, PgnErrorKind::Io(_)));
    assert_eq!(error.to_string(), "game 2 (a - ?), line 4: cannot read on: the disk is gone");
    assert!(games.next().is_none());
}
