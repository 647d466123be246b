//! What the scores of games are worth as labels: how much of what a longer search knows is in them.
//!
//! A network learns the mean of its labels, so noise is averaged away where there are many positions,
//! and what a label does not know on average is never learned. The two are told apart here.

use ferz_rules::Position;

use super::filter::Filter;
use super::foresight::Foresight;
use super::game::RecordedGame;

/// A position and the labels that it would have, as White's points.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelSample {
    /// The position.
    pub position: Position,
    /// One for each foresight that is asked about.
    pub labels: Vec<f64>,
}

impl LabelSample {
    /// The positions of a game that the filter keeps, with their labels by each of the foresights.
    pub fn of_game(game: &RecordedGame, filter: &Filter, foresights: &[Foresight]) -> Vec<Self> {
        let labels: Vec<Vec<f64>> = foresights
            .iter()
            .map(|foresight| {
                let mut game = game.clone();
                foresight.apply(&mut game);
                game.moves.iter().map(|(_, score)| foresight.promised(*score)).collect()
            })
            .collect();
        let mut samples = Vec::new();
        let mut nth = 0;
        game.visit(|position, mv, score| {
            if filter.keeps(position, mv, score) {
                let labels = labels.iter().map(|labels| labels[nth]).collect();
                samples.push(Self { position: position.clone(), labels });
            }
            nth += 1;
        });
        samples
    }
}

/// What is said of one position, as White's points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opinions {
    /// By its label.
    pub label: f64,
    /// By a longer search.
    pub longer: f64,
    /// By the bare evaluation.
    pub bare: f64,
}

/// What labels are like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LabelQuality {
    /// Their mean squared distance from the longer search.
    pub error: f64,
    /// How much of what the longer search has on the bare evaluation they have too, on average: nothing
    /// at 0, all of it at 1.
    pub signal: f64,
    /// The mean square of all that they have beside.
    pub noise: f64,
    /// Signal to noise: the variance that comes from the longer search by that which does not. As
    /// many times the positions make up for as much less of it, but not for a lack of signal.
    pub worth: f64,
}

impl LabelQuality {
    /// What labels are like that say this; nothing if the longer search is the bare evaluation.
    ///
    /// ```
    /// use ferz_lab::data::{LabelQuality, Opinions};
    /// let half_right = |longer: f64| Opinions { label: 0.5 + longer / 2.0, longer, bare: 0.5 };
    /// let opinions = [0.1, 0.4, 0.6, 0.9].map(half_right);
    /// let quality = LabelQuality::of(&opinions).expect("the search has something to say");
    /// assert!((quality.signal - 0.5).abs() < 1e-9 && quality.noise < 1e-9);
    /// ```
    pub fn of(opinions: &[Opinions]) -> Option<Self> {
        let count = opinions.len() as f64;
        let mean = |of: &dyn Fn(&Opinions) -> f64| opinions.iter().map(of).sum::<f64>() / count;
        let news = |at: &Opinions| at.longer - at.bare;
        let told = |at: &Opinions| at.label - at.bare;
        let (mean_news, mean_told) = (mean(&news), mean(&told));
        let variance = mean(&|at| (news(at) - mean_news).powi(2));
        if variance.is_nan() || variance <= 0.0 {
            return None;
        }
        let together = mean(&|at| (news(at) - mean_news) * (told(at) - mean_told));
        let signal = together / variance;
        let noise = mean(&|at| (told(at) - mean_told - signal * (news(at) - mean_news)).powi(2));
        let error = mean(&|at| (at.label - at.longer).powi(2));
        Some(Self { error, signal, noise, worth: signal * signal * variance / noise })
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{DataScore, Wdl};
    use super::*;
    use crate::Random;

    #[test]
    fn signal_and_noise_are_told_apart() {
        let mut random = Random::new(3);
        let mut spread = |width: f64| width * (random.fraction() - 0.5);
        let opinions: Vec<Opinions> = (0..20_000)
            .map(|_| {
                let bare = 0.5 + spread(0.4);
                let news = spread(0.2);
                let label = bare + 0.7 * news + spread(0.3);
                Opinions { label, longer: bare + news, bare }
            })
            .collect();
        let quality = LabelQuality::of(&opinions).expect("there is news");
        // A spread of one is a variance of a twelfth.
        let (news, noise) = (0.04 / 12.0, 0.09 / 12.0);
        assert!((quality.signal - 0.7).abs() < 0.03, "{quality:?}");
        assert!((quality.noise / noise - 1.0).abs() < 0.03, "{quality:?}");
        assert!((quality.worth * noise / (0.49 * news) - 1.0).abs() < 0.1, "{quality:?}");
        assert!((quality.error / (0.09 * news + noise) - 1.0).abs() < 0.03, "{quality:?}");
    }

    #[test]
    fn nothing_is_said_without_news() {
        let same = Opinions { label: 0.4, longer: 0.5, bare: 0.5 };
        assert_eq!(LabelQuality::of(&[same; 3]), None);
        assert_eq!(LabelQuality::of(&[]), None);
    }

    #[test]
    fn samples_have_the_labels_of_their_foresight() {
        let start = Position::startpos();
        let moves = ["e2e4", "e7e5", "g1f3"];
        let mut position = start.clone();
        let mut played = Vec::new();
        for (text, score) in moves.into_iter().zip([0, 0, 300]) {
            let mv = position.parse_uci(text).expect("a legal move");
            position.play(mv);
            played.push((mv, DataScore::new(score)));
        }
        let game = RecordedGame { start, result: Wdl::WhiteWin, moves: played };
        let foresights = [0.0, 1.0].map(|share| Foresight { share, scale: 150.0 });
        let filter = Filter { min_ply: 1, ..Filter::default() };
        let samples = LabelSample::of_game(&game, &filter, &foresights);
        assert_eq!(samples.len(), 2, "the first half-move is left out");
        assert!((samples[0].labels[0] - 0.5).abs() < 1e-9, "{samples:?}");
        assert!(samples.iter().all(|sample| sample.labels[1] > 0.99), "{samples:?}");
    }
}
