//! Evolution: evaluations that nobody has written, found by selection.
//!
//! [`Evolution`] is the document's genetic algorithm over the chromosomes of
//! [`ferz_eval::evolved`]; a [`Fitness`] says what is selected for; an [`Exam`] is the final test of
//! agents against an opponent. What an individual comes to follows from its genes, its generation and
//! the seed alone, so every evaluation is an item of the work queue.

mod chronicle;
mod error;
mod exam;
mod fitness;
mod label;
mod minimax;
mod operators;
mod player;
mod report;
mod run;
mod settings;
mod smooth;
mod starts;

pub use chronicle::{Chronicle, GenerationRecord, MemoryChronicle};
pub use error::EvolveError;
pub use exam::{Exam, ExamRow};
pub use fitness::{
    Fitness, FitnessKind, GamesMeasure, Measure, MentorMeasure, Mixture, MovesMeasure, Outcome,
    TacticsMeasure,
};
pub use label::{Label, LabelSettings, label_positions};
pub use minimax::{Choice, MAX_DEPTH, Minimax};
pub use operators::{first_individual, random_chromosome};
pub use player::AgentSearch;
pub use report::{EvolutionReport, exam_report};
pub use run::{Evolution, Step};
pub use settings::{EvolveSettings, FirstTables, Mutation};
pub use smooth::roughness;
pub use starts::{SelfPlayStarts, Starts};
