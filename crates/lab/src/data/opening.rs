//! Random openings: games must differ, and a network must see more than a book does.

use ferz_rules::{Position, StartNumber};

use crate::Random;

/// How the first moves of a game are made up.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningSettings {
    /// Random half-moves; half of the games have one more, so that both players begin.
    pub random_plies: u32,
    /// The share of games that start from double Fischer random positions.
    pub chess960: f64,
    /// An opening is thrown away when its score is further from zero than this.
    pub max_score: u16,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self { random_plies: 8, chess960: 0.0, max_score: 300 }
    }
}

/// A position after random moves; none if they have ended the game.
pub(super) fn random_opening(settings: &OpeningSettings, random: &mut Random) -> Option<Position> {
    let mut position = if random.fraction() < settings.chess960 {
        let starts = usize::from(StartNumber::COUNT);
        let (white, black) = StartNumber::pair(random.below(starts * starts) as u32)?;
        Position::double_chess960(white, black)
    } else {
        Position::startpos()
    };
    let plies = settings.random_plies + random.below(2) as u32;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    position.has_legal_moves().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_differ_and_both_players_begin() {
        let mut random = Random::new(1);
        let settings = OpeningSettings { chess960: 0.5, ..OpeningSettings::default() };
        let openings: Vec<_> =
            (0..40).filter_map(|_| random_opening(&settings, &mut random)).collect();
        assert!(openings.iter().any(|opening| opening.ply() == 8));
        assert!(openings.iter().any(|opening| opening.ply() == 9));
        assert!(openings.iter().any(Position::needs_chess960));
        let keys: std::collections::HashSet<_> = openings.iter().map(Position::key).collect();
        assert_eq!(keys.len(), openings.len());
    }
}
