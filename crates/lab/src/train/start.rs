//! A training that goes on from a network instead of from nothing.

use std::fmt;

use ferz_eval::nnue::{FEATURES, Network, QA, QB};

use super::parameters::{Parameters, Shape};

/// Why a network cannot be the start of a training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartError {
    /// It has more neurons than the training is to have.
    TooWide {
        /// What the network has.
        found: usize,
        /// What was asked for.
        expected: usize,
    },
    /// It has another number of output buckets.
    Buckets {
        /// What the network has.
        found: usize,
        /// What was asked for.
        expected: usize,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { found, expected } => {
                write!(f, "the network has {found} neurons, more than the {expected} to train")
            }
            Self::Buckets { found, expected } => {
                write!(f, "the network has {found} output buckets, not {expected}")
            }
        }
    }
}

impl std::error::Error for StartError {}

impl Parameters {
    /// The weights of a network, with room for more neurons. The new ones see the board through
    /// random weights and have no say yet: the values are those of the network at first, and
    /// each new neuron learns what the old ones miss.
    ///
    /// # Errors
    /// If the shape has fewer neurons than the network, or other buckets.
    pub fn from_network(network: &Network, shape: Shape, seed: u64) -> Result<Self, StartError> {
        let (hidden, buckets) = (network.hidden(), network.buckets());
        if hidden > shape.hidden {
            return Err(StartError::TooWide { found: hidden, expected: shape.hidden });
        }
        if buckets != shape.buckets {
            return Err(StartError::Buckets { found: buckets, expected: shape.buckets });
        }
        let parts = network.parts();
        let mut parameters = Self::random(shape, seed);
        let values = parameters.values_mut();
        values[shape.output_weights()].fill(0.0);
        let mut copy = |start: usize, numbers: &[i16], unit: i32| {
            for (value, number) in values[start..].iter_mut().zip(numbers) {
                *value = f32::from(*number) / unit as f32;
            }
        };
        for (input, row) in (0..FEATURES).zip(parts.feature_weights.chunks(hidden)) {
            copy(input * shape.hidden, row, QA);
        }
        copy(shape.feature_biases().start, &parts.feature_biases, QA);
        // Two rows for each bucket: the player to move, and the other.
        for (row, weights) in parts.output_weights.chunks(hidden).enumerate() {
            copy(shape.output_weights().start + row * shape.hidden, weights, QB);
        }
        copy(shape.output_biases().start, &parts.output_biases, QA * QB);
        Ok(parameters)
    }
}

#[cfg(test)]
mod tests {
    use ferz_eval::nnue::Facts;

    use super::super::quantise;
    use super::*;

    const NARROW: Shape = Shape { hidden: 32, buckets: 2 };

    fn network() -> Network {
        quantise(&Parameters::random(NARROW, 7), Facts::default()).expect("a sound network")
    }

    #[test]
    fn the_same_shape_gives_the_same_network() {
        let parameters = Parameters::from_network(&network(), NARROW, 1).expect("the same shape");
        assert_eq!(quantise(&parameters, Facts::default()), Ok(network()));
    }

    #[test]
    fn a_wider_network_says_the_same_at_first() {
        let wide = Shape { hidden: 96, ..NARROW };
        let parameters = Parameters::from_network(&network(), wide, 1).expect("room for all");
        let wide = quantise(&parameters, Facts::default()).expect("a sound network");
        assert_eq!(wide.hidden(), 96);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
            "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
        ] {
            let position = fen.parse().expect("a test's own FEN");
            assert_eq!(wide.evaluate(&position), network().evaluate(&position), "{fen}");
        }
        let rows = &parameters.values()[..FEATURES * 96];
        assert!(rows.chunks(96).all(|row| row[32..].iter().any(|weight| *weight != 0.0)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let error = |shape| Parameters::from_network(&network(), shape, 1).err();
        let few = StartError::Buckets { found: 2, expected: 8 };
        assert_eq!(error(Shape { hidden: 32, buckets: 8 }), Some(few));
        let wide = Parameters::random(Shape { hidden: 64, buckets: 2 }, 1);
        let wide = quantise(&wide, Facts::default()).expect("a sound network");
        let narrow = StartError::TooWide { found: 64, expected: 32 };
        assert_eq!(Parameters::from_network(&wide, NARROW, 1).err(), Some(narrow));
    }
}
