//! `ferz net blend`: the mean of networks that were trained on from one another.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use ferz_eval::nnue::{Network, NetworkParts};

use crate::net::{load, write};

#[derive(Args)]
pub(crate) struct BlendArgs {
    /// Networks of one shape and one origin
    #[arg(required = true, num_args = 2.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How much each counts, separated by commas; all alike if not given
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    weights: Vec<f64>,
    /// A name for it
    #[arg(long)]
    name: Option<String>,
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &BlendArgs) -> anyhow::Result<ExitCode> {
    let networks = args.files.iter().map(|file| load(file)).collect::<anyhow::Result<Vec<_>>>()?;
    let weights = match args.weights.len() {
        0 => vec![1.0; networks.len()],
        count if count == networks.len() => args.weights.clone(),
        count => bail!("{count} weights for {} networks", networks.len()),
    };
    let parts: Vec<NetworkParts> = networks.iter().map(|network| network.parts()).collect();
    let weighed: Vec<_> = parts.iter().zip(weights.iter().copied()).collect();
    let mut blend = NetworkParts::blend(&weighed)?;
    if let Some(name) = &args.name {
        blend.facts.set("name", name)?;
    }
    let origins = networks.iter().zip(&weights).map(|(network, weight)| {
        let name = network.facts().get("name").unwrap_or("?");
        format!("{weight} of {name} {}", network.id())
    });
    blend.facts.set("blend", &origins.collect::<Vec<_>>().join(", "))?;
    write(&Network::new(&blend)?, &args.out)?;
    Ok(ExitCode::SUCCESS)
}
