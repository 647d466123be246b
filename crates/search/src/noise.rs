//! Misjudgement on purpose, for play that is weaker than it could be.

use ferz_rules::Key;

/// What is added to evaluations: the same for the same position as long as the seed is the same,
/// so that a search does not contradict itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalNoise {
    /// Another seed misjudges other positions.
    pub seed: u64,
    /// The most that is added or taken away, in centipawns.
    pub size: i32,
}

impl EvalNoise {
    /// The misjudgement of a position. Two even draws are added, so that small ones are likelier
    /// than large ones.
    pub(crate) fn of(self, key: Key) -> i32 {
        // The multiplier spreads every bit of its input over the upper half.
        let bits = (key.bits() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let draw = |bits: u64| (bits & 0xffff) as i64 - 0x8000;
        let sum = draw(bits >> 48) + draw(bits >> 32);
        (sum * i64::from(self.size) / 0x10000) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_centred_and_within_its_size() {
        let noise = EvalNoise { seed: 5, size: 200 };
        let all: Vec<i32> = (0..4000_u64)
            .map(|n| noise.of(Key::from_bits(n.wrapping_mul(0xd134_2543_de82_ef95))))
            .collect();
        assert!(all.iter().all(|value| value.abs() <= 200));
        assert!((all.iter().sum::<i32>() / 4000).abs() < 8);
        assert!(all.iter().any(|value| *value > 120) && all.iter().any(|value| *value < -120));
        assert_eq!(noise.of(Key::from_bits(7)), noise.of(Key::from_bits(7)));
    }
}
