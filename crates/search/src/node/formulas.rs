//! The formulas of the node, apart from its flow.

use crate::params as p;

/// Natural logarithms of small numbers in 1024ths, for the reduction formula.
pub(crate) fn logarithms() -> Vec<i32> {
    (0..256).map(|n| (f64::from(n.max(1)).ln() * 1024.0) as i32).collect()
}

/// By how much a late move is reduced before anything else is known of it, in 1024ths of a ply.
#[inline(always)]
pub(super) fn reduction(logarithms: &[i32], depth: i32, tried: i32) -> i32 {
    let log = |n: i32| i64::from(logarithms[n.clamp(1, 255) as usize]);
    p::lmr_base() + ((i64::from(p::lmr_scale()) * log(depth) * log(tried)) >> 20) as i32
}

/// After how many moves the quiet ones are skipped.
#[inline(always)]
pub(super) fn late_move_limit(depth: i32, improving: bool) -> i32 {
    (p::lmp_base() + p::lmp_scale() * depth * depth / 64) / (2 - i32::from(improving))
}

/// What a move that cut off at this depth is rewarded with.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (p::hist_bonus_scale() * depth - p::hist_bonus_base()).clamp(0, p::hist_bonus_max())
}

/// What the moves before it are punished with.
pub(super) fn history_malus(depth: i32) -> i32 {
    (p::hist_malus_scale() * depth - p::hist_malus_base()).clamp(0, p::hist_malus_max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let logs = logarithms();
        for depth in 3..60 {
            for tried in 2..60 {
                let here = reduction(&logs, depth, tried);
                assert!(here >= p::lmr_base());
                assert!(reduction(&logs, depth + 1, tried) >= here);
                assert!(reduction(&logs, depth, tried + 1) >= here);
            }
        }
    }

    #[test]
    fn an_improving_node_looks_at_more_moves() {
        for depth in 1..12 {
            assert!(late_move_limit(depth, true) > late_move_limit(depth, false));
        }
    }
}
