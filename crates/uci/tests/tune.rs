//! The build for tuners: every parameter is an option.
#![cfg(feature = "tune")]

mod support;

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
