use std::path::Path;

use ferz_search::Parallel;

use super::*;
use crate::store::Store;
use crate::studies::built_in_positions;

fn study(repetitions: u32) -> Speedup {
    Speedup {
        positions: built_in_positions()[..2].to_vec(),
        teams: vec![Team::ONE, Team::new(Parallel::Lazy, 2)],
        repetitions,
        effort: Effort::Depth(2),
        hash: 1,
    }
}

#[test]
fn every_cell_is_measured_once() {
    let study = study(2);
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let rows = study.run(&mut NoteNothing, &stop, &mut |_| told += 1).expect("a study");
    let cells: HashSet<_> = rows.iter().map(Measurement::cell).collect();
    assert_eq!((rows.len(), cells.len(), told), (8, 8, study.len() + 2));
    assert!(rows.iter().all(|row| row.depth == 2 && row.nodes > 0));
}

/// Stopped after any number of measurements, a study goes on with the next one, and what it has
/// then is as many as without a stop.
#[test]
fn a_stopped_study_goes_on_where_it_was() {
    let store = Store::open(Path::new(":memory:")).expect("a store");
    let study = study(2);
    let id = store.begin_speedup(&study, false).expect("begun");
    for done in 1..=study.len() {
        assert_eq!(store.begin_speedup(&study, false), Ok(id), "the same study");
        let stop = AtomicBool::new(false);
        let mut last = None;
        let rows = study.run(&mut store.notebook(id), &stop, &mut |step| {
            if let Step::Search(row) = step {
                stop.store(true, Ordering::Relaxed);
                last = Some(row);
            }
        });
        let rows = rows.expect("a study");
        assert_eq!(rows.len(), done);
        assert_eq!(rows.iter().filter(|row| Some(**row) == last).count(), 1);
    }
    let nothing = &mut |step: Step| panic!("done again: {step:?}");
    let stop = AtomicBool::new(false);
    let all = study.run(&mut store.notebook(id), &stop, nothing).expect("a study");
    assert_eq!(all.len(), study.len());
    // Fewer repetitions are part of it, more go on with it, another team is another study.
    let fewer = Speedup { repetitions: 1, ..study.clone() };
    assert_eq!(store.begin_speedup(&fewer, false), Ok(id));
    let few = fewer.run(&mut store.notebook(id), &stop, nothing).expect("a study");
    assert_eq!(few.len(), fewer.len());
    let other = Speedup { teams: vec![Team::ONE], ..study.clone() };
    assert_ne!(store.begin_speedup(&other, false), Ok(id));
    assert_ne!(store.begin_speedup(&study, true), Ok(id), "fresh");
}

#[test]
fn depths_are_found_once() {
    let store = Store::open(Path::new(":memory:")).expect("a store");
    let study = Speedup { effort: Effort::Time(Duration::from_millis(1)), ..study(1) };
    let id = store.begin_speedup(&study, false).expect("begun");
    let mut notebook = store.notebook(id);
    notebook.keep_depth(0, 3).expect("kept");
    let stop = AtomicBool::new(false);
    let rows = study.run(&mut notebook, &stop, &mut |_| {}).expect("a study");
    let depths: BTreeMap<u32, i32> = rows.iter().map(|row| (row.position, row.depth)).collect();
    assert_eq!(notebook.depths().map(|depths| depths.into_iter().collect()), Ok(depths.clone()));
    assert_eq!(depths[&0], 3);
}

#[test]
fn a_slow_hour_hits_all_teams_alike() {
    let schedule = study(40).schedule();
    let first = |team| schedule.chunks(2).filter(|turn| turn[0].2 == team).count();
    assert!((20..60).contains(&first(Team::ONE)), "{}", first(Team::ONE));
    let turns = schedule.chunks(2);
    assert!(turns.clone().all(|turn| turn[0].0 == turn[1].0 && turn[0].1 == turn[1].1));
}

#[test]
fn searches_apart_are_counted_together() {
    let study = study(1);
    let stop = AtomicBool::new(false);
    let rows = study.run(&mut NoteNothing, &stop, &mut |_| ()).expect("a study");
    let capacity = study.capacity(&rows, 2, &stop).expect("two small tables");
    assert_eq!((capacity.threads, capacity.speeds.len()), (2, 2));
    assert!(capacity.speeds.iter().all(|speed| *speed > 0.0));
    let stopped = study.capacity(&rows, 2, &AtomicBool::new(true)).expect("two small tables");
    assert_eq!(stopped.median(), None);
}

#[test]
fn paces_compare_searches_of_equal_time() {
    let study = study(2);
    let time = Duration::from_millis(5);
    let paces = study.paces(time, &AtomicBool::new(false)).expect("a small table");
    let [pace] = &paces[..] else { panic!("one team beside one thread") };
    assert_eq!((pace.team, pace.speeds.len()), (Team::new(Parallel::Lazy, 2), 2));
    assert!(pace.speeds.iter().all(|speed| *speed > 0.0));
    let stopped = study.paces(time, &AtomicBool::new(true)).expect("a small table");
    assert!(stopped.iter().all(|pace| pace.median().is_none()));
}
