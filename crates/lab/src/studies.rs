//! The studies of a bachelor's thesis on a chess engine called Irida, with Ferz in its place.
//!
//! It adds one technique after another to plain alpha-beta and measures each step, in games under
//! two controls (sections 6.5 and 6.6) and in the growth of the tree (section 6.7). Here the steps
//! are sets of features of one engine; what was measured there stands in `document`, so that
//! reports can show both side by side.

mod ablation;
mod chain;
pub mod document;
mod growth;
mod growth_report;
mod strength;

pub use ablation::{
    AblationReport, Collector, Control, GameFacts, Pairing, PairingResult, chain_pairings,
    drop_one_pairings,
};
pub use chain::{ChainError, Stage, document_chain, parse_chain};
pub use growth::{Growth, measure_growth};
pub use growth_report::growth_report;
pub use strength::{Rung, estimate_rating, strength_report};
