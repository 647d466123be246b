//! What the thesis measured: tables 6.2 to 6.17 and section 6.8.
//!
//! The counts of its pairs add up to the number of games, not of pairs, and the mean score of
//! table 6.6 does not follow from its counts. The figures are kept as printed; reports show what
//! follows from the counts beside them.

use crate::stats::Penta;

use super::ablation::Control;

/// One pairing: tables 6.3 to 6.8 and 6.10 to 6.15.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairingFigures {
    /// The number of the table after "6.".
    pub table: u32,
    /// The name of the stage that was added, as in our chain.
    pub added: &'static str,
    /// Games played.
    pub games: u64,
    /// The five counts as printed.
    pub counts: Penta,
    /// The mean score as printed.
    pub score: f64,
    /// The difference in Elo.
    pub elo: f64,
    /// Its interval.
    pub interval: (f64, f64),
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Whether H1 was accepted; H0 otherwise.
    pub h1: bool,
}

const fn row(
    table: u32,
    added: &'static str,
    games: u64,
    counts: [u64; 5],
    (score, elo, llr): (f64, f64, f64),
    interval: (f64, f64),
    h1: bool,
) -> PairingFigures {
    PairingFigures { table, added, games, counts: Penta(counts), score, elo, interval, llr, h1 }
}

/// A tenth of a second for each move.
#[rustfmt::skip]
pub const MOVE_TIME: [PairingFigures; 6] = [
    row(3, "Quiescence", 5000, [192, 242, 1548, 817, 2201], (0.7297, 172.48, 101.4659), (164.81, 180.14), true),
    row(4, "TT", 5000, [85, 505, 1155, 1025, 2230], (0.7405, 182.16, 22.1268), (164.79, 199.52), true),
    row(5, "NMP", 5000, [714, 152, 2860, 208, 1066], (0.5380, 26.46, 13.4445), (19.63, 33.29), true),
    row(6, "LMR", 5000, [346, 148, 2064, 315, 2127], (0.5310, 136.12, 69.4826), (128.78, 143.46), true),
    row(7, "Aspiration", 5000, [983, 306, 2547, 262, 902], (0.4897, -7.16, -4.9383), (-13.97, -0.35), false),
    row(8, "PVS", 2180, [442, 138, 1064, 119, 417], (0.4921, -5.50, -1.7062), (-15.81, 4.82), false),
];

/// Depth four for each move.
#[rustfmt::skip]
pub const DEPTH: [PairingFigures; 6] = [
    row(10, "Quiescence", 100, [0, 0, 0, 4, 96], (0.9900, 798.25, 145.8211), (556.28, 1040.23), true),
    row(11, "TT", 1000, [3, 81, 854, 59, 3], (0.4945, -3.82, -6.4050), (-19.05, 11.41), false),
    row(12, "NMP", 1000, [14, 140, 721, 108, 17], (0.4935, -4.52, -3.1305), (-19.75, 10.71), false),
    row(13, "LMR", 1000, [66, 275, 416, 191, 52], (0.4720, -19.48, -3.9305), (-34.73, -4.23), false),
    row(14, "Aspiration", 1000, [33, 203, 529, 187, 48], (0.5035, 2.43, -0.0157), (-12.80, 17.66), true),
    row(15, "PVS", 2030, [87, 358, 1098, 412, 75], (0.5043, 3.01, 2.10), (-7.80, 13.75), true),
];

/// What the thesis found when this stage was added under this control, if it is one of its two.
pub fn pairing(added: &str, control: &Control) -> Option<&'static PairingFigures> {
    let table = match control {
        Control::MoveTime(time) if time.as_millis() == 100 => &MOVE_TIME,
        Control::Depth(4) => &DEPTH,
        _ => return None,
    };
    table.iter().find(|row| row.added == added)
}

/// A row of table 6.17: growth at depth 8 from the initial position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GrowthFigures {
    /// The stage.
    pub stage: &'static str,
    /// All nodes.
    pub nodes: u64,
    /// The eighth root of them.
    pub root: f64,
    /// The geometric mean of the growth ratios.
    pub factor: f64,
}

/// Table 6.17, without the default build, which equals the one with aspiration windows.
pub const GROWTH: [GrowthFigures; 7] = [
    GrowthFigures { stage: "Base", nodes: 1_297_709, root: 5.810, factor: 4.634 },
    GrowthFigures { stage: "Quiescence", nodes: 5_731_889, root: 6.995, factor: 5.273 },
    GrowthFigures { stage: "TT", nodes: 1_639_226, root: 5.982, factor: 4.330 },
    GrowthFigures { stage: "NMP", nodes: 2_261_276, root: 6.227, factor: 4.607 },
    GrowthFigures { stage: "LMR", nodes: 389_612, root: 4.998, factor: 3.513 },
    GrowthFigures { stage: "Aspiration", nodes: 362_823, root: 4.954, factor: 3.166 },
    GrowthFigures { stage: "PVS", nodes: 335_834, root: 4.906, factor: 3.138 },
];

/// The depth of table 6.17.
pub const GROWTH_DEPTH: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Results, elo_of_score};
    use crate::studies::document_chain;

    #[test]
    fn every_step_of_the_chain_has_its_figures() {
        for (index, stage) in document_chain().iter().enumerate() {
            assert_eq!(GROWTH[index].stage, stage.name);
            if index > 0 {
                assert_eq!(MOVE_TIME[index - 1].added, stage.name);
                assert_eq!(DEPTH[index - 1].added, stage.name);
            }
        }
    }

    /// A guard against slips in copying: the printed figures agree with each other, but for the
    /// one score that the thesis has wrong.
    #[test]
    fn printed_figures_agree_with_their_counts() {
        for row in MOVE_TIME.iter().chain(&DEPTH) {
            assert_eq!(row.counts.pairs(), row.games, "{row:?}");
            assert!((elo_of_score(row.counts.score()) - row.elo).abs() < 1.0, "{row:?}");
            assert!(row.table == 6 || (row.counts.score() - row.score).abs() < 0.001, "{row:?}");
        }
        for row in GROWTH {
            assert!(((row.nodes as f64).powf(1.0 / 8.0) - row.root).abs() < 0.001, "{row:?}");
        }
    }
}
