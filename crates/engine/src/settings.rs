//! What a user can set.

use std::sync::Arc;
use std::time::Duration;

use ferz_eval::EvaluatorKind;
use ferz_eval::nnue::Network;
use ferz_search::{Features, Parallel, Params, RootDriver};

use crate::agent::Agent;
use crate::book::BookSettings;
use crate::network::embedded_network;
use crate::strength::Strength;
use crate::tablebase::Tablebases;

/// The settings of an engine, each in force from the next search on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Mebibytes of the transposition table.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How they work together.
    pub parallel: Parallel,
    /// How many best lines are worked out.
    pub multipv: usize,
    /// Time lost between the clock and the engine.
    pub overhead: Duration,
    /// Which evaluation is used.
    pub evaluator: EvaluatorKind,
    /// The network, if there is one.
    pub network: Option<Arc<Network>>,
    /// The agent of evolved play, if there is one.
    pub agent: Option<Arc<Agent>>,
    /// Which techniques of the search are switched on.
    pub features: Features,
    /// How the root closes in on the score of an iteration.
    pub root_driver: RootDriver,
    /// How many centipawns a draw costs when playing.
    pub contempt: i32,
    /// The position is studied and not played: no contempt.
    pub analyse_mode: bool,
    /// What is known of the opponent's strength.
    pub opponent_rating: Option<u32>,
    /// Endgame tables and their use.
    pub tables: TableSettings,
    /// A book to play from.
    pub book: BookSettings,
    /// How strong to play.
    pub strength: Strength,
    /// The numbers of the search, which only a build for tuners can set.
    pub params: Params,
}

/// Endgame tables and their use.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// The tables, if there are any.
    pub tables: Option<Arc<Tablebases>>,
    /// In positions with as many pieces as the largest tables, the least depth of a look-up.
    pub probe_depth: i32,
    /// The most pieces that are looked up.
    pub probe_limit: u32,
    /// Whether wins that the fifty-move rule prevents are draws.
    pub fifty_moves: bool,
}

impl Default for TableSettings {
    fn default() -> Self {
        Self { tables: None, probe_depth: 1, probe_limit: 7, fifty_moves: true }
    }
}

/// Tables are the same only if they are the very same.
impl PartialEq for TableSettings {
    fn eq(&self, other: &Self) -> bool {
        let address = |this: &Self| this.tables.as_ref().map(Arc::as_ptr);
        let rules = |this: &Self| (this.probe_depth, this.probe_limit, this.fifty_moves);
        address(self) == address(other) && rules(self) == rules(other)
    }
}

impl Eq for TableSettings {}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            parallel: Parallel::default(),
            multipv: 1,
            overhead: Duration::from_millis(10),
            evaluator: EvaluatorKind::Nnue,
            network: embedded_network().ok().flatten(),
            agent: None,
            features: Features::default(),
            root_driver: RootDriver::default(),
            contempt: 0,
            analyse_mode: false,
            opponent_rating: None,
            tables: TableSettings::default(),
            book: BookSettings::default(),
            strength: Strength::default(),
            params: Params::default(),
        }
    }
}

/// The evaluation that settings come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation<'a> {
    /// By hand-made terms.
    Classical,
    /// By the genes of this agent.
    Evolved(&'a Arc<Agent>),
    /// By the pieces alone.
    Material,
    /// By this network.
    Network(&'a Arc<Network>),
}

/// Up to this rating contempt counts in full.
const WEAK_OPPONENT: u32 = 2400;
/// From this rating on a draw is no disappointment.
const STRONG_OPPONENT: u32 = 3000;

impl Settings {
    /// The evaluation in use: without a network the classical one takes its place, without an agent
    /// the hand-made one.
    pub fn evaluation(&self) -> Evaluation<'_> {
        match (self.evaluator, &self.network) {
            (EvaluatorKind::Nnue, Some(network)) => Evaluation::Network(network),
            (EvaluatorKind::Nnue, None) | (EvaluatorKind::Classical, _) => Evaluation::Classical,
            (EvaluatorKind::Evolved, _) => {
                Evaluation::Evolved(self.agent.as_ref().unwrap_or_else(|| Agent::original()))
            }
            (EvaluatorKind::Material, _) => Evaluation::Material,
        }
    }

    /// The contempt that a game against this opponent deserves.
    ///
    /// Whoever avoids draws pays for it, and against a strong opponent too much: between the two
    /// ratings contempt fades. A negative contempt, which looks for draws, stays as it is.
    ///
    /// ```
    /// use ferz_engine::Settings;
    /// let against = |rating| {
    ///     Settings { contempt: 30, opponent_rating: rating, ..Settings::default() }.play_contempt()
    /// };
    /// assert_eq!(against(None), 30);
    /// assert_eq!([1500, 2700, 3500].map(|rating| against(Some(rating))), [30, 15, 0]);
    /// ```
    pub fn play_contempt(&self) -> i32 {
        match self.opponent_rating {
            _ if self.analyse_mode => 0,
            Some(rating) if self.contempt > 0 => {
                let strength = rating.clamp(WEAK_OPPONENT, STRONG_OPPONENT);
                let range = (STRONG_OPPONENT - WEAK_OPPONENT) as i32;
                self.contempt * (STRONG_OPPONENT - strength) as i32 / range
            }
            _ => self.contempt,
        }
    }
}
