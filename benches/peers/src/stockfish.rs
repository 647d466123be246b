//! Stockfish's own perft, asked for by `go perft` in a process that stays up between rounds.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Runner;

/// Where Debian and others put it.
const PLACES: [&str; 3] = ["stockfish", "/usr/games/stockfish", "/usr/local/bin/stockfish"];

/// Starts the first Stockfish that is there and names it.
pub fn start() -> Result<(String, Runner), String> {
    let mut child = PLACES.iter().find_map(|path| spawn(path)).ok_or("none is installed")?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
    send(&mut input, "uci")?;
    let mut name = "Stockfish".to_owned();
    read_until(&mut output, |line| {
        if let Some(full) = line.strip_prefix("id name ") {
            full.clone_into(&mut name);
        }
        line == "uciok"
    })?;
    let run = move |fen: &str, depth: u32| count(&mut input, &mut output, fen, depth);
    Ok((name, Box::new(run)))
}

fn spawn(path: &str) -> Option<Child> {
    Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
}

fn count(
    input: &mut ChildStdin,
    output: &mut BufReader<ChildStdout>,
    fen: &str,
    depth: u32,
) -> Result<(u64, Duration), String> {
    send(input, &format!("position fen {fen}"))?;
    send(input, "isready")?;
    read_until(output, |line| line == "readyok")?;
    let start = Instant::now();
    send(input, &format!("go perft {depth}"))?;
    let mut nodes = None;
    read_until(output, |line| {
        nodes = line.strip_prefix("Nodes searched: ").and_then(|n| n.parse().ok());
        nodes.is_some()
    })?;
    let nodes = nodes.ok_or("no count")?;
    Ok((nodes, start.elapsed()))
}

fn send(input: &mut ChildStdin, line: &str) -> Result<(), String> {
    writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|error| error.to_string())
}

fn read_until(
    output: &mut BufReader<ChildStdout>,
    mut done: impl FnMut(&str) -> bool,
) -> Result<(), String> {
    let mut line = String::new();
    loop {
        line.clear();
        if output.read_line(&mut line).map_err(|error| error.to_string())? == 0 {
            return Err("the process has ended".to_owned());
        }
        if done(line.trim()) {
            return Ok(());
        }
    }
}
