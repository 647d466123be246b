//! What the engine asks of the system while a clock runs.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running engine.
struct Engine {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        Self { process, output }
    }

    /// Says these lines and waits for an answer that starts so.
    fn ask(&mut self, lines: &str, answer: &str) {
        let input = self.process.stdin.as_mut().expect("a pipe");
        writeln!(input, "{lines}").expect("the engine listens");
        let mut line = String::new();
        while !line.starts_with(answer) {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("text") > 0, "{lines}: no {answer}");
        }
    }

    /// Pages that the system has given the process until now.
    fn page_faults(&self) -> u64 {
        let path = format!("/proc/{}/stat", self.process.id());
        let stat = fs::read_to_string(path).expect("the process lives");
        // The name in parentheses comes second; minor faults are the tenth field of all.
        let fields = stat.rsplit(')').next().expect("a name");
        fields.split_whitespace().nth(7).and_then(|field| field.parse().ok()).expect("a number")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Games were lost on time because a page can take the system 0.2 s (docs/experiments/011).
#[test]
fn a_game_begins_with_its_memory_in_hand() {
    let mut engine = Engine::start();
    engine.ask("uci\nsetoption name Hash value 16\nisready", "readyok");
    for game in 1..=3 {
        engine.ask("ucinewgame\nisready", "readyok");
        let before = engine.page_faults();
        engine.ask("position startpos moves d2d4\ngo nodes 20000", "bestmove");
        let faults = engine.page_faults() - before;
        assert!(faults < 40, "{faults} page faults in the first search of game {game}");
    }
}
