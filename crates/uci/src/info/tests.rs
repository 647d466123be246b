//! Rows: `info` lines as we print them, and as others do.

use super::*;

/// The line reads as this, and this prints as the line.
#[track_caller]
fn check(line: &str, info: &Info) {
    assert_eq!(&Info::parse(line), info);
    assert_eq!(info.to_string(), line);
}

fn score(value: ScoreValue, bound: Bound) -> InfoScore {
    InfoScore { value, bound }
}

#[test]
fn lines_of_a_search() {
    let full = Info {
        depth: Some(20),
        seldepth: Some(31),
        multipv: Some(1),
        score: Some(score(ScoreValue::Centipawns(35), Bound::Exact)),
        nodes: Some(1_234_567),
        nps: Some(987_654),
        hashfull: Some(512),
        tbhits: Some(0),
        time: Some(Duration::from_millis(1250)),
        pv: MoveLine::from_words(["e2e4", "e7e5", "g1f3"]),
        ..Info::default()
    };
    check(
        "info depth 20 seldepth 31 multipv 1 score cp 35 nodes 1234567 nps 987654 hashfull 512 \
         tbhits 0 time 1250 pv e2e4 e7e5 g1f3",
        &full,
    );
    let bound = Info {
        score: Some(score(ScoreValue::Mate(-2), Bound::Lower)),
        wdl: Some(Wdl { win: 1, draw: 2, loss: 997 }),
        ..Info::default()
    };
    check("info score mate -2 lowerbound wdl 1 2 997", &bound);
    let root = Info {
        depth: Some(9),
        currmove: Some("e2e4".parse().expect("own move")),
        currmovenumber: Some(1),
        ..Info::default()
    };
    check("info depth 9 currmove e2e4 currmovenumber 1", &root);
    let mated = Info {
        depth: Some(0),
        score: Some(score(ScoreValue::Mate(0), Bound::Exact)),
        ..Info::default()
    };
    check("info depth 0 score mate 0", &mated);
    check("info string depth 3  pv", &Info::message("depth 3  pv"));
}

/// The line of some other engine reads as what we would have printed.
#[track_caller]
fn check_read(line: &str, as_ours: &str) {
    assert_eq!(Info::parse(line).to_string(), as_ours);
}

#[test]
fn lines_of_other_engines() {
    check_read("info depth 3 pv e2e4 e7e5 nodes 7", "info depth 3 nodes 7 pv e2e4 e7e5");
    check_read("info score cp 5 wdl 1 2 3 upperbound", "info score cp 5 upperbound wdl 1 2 3");
    check_read("info ebf 1.7 movesleft 40 cpuload 3 nps 9", "info nps 9");
    check_read("info time 12.9 score cp -3.5", "info score cp -3 time 12");
    check_read("info depth x nodes 3", "info nodes 3");
    check_read("info depth nodes 3", "info nodes 3");
    check_read("info pv Nf3 0000 e2e5", "info pv Nf3 0000 e2e5");
    check_read("info refutation d1h5 g6h5 depth 2", "info depth 2");
    check_read("info currline 1 e2e4 pv d2d4", "info pv d2d4");
    check_read("info wdl 1 2", "info");
    check_read("info score cp 99999999999999", "info score cp 2147483647");
    check_read("info nodes -5 depth 99999999999", "info depth 4294967295 nodes 0");
    check_read("  info\tdepth  1\r\n", "info depth 1");
    check_read("", "info");
}
