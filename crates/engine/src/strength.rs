//! Playing weaker than one can, in a way that resembles people of that strength.
//!
//! A weak player looks at less (nodes and depth), misjudges what it sees (noise in the evaluation,
//! the same misjudgement of the same position throughout a game) and does not always play what it
//! thinks best (a choice among candidates, the likelier the better they seem). It does not give
//! pieces away for nothing, takes a mate that is in sight, and mates a bare king.
//! `docs/strength.md` has the measured strength of every step.

use std::hash::{BuildHasher, RandomState};

use ferz_rules::{Game, Position};
use ferz_search::{EvalNoise, Limits, Report, SearchResult, Verdict};

/// The weakest play there is, in Elo.
pub const MIN_ELO: u32 = 600;
/// The strongest play under a limit; full strength is to have none.
pub const MAX_ELO: u32 = 2600;
/// The skill level that is no limit.
pub const FULL_SKILL: u32 = 20;

/// How strong the engine is to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Whether the rating below counts.
    pub is_limited: bool,
    /// The rating to play at.
    pub elo: u32,
    /// A level from 0 to 20, for those who like no ratings; 20 is full strength. It counts where
    /// the rating does not.
    pub skill: u32,
}

impl Default for Strength {
    fn default() -> Self {
        Self { is_limited: false, elo: 1500, skill: FULL_SKILL }
    }
}

impl Strength {
    /// The rating to play at, if it is limited.
    ///
    /// ```
    /// use ferz_engine::Strength;
    /// assert_eq!(Strength::default().rating(), None);
    /// let skill = |skill| Strength { skill, ..Strength::default() }.rating();
    /// assert_eq!([skill(0), skill(10), skill(20)], [Some(600), Some(1600), None]);
    /// ```
    pub fn rating(&self) -> Option<u32> {
        if self.is_limited {
            return Some(self.elo.clamp(MIN_ELO, MAX_ELO));
        }
        let step = (MAX_ELO - MIN_ELO) / FULL_SKILL;
        (self.skill < FULL_SKILL).then_some(MIN_ELO + step * self.skill)
    }

    pub(crate) fn handicap(&self) -> Option<Handicap> {
        self.rating().map(Handicap::of)
    }
}

/// What a player of some strength lacks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Handicap {
    /// What the search of one line may cost.
    nodes: f64,
    depth: f64,
    /// How wrong the evaluation may be, in centipawns.
    noise: f64,
    /// How much worse a move may seem and still be played now and then, in centipawns.
    temperature: f64,
    /// A mate in so many moves is never missed once it is seen.
    mate: u32,
}

/// Handicaps by rating; between two rows all numbers change evenly.
const STEPS: [(u32, Handicap); 11] = [
    (600, step(23.0, 1.6, 215.0, 80.0)),
    (800, step(40.0, 2.2, 160.0, 55.0)),
    (1000, step(73.0, 3.0, 115.0, 38.0)),
    (1200, step(140.0, 3.9, 80.0, 26.0)),
    (1400, step(300.0, 4.8, 58.0, 19.0)),
    (1600, step(1050.0, 7.2, 28.0, 9.2)),
    (1800, step(2400.0, 9.4, 17.7, 5.5)),
    (2000, step(10_000.0, 15.0, 9.0, 1.8)),
    (2200, step(60_000.0, 23.0, 4.5, 1.4)),
    (2400, step(98_000.0, 27.0, 3.8, 1.2)),
    (2600, step(160_000.0, 32.0, 3.2, 1.1)),
];

const fn step(nodes: f64, depth: f64, noise: f64, temperature: f64) -> Handicap {
    Handicap { nodes, depth, noise, temperature, mate: 1 }
}

/// So many moves are looked at as candidates
const CANDIDATES: usize = 6;
/// unless a player is this sure of the best. Strong players would spend most of their nodes on
/// moves that they never choose.
const SURE: f64 = 2.0;
/// What all candidates cost, by what one line does.
const CANDIDATES_COST: f64 = 3.0;
/// Up to this move of the game even strong play varies,
const OPENING: u16 = 8;
/// by so much.
const OPENING_TEMPERATURE: f64 = 12.0;
/// The nodes that are granted against a bare king; more of them as the fifty moves run out.
const TECHNIQUE: u64 = 30_000;

impl Handicap {
    fn of(rating: u32) -> Self {
        let (low, high) = STEPS
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .find(|(_, high)| rating <= high.0)
            .unwrap_or((STEPS[STEPS.len() - 2], STEPS[STEPS.len() - 1]));
        let share = (f64::from(rating) - f64::from(low.0)) / f64::from(high.0 - low.0);
        let share = share.clamp(0.0, 1.0);
        // Nodes, noise and temperature grow by factors, so between the rows they do too.
        let between =
            |value: fn(&Self) -> f64| value(&low.1) * (value(&high.1) / value(&low.1)).powf(share);
        Self {
            nodes: between(|step| step.nodes),
            depth: between(|step| step.depth),
            noise: between(|step| step.noise),
            temperature: between(|step| step.temperature),
            mate: 1 + rating.saturating_sub(800) / 400,
        }
    }

    /// How many lines are searched. Against a bare king there is nothing to choose from but the best.
    pub(crate) fn candidates(&self, position: &Position) -> usize {
        let chooses = !faces_bare_king(position) && self.temperature_at(position) >= SURE;
        if chooses { CANDIDATES } else { 1 }
    }

    fn temperature_at(&self, position: &Position) -> f64 {
        let is_opening = position.fullmove_number() <= OPENING;
        if is_opening { self.temperature.max(OPENING_TEMPERATURE) } else { self.temperature }
    }

