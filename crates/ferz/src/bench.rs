//! `ferz bench`: the node signature and the speed.

use std::process::ExitCode;

use crate::cli::BenchArgs;
use crate::output::{say, say_line};

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let settings = args.evaluation.settings()?;
    let report = ferz_engine::bench(&settings, args.depth, &mut |index, count, nodes| {
        say_line!("position {index} of {count}: {nodes} nodes");
    });
    if args.stats {
        say!("{}", report.statistics);
    }
    let nps = report.nodes as f64 / report.time.as_secs_f64().max(1e-9);
    say_line!("{} nodes {nps:.0} nps", report.nodes);
    Ok(ExitCode::SUCCESS)
}
