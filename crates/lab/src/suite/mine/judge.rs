//! Who decides whether a candidate is kept.

use std::time::Duration;

use ferz_engine::{Engine, Settings};
use ferz_rules::{Game, Move, Position};
use ferz_search::Limits;
use ferz_uci::{Bound, Client, ClientError, Go, PositionText, ScoreValue, StartText};

use super::source::DECIDED;
use super::{Candidate, Find, Judgement, MineSettings};
use crate::player::{PlayerError, PlayerFault, PlayerSpec};

/// How long the other engine may think about a position.
const PATIENCE: Duration = Duration::from_mins(10);
/// Mebibytes of table for the small search of ours.
const HASH: usize = 1;
/// Endings with fewer pieces are for tablebases, not for tactics.
const FEWEST_PIECES: usize = 8;
/// A move that leaves its player worse off than this saves nothing, in centipawns.
const HOLDS: i32 = -100;

/// Ferz and another engine.
pub(super) struct Judge {
    name: String,
    settings: MineSettings,
    ferz: Engine,
    client: Client,
}

/// A move and what an engine thinks of it.
#[derive(Clone, Copy)]
struct Opinion {
    mv: Move,
    score: ScoreValue,
}

impl Judge {
    pub(super) fn start(spec: &PlayerSpec, settings: &MineSettings) -> Result<Self, PlayerError> {
        let mut client = spec.start_client()?;
        let failed =
            |error| PlayerError { name: spec.name.clone(), cause: PlayerFault::Client(error) };
        client.set_option("MultiPV", Some("2")).map_err(failed)?;
        client.ready().map_err(failed)?;
        let ferz = Engine::new(Settings { hash: HASH, ..Settings::default() });
        Ok(Self { name: spec.name.clone(), settings: *settings, ferz, client })
    }

    /// The cheap questions come first: most candidates fail one of them.
    pub(super) fn judge(&mut self, candidate: &Candidate) -> Result<Judgement, PlayerError> {
        match self.confirm(candidate) {
            Ok(Some(find)) => Ok(Judgement::Kept(Box::new(find))),
            Ok(None) => Ok(Judgement::Rejected),
            Err(_) => match self.client.restart() {
                Ok(()) => Ok(Judgement::Failed),
                Err(error) => {
                    Err(PlayerError { name: self.name.clone(), cause: PlayerFault::Client(error) })
                }
            },
        }
    }

    fn confirm(&mut self, candidate: &Candidate) -> Result<Option<Find>, ClientError> {
        let position = &candidate.position;
        let pieces = position.occupied().len() as usize;
        if pieces < FEWEST_PIECES || position.count_legal_moves() < 2 {
            return Ok(None);
        }
        let at_a_glance = self.glance(position);
        let (first, second) = self.settings.depths;
        self.client.new_game()?;
        let Some(early) = self.clear_best(position, first)? else { return Ok(None) };
        if Some(early.mv) == at_a_glance {
            return Ok(None);
        }
        // What the first search has learnt must not help the second to the same mistake.
        self.client.new_game()?;
        let late = self.clear_best(position, second)?.filter(|late| late.mv == early.mv);
        Ok(late.map(|late| Find {
            position: position.clone(),
            best: late.mv,
            score: late.score,
            depth: second,
            origin: candidate.origin.clone(),
        }))
    }

    /// What Ferz would play after a short look.
    fn glance(&mut self, position: &Position) -> Option<Move> {
        self.ferz.new_game();
        self.ferz.set_game(Game::from_position(position.clone()));
        let limits = Limits { depth: Some(self.settings.missed_at), ..Limits::default() };
        self.ferz.think(&limits, &mut |_| {}).best
    }

    /// The other engine's best move, if it is far enough ahead of every other.
    fn clear_best(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Option<Opinion>, ClientError> {
        let text = PositionText { start: StartText::Fen(position.to_string()), moves: Vec::new() };
        let go = Go { depth: Some(depth), ..Go::default() };
        let thought = self.client.think(&text, &go, PATIENCE)?;
        let opinion = |number: u32| {
            let infos = thought.infos.iter().rev().map(|received| &received.info);
            let mut exact = infos.filter(|info| info.multipv.unwrap_or(1) == number);
            exact.find_map(|info| {
                let score = info.score.filter(|score| score.bound == Bound::Exact)?.value;
                Some(Opinion { mv: *info.pv.play_out(position).0.first()?, score })
            })
        };
        let (Some(best), Some(other)) = (opinion(1), opinion(2)) else { return Ok(None) };
        let (first, second) = (worth(best.score), worth(other.score));
        let is_clear = first >= HOLDS && first - second >= self.settings.gap;
        Ok(is_clear.then_some(best))
    }
}

/// A score in centipawns in which what is decided is no better than any other win.
fn worth(score: ScoreValue) -> i32 {
    match score {
        ScoreValue::Centipawns(score) => score.clamp(-DECIDED, DECIDED),
        ScoreValue::Mate(moves) if moves > 0 => DECIDED,
        ScoreValue::Mate(_) => -DECIDED,
    }
}
