use ferz_rules::Position;

use super::*;
use crate::Random;

/// Observations as a known model would make them, in exact proportion.
fn ideal(model: &WdlModel) -> Vec<Observation> {
    let mut observations = Vec::new();
    for material in [0.1, 0.3, 0.5, 0.7, 0.9] {
        for score in (-600..=600).step_by(20).map(f64::from) {
            let (win, loss) = model.probabilities(score, material);
            let counts = [(Fate::Win, win), (Fate::Draw, 1.0 - win - loss), (Fate::Loss, loss)];
            for (fate, chance) in counts {
                let times = (chance * 400.0).round() as usize;
                observations.extend(vec![Observation { score, material, fate }; times]);
            }
        }
    }
    observations
}

#[track_caller]
fn check_found(model: &WdlModel, degree: usize) {
    let found = fit(&ideal(model), degree).expect("enough").model;
    for material in [0.1, 0.5, 0.9] {
        let (a, b) = (found.a(material), found.b(material));
        assert!((a - model.a(material)).abs() < 2.0, "a is {a} at {material}: {found:?}");
        assert!((b - model.b(material)).abs() < 2.0, "b is {b} at {material}: {found:?}");
    }
}

#[test]
fn the_model_behind_results_is_found() {
    check_found(&WdlModel { a: [180.0, 0.0, 0.0, 0.0], b: [70.0, 0.0, 0.0, 0.0] }, 0);
    check_found(&WdlModel { a: [120.0, 90.0, 0.0, 0.0], b: [60.0, 40.0, 0.0, 0.0] }, 1);
    check_found(&WdlModel { a: [250.0, -300.0, 250.0, 0.0], b: [90.0, -60.0, 50.0, 0.0] }, 3);
}

#[test]
fn the_fit_is_better_than_what_it_replaces_even_with_noise() {
    let mut random = Random::new(5);
    let model = WdlModel { a: [110.0, 0.0, 0.0, 0.0], b: [50.0, 0.0, 0.0, 0.0] };
    let seen: Vec<Observation> = (0..20_000)
        .map(|_| {
            let score = f64::from(random.below(800) as u32) - 400.0;
            let material = f64::from(random.below(100) as u32) / 100.0;
            let (win, loss) = model.probabilities(score, material);
            let dice = f64::from(random.below(1_000_000) as u32) / 1e6;
            let fate = if dice < win {
                Fate::Win
            } else if dice < win + loss {
                Fate::Loss
            } else {
                Fate::Draw
            };
            Observation { score, material, fate }
        })
        .collect();
    let fitted = fit(&seen, 3).expect("enough");
    assert!(fitted.after > fitted.before, "{fitted:?}");
    assert!((fitted.model.a(0.5) - 110.0).abs() < 8.0, "{fitted:?}");
}

#[test]
fn too_little_is_refused() {
    let drawn = vec![Observation { score: 0.0, material: 0.5, fate: Fate::Draw }; 500];
    assert_eq!(fit(&drawn, 1), Err(TooFew { decided: 0, all: 500 }));
    assert_eq!(fit(&[], 1), Err(TooFew { decided: 0, all: 0 }));
}

const ALL: Selection = Selection { player: None, max_score: 10_000.0 };

#[test]
fn games_are_read_from_the_side_of_who_moved() {
    let pgn = "[White \"Ferz\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n\
        1. e4 {book} e5 {-0.30/9 0.1s} 2. Nf3 {+0.50/10 0.2s n=5} Nc6 {+M3/4 0.1s} 1-0\n\n\
        [White \"Other\"]\n[Black \"Ferz\"]\n[Result \"1/2-1/2\"]\n\n\
        1. d4 {+9.00/9 0.1s} d5 {0.00/9 0.1s} 1/2-1/2\n";
    let seen = from_pgn(pgn.as_bytes(), &ALL).expect("readable");
    let fates: Vec<Fate> = seen.iter().map(|seen| seen.fate).collect();
    assert_eq!(fates, [Fate::Loss, Fate::Win, Fate::Draw, Fate::Draw]);
    let shown = WdlModel::OWN.normalise(seen[1].score.round() as i32, seen[1].material);
    assert!((shown - 50).abs() <= 1, "the score is the search's again");
    let own = Selection { player: Some("Ferz".to_owned()), max_score: 500.0 };
    let own = from_pgn(pgn.as_bytes(), &own).expect("readable");
    assert_eq!(own.iter().map(|seen| seen.fate).collect::<Vec<_>>(), [Fate::Win, Fate::Draw]);
}

#[test]
fn lines_are_read_or_refused_by_number() {
    let start = Position::startpos();
    let text = format!("# scores\n{start} | 35 | 1.0\n\n{start} | -20 | 0.5\n{start} | 0 | 0-1\n");
    let seen = from_lines(text.as_bytes(), &ALL).expect("readable");
    assert_eq!((seen.len(), seen[0].score, seen[1].fate), (3, 35.0, Fate::Draw));
    for (line, fault) in [
        ("x | 1 | 1.0".to_owned(), "line 1"),
        (format!("{start} | much | 1.0"), "\"much\" is no score"),
        (format!("{start} | 1 | 0.7"), "\"0.7\" is no result"),
        (format!("{start} | 1"), "not three parts"),
    ] {
        let error = from_lines(line.as_bytes(), &ALL).expect_err(&line).to_string();
        assert!(error.contains(fault), "{error}");
    }
}
