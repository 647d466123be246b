//! The tree: alpha-beta with everything that makes it fast and deep.
//!
//! Start with [`Worker::think`]. The node itself is in `node.rs`, in numbered steps, and its moves
//! in `node/moves.rs`; every
//! technique has a [`Feature`] that switches it off and rows in [`PARAMS`] that tune it. This
//! crate prints nothing and parses no protocol, and on one thread it is deterministic.

mod cycle;
mod feature;
mod history;
mod limits;
mod node;
mod noise;
mod parallel;
mod params;
mod picker;
mod prefetch;
mod quiescence;
mod report;
mod root;
mod score;
mod see;
mod statistics;
mod tablebase;
mod trace;
mod tt;
mod window;
mod worker;

pub use feature::{Feature, FeatureError, Features};
pub use limits::{Clock, Limits, TimeBudget};
pub use noise::EvalNoise;
pub use parallel::{Parallel, ParallelError};
pub use params::{PARAMS, ParamRow, Params};
pub use report::{Report, RootMove, RootMoveHook, SearchResult};
pub use root::{RootDriver, RootDriverError};
pub use score::{MAX_PLY, Score, Verdict};
pub use see::see_at_least;
pub use statistics::{Statistics, Tally};
pub use tablebase::{TableUse, Tablebase, Wdl};
pub use trace::{Tracer, Visit};
pub use tt::{Bound, Hit, NoRoom, Record, TranspositionTable};
pub use window::Window;
pub use worker::{Shared, Worker};
