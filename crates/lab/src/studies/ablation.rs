//! What a technique is worth in games (sections 6.5 and 6.6).

mod report;

use std::fmt;
use std::time::Duration;

use ferz_rules::Color;
use ferz_search::{Feature, Features};

use super::chain::Stage;
use crate::contest::EncounterRecord;
use crate::limit::Limit;
use crate::player::PlayerSpec;
use crate::record::GameRecord;
use crate::standings::Score;
use crate::stats::{Results, Sprt, Trinomial, Verdict};
use crate::trial::{Keeper, KeeperError, Progress, llr};

pub use report::AblationReport;

/// What bounds each move of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// The same time; what a technique saves becomes depth.
    MoveTime(Duration),
    /// The same nominal depth; what a technique saves is lost.
    Depth(u32),
    /// The same nodes.
    Nodes(u64),
}

impl Control {
    /// As a limit for players.
    pub fn limit(&self) -> Limit {
        match *self {
            Self::MoveTime(time) => Limit { move_time: Some(time), ..Limit::default() },
            Self::Depth(depth) => Limit { depth: Some(depth), ..Limit::default() },
            Self::Nodes(nodes) => Limit { nodes: Some(nodes), ..Limit::default() },
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveTime(time) => write!(f, "{} s per move", time.as_secs_f64()),
            Self::Depth(depth) => write!(f, "fixed depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
        }
    }
}

/// Two sets of techniques to be compared. The new one should be the stronger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Without the technique: the baseline, E1.
    pub old: Stage,
    /// With it: the candidate, E2.
    pub new: Stage,
}

impl Pairing {
    /// What the new side has more: the name of its stage, or what the old one lacks.
    pub fn added(&self) -> &str {
        self.old.name.strip_prefix('-').unwrap_or(&self.new.name)
    }

    /// The two players with what options they share, the new one first.
    pub fn players(&self, control: &Control, shared: &[(String, String)]) -> Vec<PlayerSpec> {
        [&self.new, &self.old]
            .map(|stage| {
                let mut spec = PlayerSpec::inside(&stage.name, control.limit());
                spec.options.extend_from_slice(shared);
                spec.options.push(("Features".to_owned(), stage.features.to_string()));
                spec
            })
            .into()
    }
}

/// Each stage against the one before it.
pub fn chain_pairings(chain: &[Stage]) -> Vec<Pairing> {
    chain.windows(2).map(|pair| Pairing { old: pair[0].clone(), new: pair[1].clone() }).collect()
}

/// The engine as it plays against itself without each of its techniques in turn.
///
/// ```
/// use ferz_lab::studies::drop_one_pairings;
/// let pairings = drop_one_pairings();
/// assert!(pairings.iter().any(|pairing| pairing.old.features.to_string() == "-nmp"));
/// assert!(pairings.iter().all(|pairing| pairing.new.features == Default::default()));
/// ```
pub fn drop_one_pairings() -> Vec<Pairing> {
    let full = Features::default();
    Feature::ALL
        .iter()
        .filter(|feature| full.has(**feature))
        .map(|feature| Pairing {
            old: Stage { name: format!("-{}", feature.name()), features: full.without(*feature) },
            new: Stage { name: "full".to_owned(), features: full },
        })
        .collect()
}

/// What a game adds to the figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameFacts {
    /// Half-moves.
    pub plies: f64,
    /// The mean depth that the new side reached.
    pub new_depth: Option<f64>,
    /// The mean depth that the old side reached.
    pub old_depth: Option<f64>,
}

impl GameFacts {
    fn of(game: &GameRecord, new_color: Color) -> Self {
        let depth = |color: Color| {
            let skip = usize::from(game.start.turn() != color);
            let own = game.moves.iter().skip(skip).step_by(2);
            let depths: Vec<f64> = own.filter_map(|mv| mv.opinion?.depth).map(f64::from).collect();
            (!depths.is_empty()).then(|| depths.iter().sum::<f64>() / depths.len() as f64)
        };
        Self {
            plies: game.moves.len() as f64,
            new_depth: depth(new_color),
            old_depth: depth(!new_color),
        }
    }
}

/// Passes results on to another keeper and notes the facts of their games, also of those that
/// were finished in an earlier run.
pub struct Collector<'a> {
    inner: &'a mut dyn Keeper,
    /// Encounters beyond are of an earlier run that was longer.
    len: u32,
    /// What has been noted.
    pub facts: Vec<GameFacts>,
}

impl<'a> Collector<'a> {
    /// Notes what passes to this keeper, of the first so many encounters.
    pub fn new(inner: &'a mut dyn Keeper, len: u32) -> Self {
        Self { inner, len, facts: Vec::new() }
    }

    fn note(&mut self, record: &EncounterRecord) {
        if record.encounter.number >= self.len {
            return;
        }
        for (white, game) in &record.games {
            // The new side is player 0.
            let color = if *white == 0 { Color::White } else { Color::Black };
            self.facts.push(GameFacts::of(game, color));
        }
    }
}

impl Keeper for Collector<'_> {
    fn finished(&mut self) -> Result<Vec<EncounterRecord>, KeeperError> {
        let records = self.inner.finished()?;
        for record in &records {
            self.note(record);
        }
        Ok(records)
    }

    fn keep(&mut self, record: &EncounterRecord) -> Result<(), KeeperError> {
        self.note(record);
        self.inner.keep(record)
    }
}

/// How a pairing came out under a control.
#[derive(Clone, PartialEq, Debug)]
pub struct PairingResult {
    /// Who played.
    pub pairing: Pairing,
    /// Under which control.
    pub control: Control,
    /// The score of the new side.
    pub score: Score,
    /// Its games with White.
    pub white: Trinomial,
    /// Its games with Black.
    pub black: Trinomial,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
    /// Where the test stands.
    pub verdict: Verdict,
    /// The games.
    pub facts: Vec<GameFacts>,
}

impl PairingResult {
    /// Draws the conclusions.
    pub fn new(
        pairing: Pairing,
        control: Control,
        sprt: &Sprt,
        progress: &Progress,
        facts: Vec<GameFacts>,
    ) -> Self {
        let score = progress.standings.between(0, 1);
        let verdict =
            if score.is_paired() { sprt.verdict(&score.pairs) } else { sprt.verdict(&score.games) };
        let black = progress.standings.players[1].white.flipped();
        Self {
            llr: llr(sprt, &score),
            verdict,
            white: progress.standings.players[0].white,
            black,
            score,
            pairing,
            control,
            facts,
        }
    }

    /// What was added.
    pub fn added(&self) -> &str {
        self.pairing.added()
    }

    /// The share of the points with one colour.
    fn share(games: &Trinomial) -> String {
        format!("{:.1} %", 100.0 * games.score())
    }
}
