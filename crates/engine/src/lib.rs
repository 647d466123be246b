//! The player: what a protocol, a laboratory or a server drives.
//!
//! [`Engine`] holds the settings, the table and the searching threads. It knows no protocol: what
//! it has to say goes to the listener that [`Engine::go`] is given.

mod agent;
mod bench;
mod book;
mod crew;
mod engine;
mod memory;
mod network;
mod plan;
mod player;
mod settings;
mod strength;
mod tablebase;
mod thinker;
mod wdl;

pub use agent::{Agent, AgentError};
pub use bench::{BENCH_DEPTH, BenchReport, bench};
pub use book::{
    BookBuilder, BookMove, BookRules, BookSettings, PolyglotBook, PolyglotError, merge_books,
    opening_name,
};
pub use engine::{Engine, Listener, Order};
pub use network::{EvalFile, LoadError, embedded_network, load_eval_file, load_network};
pub use settings::{Evaluation, Settings, TableSettings};
pub use strength::{FULL_SKILL, MAX_ELO, MIN_ELO, Strength};
pub use tablebase::{Findings, Probe, RankedMove, TableError, Tablebases};
pub use wdl::{Chances, Polynomial, WdlModel, material};
