//! The build for tuners: every parameter is an option.
#![cfg(feature = "tune")]

mod support;

use ferz_engine::Engine;
use ferz_search::Limits;
use ferz_uci::set_engine_option;
use support::{converse, nodes, starting};

#[test]
fn every_parameter_is_an_option_that_changes_the_search() {
    let text = converse(&["uci"]);
    for row in ferz_search::PARAMS {
        let line = format!(
            "option name {} type spin default {} min {} max {}",
            row.name, row.default, row.min, row.max
        );
        assert!(text.lines().any(|other| other == line), "{line}");
    }
    let plain = nodes(&["go depth 8"]);
    let set = nodes(&["setoption name lmr_base value 0", "go depth 8"]);
    let restored = nodes(&["setoption name lmr_base value 800", "go depth 8"]);
    let default =
        ferz_search::PARAMS.iter().find(|row| row.name == "lmr_base").map(|row| row.default);
    assert_ne!(set, plain);
    if default == Some(800) {
        assert_eq!(restored, plain);
    }
}

#[test]
fn a_value_outside_the_range_is_refused() {
    let text = converse(&["setoption name lmr_base value 999999"]);
    assert_eq!(starting(&text, "info string option lmr_base takes a number").len(), 1, "{text}");
}

#[test]
fn engines_of_one_process_have_parameters_of_their_own() {
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let count = |engine: &mut Engine| {
        engine.new_game();
        engine.think(&limits, &mut |_| {}).nodes
    };
    let (mut one, mut other) = (Engine::default(), Engine::default());
    let plain = count(&mut one);
    set_engine_option(&mut other, "lmr_base", Some("0")).expect("an option");
    let changed = count(&mut other);
    assert_ne!(changed, plain);
    // In turns on one thread, as in a match, and at the same time on two.
    assert_eq!([count(&mut one), count(&mut other), count(&mut one)], [plain, changed, plain]);
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| count(&mut other));
        assert_eq!(count(&mut one), plain);
        assert_eq!(beside.join().expect("it ends"), changed);
    });
    // A change of something else leaves them alone.
    set_engine_option(&mut other, "Hash", Some("4")).expect("an option");
    assert_eq!(count(&mut other), changed);
}
