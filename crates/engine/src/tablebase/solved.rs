//! Endings that we solve ourselves, written as tables, and read back: what the reader says can be
//! checked where there are no tables at hand.

mod encode;
mod solve;

use std::collections::HashMap;
use std::{env, fs};

use ferz_rules::{PieceType, Position};
use ferz_search::Wdl;

use super::{Probe, Tablebases};
use encode::{dtz_table, wdl_table};
use solve::{Ending, Verdict, bare_kings};

/// A folder with tables of these endings, opened and removed again: small tables stay in memory
/// once they have been asked.
fn written(name: &str, endings: &[&Ending], with_distances: bool) -> Tablebases {
    let folder = env::temp_dir().join(format!("ferz-solved-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a scratch folder");
    for ending in endings {
        let write = |extension: &str, bytes: Vec<u8>| {
            let file = format!("{}.{extension}", ending.name());
            fs::write(folder.join(file), bytes).expect("the folder is ours");
        };
        write("rtbw", wdl_table(ending));
        if with_distances {
            write("rtbz", dtz_table(ending));
        }
    }
    let (tables, findings) = Tablebases::open(&folder.display().to_string());
    assert_eq!(findings.faults, [""; 0]);
    assert_eq!(findings.wdl, endings.len());
    for ending in endings {
        let (position, _) = ending.positions().next().expect("there are positions");
        assert!(tables.probe(&position).is_some(), "{:?}", tables.take_trouble());
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
    tables
}

/// What a table should say: the result, and the half-moves to mate, which here is the distance to
/// anything irreversible that keeps the result.
fn expected(verdict: Verdict) -> Probe {
    match verdict {
        Verdict::Draw => Probe { wdl: Wdl::Draw, dtz: Some(0) },
        Verdict::Win(plies) => Probe { wdl: Wdl::Win, dtz: Some(i32::from(plies)) },
        // Mate itself counts as one half-move away.
        Verdict::Loss(plies) => Probe { wdl: Wdl::Loss, dtz: Some(-i32::from(plies.max(1))) },
    }
}

fn longest(ending: &Ending) -> u16 {
    let verdicts = ending.positions().map(|(_, verdict)| verdict);
    verdicts.filter_map(Verdict::plies_to_win).max().expect("some are won")
}

#[test]
fn queen_and_rook_are_read_as_they_were_solved() {
    // Mate takes a queen at most ten moves, a rook sixteen.
    for (kind, moves) in [(PieceType::Queen, 10), (PieceType::Rook, 16)] {
        let ending = Ending::solve(kind, &bare_kings);
        assert_eq!(longest(&ending), 2 * moves - 1, "{kind:?}");
        let tables = written(&format!("{kind:?}"), &[&ending], true);
        let mut results: HashMap<Wdl, usize> = HashMap::new();
        for (number, (position, verdict)) in ending.positions().enumerate() {
            let found = tables.probe(&position);
            assert_eq!(found, Some(expected(verdict)), "{position}");
            *results.entry(expected(verdict).wdl).or_default() += 1;
            if number % 16 == 0 {
                assert_eq!(
                    tables.probe(&position.flip()),
                    found,
                    "{position} with colours changed"
                );
            }
        }
        assert!(results.len() == 3 && results.values().all(|count| *count > 1000), "{results:?}");
    }
}

#[test]
fn a_pawn_is_read_as_it_was_solved() {
    let majors = [PieceType::Queen, PieceType::Rook];
    let [queen, rook] = majors.map(|kind| Ending::solve(kind, &bare_kings));
    // After the pawn: a queen or a rook may win, anything less is a draw.
    let pawn = Ending::solve(PieceType::Pawn, &|after: &Position| {
        let verdict = queen.verdict(after).or_else(|| rook.verdict(after));
        verdict.unwrap_or(Verdict::Draw)
    });
    let tables = written("pawn", &[&pawn], false);
    for (position, verdict) in pawn.positions() {
        let wdl = tables.probe(&position).map(|probe| probe.wdl);
        assert_eq!(wdl, Some(expected(verdict).wdl), "{position}");
    }
    let facts = [
        // With a king two ranks before its pawn the move does not matter, with one it does.
        ("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", Verdict::Win(0)),
        ("8/8/3k4/8/3K4/8/3P4/8 b - - 0 1", Verdict::Loss(0)),
        ("8/8/3k4/8/3K4/3P4/8/8 w - - 0 1", Verdict::Draw),
        ("8/8/3k4/8/3K4/3P4/8/8 b - - 0 1", Verdict::Loss(0)),
        // On the sixth rank it never does, but for the rook's pawn.
        ("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", Verdict::Win(0)),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", Verdict::Draw),
    ];
    for (fen, verdict) in facts {
        let wdl = tables.probe(&fen.parse().expect("legal")).map(|probe| probe.wdl);
        assert_eq!(wdl, Some(expected(verdict).wdl), "{fen}");
    }
}
