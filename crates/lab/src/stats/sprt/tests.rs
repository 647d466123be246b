//! Reference values, and what must hold for all counts.

use super::*;
use crate::stats::{Penta, Trinomial};

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

#[track_caller]
fn check(results: &impl Results, (elo0, elo1): (f64, f64), model: Model, llr: f64, within: f64) {
    let found = sprt(elo0, elo1, model).llr(results);
    assert!((found - llr).abs() <= within, "found {found}, published {llr}");
}

/// Printed by OpenBench for the counts in its own source.
#[test]
fn openbench() {
    check(&Penta([39, 8843, 26675, 9240, 44]), (0.5, 2.5), Model::Normalized, 2.941675, 5e-7);
}

/// Computed with fishtest's own functions.
#[test]
fn fishtest() {
    let rows = [
        ([3, 20, 50, 22, 5], (0.0, 20.0), 0.04032037241670679),
        ([3, 20, 50, 22, 5], (0.0, 5.0), 0.17838022438188125),
        ([3, 20, 50, 22, 5], (-10.0, 10.0), 0.9344729113889829),
        ([0, 10, 30, 12, 0], (0.0, 20.0), -0.27041453628885204),
        ([0, 10, 30, 12, 0], (0.0, 5.0), 0.085226848211516),
        ([12, 40, 60, 30, 8], (0.0, 20.0), -2.9973011351582723),
        ([12, 40, 60, 30, 8], (-10.0, 10.0), -2.0579732004260216),
    ];
    for (counts, bounds, llr) in rows {
        check(&Penta(counts), bounds, Model::Logistic, llr, 1e-9);
    }
    let games = Trinomial { losses: 30, draws: 40, wins: 50 };
    check(&games, (0.0, 20.0), Model::Logistic, 1.4333717997704136, 1e-9);
}

/// How far we may be from a number with two decimals. Where nothing but wins was counted,
/// fastchess stops its iteration earlier than we do, which shows in the fourth digit.
fn two_decimals(llr: f64) -> f64 {
    (llr.abs() * 3e-4).max(0.006)
}

/// From the tests of fastchess, to two decimals.
#[test]
fn fastchess_pairs() {
    let rows = [
        ([365, 16618, 36229, 16974, 390], (0.0, 2.0), Model::Normalized, 2.25),
        ([127, 4883, 10712, 5150, 104], (-1.75, 0.25), Model::Normalized, 3.01),
        ([0, 0, 0, 0, 5550], (0.0, 5.0), Model::Normalized, 111.82),
        ([223, 9863, 21279, 10037, 246], (0.5, 2.5), Model::Logistic, -3.07),
        ([871, 26175, 55983, 26678, 821], (0.0, 2.0), Model::Logistic, -4.98),
    ];
    for (counts, bounds, model, llr) in rows {
        check(&Penta(counts), bounds, model, llr, two_decimals(llr));
    }
}

/// From the tests of fastchess, to two decimals.
#[test]
fn fastchess_games() {
    let rows = [
        ((36433, 36027, 68692), (0.0, 2.0), Model::Normalized, 0.92),
        ((10871, 10650, 20431), (-1.75, 0.25), Model::Normalized, 2.30),
        ((4250, 0, 0), (0.0, 10.0), Model::Normalized, 120.56),
        ((21404, 21184, 40708), (0.5, 2.5), Model::Logistic, -1.57),
        ((57433, 57030, 106593), (0.0, 2.0), Model::Logistic, -2.59),
    ];
    for ((wins, losses, draws), bounds, model, llr) in rows {
        check(&Trinomial { losses, draws, wins }, bounds, model, llr, two_decimals(llr));
    }
}

#[test]
fn the_other_side_sees_the_mirror_image() {
    let penta = Penta([12, 40, 60, 30, 8]);
    for model in [Model::Normalized, Model::Logistic] {
        let (here, there) = (sprt(-3.0, 5.0, model), sprt(-5.0, 3.0, model));
        assert!((here.llr(&penta) + there.llr(&penta.flipped())).abs() < 1e-9);
    }
}

#[test]
fn extremes_are_finite() {
    let counts = [[0; 5], [100, 0, 0, 0, 0], [0, 0, 100, 0, 0], [0, 0, 0, 0, 100], [1, 0, 0, 0, 1]];
    for penta in counts.map(Penta) {
        for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (-200.0, 200.0), (199.0, 200.0)] {
            for model in [Model::Normalized, Model::Logistic] {
                assert!(sprt(elo0, elo1, model).llr(&penta).is_finite(), "{penta} {elo0} {elo1}");
            }
        }
    }
}

#[test]
fn more_wins_never_lower_the_ratio() {
    let test = sprt(0.0, 5.0, Model::Normalized);
    let ratios: Vec<f64> =
        (0..10).map(|k| test.llr(&Penta([50, 200, 300, 200 + 20 * k, 50 + 20 * k]))).collect();
    assert!(ratios.is_sorted(), "{ratios:?}");
}

#[test]
fn verdicts_follow_the_bounds() {
    let test = sprt(0.0, 10.0, Model::Normalized);
    assert_eq!(test.verdict(&Penta::default()), Verdict::Undecided);
    assert_eq!(test.verdict(&Penta([10, 100, 300, 250, 60])), Verdict::Accepted);
    assert_eq!(test.verdict(&Penta([60, 250, 300, 100, 10])), Verdict::Rejected);
}

#[test]
fn senseless_tests_are_refused() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Normalized);
    assert!(matches!(new(2.0, 2.0, 0.05, 0.05), Err(SprtError::Order { .. })));
    assert!(matches!(new(f64::NAN, 2.0, 0.05, 0.05), Err(SprtError::Order { .. })));
    assert!(matches!(new(0.0, 201.0, 0.05, 0.05), Err(SprtError::TooLarge { .. })));
    assert!(matches!(new(0.0, 2.0, 0.0, 0.05), Err(SprtError::Rates { .. })));
    assert!(matches!(new(0.0, 2.0, 0.5, 0.5), Err(SprtError::Rates { .. })));
    assert!(matches!(new(0.0, 2.0, f64::NAN, 0.5), Err(SprtError::Rates { .. })));
    assert_eq!("bayesian".parse::<Model>(), Err(SprtError::Model("bayesian".to_owned())));
}