    /// Takes away what the player lacks. `whim` is what makes one game differ from another.
    pub(crate) fn prepare(&self, game: &Game, limits: &mut Limits, whim: u64) {
        let technical = faces_bare_king(game.position());
        let haste = 1 + u64::from(game.position().halfmove_clock()) / 4;
        let cost = if self.candidates(game.position()) > 1 { CANDIDATES_COST } else { 1.0 };
        let own = (self.nodes * cost) as u64;
        let nodes = if technical { own.max(TECHNIQUE * haste) } else { own };
        limits.nodes = Some(limits.nodes.map_or(nodes, |given| given.min(nodes)));
        if !technical {
            let depth = self.depth.round() as i32;
            limits.depth = Some(limits.depth.map_or(depth, |given| given.min(depth)));
            limits.noise = Some(EvalNoise { seed: whim, size: self.noise.round() as i32 });
        }
    }

    /// Chooses among the lines that were found and puts the choice first.
    pub(crate) fn choose(&self, game: &Game, result: &mut SearchResult) {
        if let Some(index) = self.pick(game.position(), &result.lines, chance()) {
            result.lines.swap(0, index);
            result.lines.iter_mut().zip(1..).for_each(|(line, number)| line.multipv = number);
            let line = &result.lines[0];
            result.score = line.score;
            result.pv.clone_from(&line.pv);
            result.best = line.pv.first().copied();
            result.ponder = line.pv.get(1).copied();
        }
    }

    /// The line that is played; `chance` is from 0 to 1.
    fn pick(&self, position: &Position, lines: &[Report], chance: f64) -> Option<usize> {
        let best = lines.first()?;
        let sees_mate = matches!(
            best.score.verdict(), Verdict::Mate { plies } if plies.div_ceil(2) <= self.mate
        );
        if sees_mate || faces_bare_king(position) {
            return Some(0);
        }
        let temperature = self.temperature_at(position);
        let weight = |line: &Report| (f64::from(line.score - best.score) / temperature).exp();
        let mut left = chance * lines.iter().map(weight).sum::<f64>();
        for (index, line) in lines.iter().enumerate() {
            left -= weight(line);
            if left <= 0.0 {
                return Some(index);
            }
        }
        Some(0)
    }
}

fn faces_bare_king(position: &Position) -> bool {
    position.color(!position.turn()).len() == 1
}

/// A number from 0 to 1 that nobody can foresee.
fn chance() -> f64 {
    (random_bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Bits from the system, which are all that is needed for games to differ.
pub(crate) fn random_bits() -> u64 {
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Settings};

    fn engine(elo: u32) -> Engine {
        let strength = Strength { is_limited: true, elo, ..Strength::default() };
        Engine::new(Settings { hash: 1, strength, ..Settings::default() })
    }

    fn play(engine: &mut Engine, game: &Game) -> ferz_rules::Move {
        engine.set_game(game.clone());
        engine.think(&Limits::default(), &mut |_| {}).best.expect("a move")
    }

    #[test]
    fn handicaps_shrink_with_the_rating() {
        for rating in (MIN_ELO..MAX_ELO).step_by(50) {
            let (weak, strong) = (Handicap::of(rating), Handicap::of(rating + 50));
            assert!(weak.nodes < strong.nodes && weak.noise > strong.noise, "{rating}");
            assert!(weak.temperature > strong.temperature && weak.mate <= strong.mate);
        }
    }

    #[test]
    fn a_mate_in_one_is_taken_at_any_strength() {
        for elo in [600, 1000, 1500, 2000] {
            for fen in ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 30", "7k/8/5KQ1/8/8/8/8/8 w - - 0 30"] {
                let game = Game::from_position(fen.parse().expect("legal"));
                for _ in 0..3 {
                    let mut after = game.clone();
                    after.play(play(&mut engine(elo), &game)).expect("legal");
                    assert!(after.outcome().is_some(), "{elo} {fen}");
                }
            }
        }
    }

    #[test]
    fn a_rook_is_enough_to_mate_at_any_strength() {
        for elo in [600, 1200] {
            let mut game =
                Game::from_position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse().expect("legal"));
            let mut weak = engine(elo);
            let mut step = 0;
            while game.outcome().is_none() && game.claimable_draw().is_none() {
                let mv = if game.position().turn() == ferz_rules::Color::White {
                    play(&mut weak, &game)
                } else {
                    // The king runs about; always in the same way, so that the test is the same.
                    step += 5;
                    let moves = game.position().legal_moves();
                    moves[step % moves.len()]
                };
                game.play(mv).expect("legal");
            }
            assert_eq!(game.outcome().map(ferz_rules::Outcome::result), Some("1-0"), "{elo}");
        }
    }

    #[test]
    fn no_queen_is_given_away_for_nothing_at_1500() {
        // The queen is attacked by a pawn; anything but moving her away loses her.
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P2Q/3P4/PPP2PPP/RNB1K1NR b KQkq - 0 5";
        let game = Game::from_position(fen.parse().expect("legal"));
        let mut engine = engine(1500);
        for _ in 0..20 {
            engine.new_game();
            let mut after = game.clone();
            after.play(play(&mut engine, &game)).expect("legal");
            // White must not be able to take the queen unpunished.
            let loses = |mv: ferz_rules::Move| {
                let taken = after.position().piece_on(mv.to());
                let queen = taken.is_some_and(|piece| piece.kind() == ferz_rules::PieceType::Queen);
                queen && ferz_search::see_at_least(after.position(), mv, 400)
            };
            assert!(!after.position().legal_moves().iter().any(|mv| loses(*mv)));
        }
    }

    #[test]
    fn openings_vary() {
        let mut seen = std::collections::HashSet::new();
        for _ in 0..40 {
            seen.insert(play(&mut engine(1500), &Game::default()));
        }
        assert!(seen.len() > 1, "{seen:?}");
    }
}
