//! `ferz perft DEPTH`: counts, with progress on a terminal.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ferz_rules::{CastlingStyle, PerftDivide, PerftTable, Position};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::PerftArgs;
use crate::interrupt;
use crate::output::say_line;

/// How often progress is looked at and an interrupt is heard.
const TICK: Duration = Duration::from_millis(20);

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let position = args.fen.clone().unwrap_or_else(Position::startpos);
    let depth = args.depth.unwrap_or_default();
    let table = table(args)?;
    let interrupted = interrupt::flag()?;

    let start = Instant::now();
    let divide = PerftDivide::new(&position, depth);
    // To no depth there is one line: the empty one.
    if depth > 0 {
        count(&divide, args, table.as_ref(), &interrupted);
    }
    let nodes = if depth == 0 { 1 } else { divide.nodes() };
    let complete = depth == 0 || divide.is_complete();
    let summary = Summary { depth, nodes, complete, time: start.elapsed() };
    report(args, &position, &divide, &summary);
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The table that the arguments ask for.
pub(crate) fn table(args: &PerftArgs) -> anyhow::Result<Option<PerftTable>> {
    Ok((args.hash > 0).then(|| PerftTable::with_mebibytes(args.hash)).transpose()?)
}

/// Counts while this thread shows progress and listens for Ctrl-C.
fn count(
    divide: &PerftDivide,
    args: &PerftArgs,
    table: Option<&PerftTable>,
    interrupted: &AtomicBool,
) {
    let bar = ProgressBar::new(divide.progress().1 as u64);
    bar.set_style(
        ProgressStyle::with_template("{wide_bar} {percent}% {elapsed} done, {eta} left {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let start = Instant::now();
    thread::scope(|scope| {
        let counting = scope.spawn(|| divide.run(args.threads, table));
        while !counting.is_finished() {
            thread::park_timeout(TICK.min(start.elapsed() / 4));
            if interrupted.load(Ordering::Relaxed) {
                divide.stop();
            }
            bar.set_position(divide.progress().0 as u64);
            bar.set_message(format!("{:.0} Mn/s", rate(divide.nodes(), start.elapsed()) / 1e6));
        }
    });
    bar.finish_and_clear();
}

/// What a count came to.
struct Summary {
    depth: u32,
    nodes: u64,
    complete: bool,
    time: Duration,
}

fn report(args: &PerftArgs, position: &Position, divide: &PerftDivide, summary: &Summary) {
    let &Summary { depth, nodes, complete, time } = summary;
    let style =
        if position.needs_chess960() { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
    let mut counts: Vec<(String, u64)> = Vec::new();
    if args.divide && depth > 0 {
        let named = divide.counts().into_iter();
        counts = named.map(|(mv, nodes)| (mv.uci(style).to_string(), nodes)).collect();
        counts.sort();
    }
    let nps = rate(nodes, time);
    if args.json {
        let divide: serde_json::Map<_, _> =
            counts.into_iter().map(|(mv, nodes)| (mv, json!(nodes))).collect();
        let mut object = json!({
            "fen": position.to_string(), "depth": depth, "nodes": nodes, "complete": complete,
            "seconds": time.as_secs_f64(), "nps": nps.round() as u64,
        });
        if args.divide {
            object["divide"] = divide.into();
        }
        say_line!("{object}");
        return;
    }
    for (mv, nodes) in counts {
        say_line!("{mv}: {nodes}");
    }
    if !complete {
        say_line!("stopped before the end");
    }
    say_line!("{nodes} nodes {nps:.0} nps");
}

/// Nodes per second.
pub(crate) fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}
