//! `ferz perft --suite FILE`: checks known counts.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use ferz_rules::{PerftCase, PerftDivide, PerftTable};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::PerftArgs;
use crate::output::say_line;
use crate::{interrupt, perft};

/// A count that differs from the file's.
struct Mismatch {
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    found: u64,
}

/// What has been checked so far.
#[derive(Default)]
struct Tally {
    positions: usize,
    counts: usize,
    nodes: u64,
    mismatches: Vec<Mismatch>,
}

pub(crate) fn run(file: &Path, args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let cases = read(file)?;
    let table = perft::table(args)?;
    let interrupted = interrupt::flag()?;
    let bar = ProgressBar::new(cases.len() as u64);
    bar.set_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let start = Instant::now();
    let mut tally = Tally::default();
    for (line, case) in &cases {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        check(*line, case, args, table.as_ref(), &mut tally);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let complete = tally.positions == cases.len();
    report(args, &tally, complete, start.elapsed());
    let passed = complete && tally.mismatches.is_empty();
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The cases of a file with their line numbers; empty lines and lines with `#` are comments.
fn read(file: &Path) -> anyhow::Result<Vec<(usize, PerftCase)>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let cases: Vec<(usize, PerftCase)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let case = line.parse().with_context(|| format!("{name}, line {number}"))?;
            Ok((number, case))
        })
        .collect::<anyhow::Result<_>>()?;
    anyhow::ensure!(!cases.is_empty(), "{name} has no positions");
    Ok(cases)
}

fn check(
    line: usize,
    case: &PerftCase,
    args: &PerftArgs,
    table: Option<&PerftTable>,
    tally: &mut Tally,
) {
    let max_nodes = args.max_nodes.unwrap_or(u64::MAX);
    for &(depth, expected) in case.counts.iter().filter(|(_, count)| *count <= max_nodes) {
        let divide = PerftDivide::new(&case.position, depth);
        if depth > 0 {
            divide.run(args.threads, table);
        }
        let found = if depth == 0 { 1 } else { divide.nodes() };
        tally.counts += 1;
        tally.nodes += found;
        if found != expected {
            let fen = case.position.to_string();
            tally.mismatches.push(Mismatch { line, fen, depth, expected, found });
        }
    }
    tally.positions += 1;
}

fn report(args: &PerftArgs, tally: &Tally, complete: bool, time: Duration) {
    let Tally { positions, counts, nodes, mismatches } = tally;
    let nps = perft::rate(*nodes, time);
    if args.json {
        let mismatches: Vec<_> = mismatches
            .iter()
            .map(|m| {
                json!({
                    "line": m.line, "fen": m.fen, "depth": m.depth,
                    "expected": m.expected, "found": m.found,
                })
            })
            .collect();
        let object = json!({
            "positions": positions, "counts": counts, "nodes": nodes, "complete": complete,
            "seconds": time.as_secs_f64(), "nps": nps.round() as u64, "mismatches": mismatches,
        });
        say_line!("{object}");
        return;
    }
    for Mismatch { line, fen, depth, expected, found } in mismatches {
        say_line!("line {line}: {fen}: depth {depth} has {found} lines, the file says {expected}");
    }
    if !complete {
        say_line!("stopped before the end");
    }
    let wrong = mismatches.len();
    say_line!("{positions} positions, {counts} counts, {wrong} wrong");
    say_line!("{nodes} nodes {nps:.0} nps");
}
