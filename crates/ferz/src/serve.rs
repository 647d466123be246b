//! `ferz serve`: the API and the page.

use std::env;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use ferz_engine::Tablebases;
use ferz_server::{Access, AppState, Claim, Config, Limits, has_page};
use tokio::net::TcpListener;

use crate::output::say_line;

/// Where a token is looked for that is not on the command line, where others could see it.
const TOKEN_VARIABLE: &str = "FERZ_TOKEN";

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address; one that other machines can reach needs a token
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: IpAddr,
    /// What clients must know; better given as the variable FERZ_TOKEN
    #[arg(long)]
    token: Option<String>,
    /// Where games and experiments are kept
    #[arg(long, default_value = "ferz.db", value_name = "FILE")]
    store: PathBuf,
    /// Directories with Syzygy tables, separated by ; or :
    #[arg(long, value_name = "DIRS")]
    syzygy: Option<String>,
    /// Let pages of another origin in, such as http://localhost:5173
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// How many games may be played at the same time
    #[arg(long, value_name = "N")]
    max_games: Option<usize>,
    /// How many searches run at the same time, at least 2
    #[arg(long, value_name = "N")]
    max_searches: Option<usize>,
    /// How many threads a search may have
    #[arg(long, value_name = "N")]
    max_threads: Option<usize>,
    /// How many megabytes of table a search may have
    #[arg(long, value_name = "MB")]
    max_hash: Option<usize>,
    /// How many seconds an analysis may take
    #[arg(long, value_name = "S")]
    max_analysis: Option<u64>,
}

pub(crate) fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    let address = SocketAddr::new(args.host, args.port);
    let config = config(args)?;
    let store = config.store.display().to_string();
    let _claim = Claim::new(&config.store)?;
    let state = AppState::open(config)?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}"))?;
        say_line!("Ferz serves http://{}/ with the store {store}", listener.local_addr()?);
        if !has_page() {
            say_line!("This build has no page: `make play` builds it. The API works.");
        }
        ferz_server::serve(listener, state, stopped()).await.context("the server fails")
    })?;
    // Searches may still be at work; nothing that was answered depends on them.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

fn config(args: ServeArgs) -> anyhow::Result<Config> {
    let token = args.token.or_else(|| env::var(TOKEN_VARIABLE).ok());
    let usual = Limits::default();
    let limits = Limits {
        games: args.max_games.unwrap_or(usual.games),
        searches: args.max_searches.unwrap_or(usual.searches).max(2),
        threads: args.max_threads.unwrap_or(usual.threads).max(1),
        hash: args.max_hash.unwrap_or(usual.hash).max(1),
        analysis_time: args
            .max_analysis
            .map_or(usual.analysis_time, |seconds| seconds.saturating_mul(1000).max(1)),
        ..usual
    };
    let access = Access::of(args.host, token)?;
    let tables = args.syzygy.as_deref().map(tables).transpose()?;
    Ok(Config { store: args.store, access, origins: args.allow_origin, tables, limits })
}

fn tables(path: &str) -> anyhow::Result<Arc<Tablebases>> {
    let (tables, findings) = Tablebases::open(path);
    anyhow::ensure!(findings.wdl > 0, "{findings}");
    say_line!("{findings}");
    Ok(Arc::new(tables))
}

/// Ctrl-C, or the wish of the system that the program ends.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = end.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Without signals there is only the end of the process.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
