//! Whole searches: mates, draws, reproducibility, limits and switches.

use std::time::{Duration, Instant};

use ferz_eval::Material;
use ferz_rules::{Game, Move, Position};
use ferz_search::{
    Bound, Feature, Features, Limits, Report, RootDriver, Score, SearchResult, Shared, TimeBudget,
    TranspositionTable, Verdict, Worker,
};

fn shared() -> Shared {
    Shared::new(TranspositionTable::with_mebibytes(4))
}

fn game(fen: &str) -> Game {
    Game::from_position(fen.parse().expect("a test's own FEN"))
}

/// Searches with fresh tables and gives all reports beside the result.
fn think(
    game: &Game,
    limits: &Limits,
    features: Features,
    multipv: usize,
) -> (SearchResult, Vec<Report>) {
    let mut reports = Vec::new();
    let mut worker = Worker::new(Material, features);
    let result = worker.think(&shared(), game, limits, multipv, &mut |report| {
        reports.push(report.clone());
    });
    (result, reports)
}

fn to_depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn stage(list: &str) -> Features {
    list.parse().expect("a test's own list")
}

/// The stages of a well-known ablation, from plain alpha-beta upwards.
const STAGES: [&str; 8] = [
    "plain",
    "plain,qs",
    "plain,qs,tt",
    "plain,qs,tt,nmp",
    "plain,qs,tt,nmp,lmr",
    "plain,qs,tt,nmp,lmr,asp",
    "plain,qs,tt,nmp,lmr,asp,pvs",
    "all",
];

#[track_caller]
fn check_mate(fen: &str, depth: i32, moves: u32) {
    for list in STAGES {
        // Pruning and reductions hide a quiet move for a few iterations.
        let hides = list == "all" || list.contains("lmr");
        let depth = if hides { depth + 5 } else { depth };
        let (result, _) = think(&game(fen), &to_depth(depth), stage(list), 1);
        let Verdict::Mate { plies } = result.score.verdict() else {
            panic!("{list}: no mate but {:?}", result.score)
        };
        assert_eq!(plies.div_ceil(2), moves, "{list}");
    }
}

#[test]
fn mates_are_found_at_every_stage() {
    check_mate("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 3, 1);
    check_mate("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 3, 1);
    check_mate("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5, 3);
    check_mate("8/8/8/8/8/2k5/7q/K7 b - - 0 1", 1, 1);
}

#[test]
fn a_proven_mate_ends_the_search() {
    let game = game("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let (result, reports) = think(&game, &Limits::default(), Features::DEFAULT, 1);
    assert_eq!(result.score, Score::mate_in(1));
    assert!(reports.len() < 30, "{} lines", reports.len());
}

#[test]
fn zugzwang_is_seen_by_those_who_do_not_pass() {
    // Paul Morphy's problem: Ra6 mates in two because Black must move.
    let game = game("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (result, _) = think(&game, &to_depth(10), stage("-nmp,-rfp"), 1);
    assert_eq!(result.score, Score::mate_in(3));
}

#[test]
fn a_queen_that_is_attacked_is_not_left_standing() {
    // A pawn or bishop attacks the queen, which has a dozen squares. Where few late moves are looked
    // at, one of those must be among them.
    for fen in [
        "6k1/p4pp1/qp2p1n1/3pPn2/1PrP1P1p/5N1P/P2QN1PK/1R6 w - - 4 27",
        "1k6/2p5/1p3q2/pPn1b3/2Pp4/3P4/P1NBP1Q1/1K6 w - - 1 39",
        "r1b1k2r/1pp2npp/2nq1p2/4p3/1pP1P3/1Q1PBN1P/PP4P1/R2K1B1R w kq - 2 14",
    ] {
        for depth in 2..=3 {
            let (result, _) = think(&game(fen), &to_depth(depth), Features::default(), 1);
            assert!(result.score < Score::centipawns(400), "{fen}, depth {depth}: {result:?}");
        }
    }
}

#[test]
fn a_mated_or_stalemated_player_has_no_move() {
    let (mated, _) =
        think(&game("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), &to_depth(5), Features::DEFAULT, 1);
    assert_eq!((mated.best, mated.score), (None, Score::mated_in(0)));
    let stalemate = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let (stalemated, _) = think(&stalemate, &to_depth(5), Features::DEFAULT, 1);
    assert_eq!((stalemated.best, stalemated.score), (None, Score::DRAW));
}

#[test]
fn the_losing_side_takes_a_repetition() {
    // Black is a queen down but gives check for ever on e1 and h4.
    let fen = "QQ6/5pkp/6p1/8/7q/8/6P1/6K1 b - - 0 1";
    let (result, _) = think(&game(fen), &to_depth(8), Features::DEFAULT, 1);
    assert_eq!(result.score, Score::DRAW, "{result:?}");
}

#[test]
fn fifty_moves_end_in_a_draw_whatever_the_material() {
    let (result, _) =
        think(&game("8/8/8/8/5k2/8/8/K6Q w - - 99 100"), &to_depth(4), Features::DEFAULT, 1);
    assert_eq!(result.score, Score::DRAW);
}

#[test]
fn the_same_search_has_the_same_nodes() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for list in STAGES {
        let depth = if list == "plain" { 3 } else { 4 };
        let [first, second] = [(); 2].map(|()| {
            let mut result = think(&game(fen), &to_depth(depth), stage(list), 1).0;
            // Everything is the same but the time.
            result.lines.iter_mut().for_each(|line| line.time = Duration::ZERO);
            result
        });
        assert_eq!(first, second, "{list}");
    }
}

#[test]
fn every_switch_has_an_effect() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let default = think(&game(fen), &to_depth(12), Features::DEFAULT, 1).0;
    let mut without_effect = Vec::new();
    for &feature in Feature::ALL {
        let turned = if feature.is_off_by_default() {
            Features::DEFAULT.with(feature)
        } else {
            Features::DEFAULT.without(feature)
        };
        let result = think(&game(fen), &to_depth(12), turned, 1).0;
        assert!(result.best.is_some());
        if result.nodes == default.nodes {
            without_effect.push(feature.name());
        }
    }
    // There is no mate in sight here.
    assert_eq!(without_effect, ["mdp"], "of {} nodes", default.nodes);
}

#[test]
fn techniques_are_counted_by_their_names() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let statistics = think(&game(fen), &to_depth(10), Features::DEFAULT, 1).0.statistics;
    for feature in [Feature::Tt, Feature::NullMove, Feature::LateMoveReduction, Feature::Pvs] {
        let tally = statistics.of(feature);
        assert!(tally.worked > 0 && tally.worked < tally.tried, "{}", feature.name());
        let without = Features::DEFAULT.without(feature);
        let off = think(&game(fen), &to_depth(6), without, 1).0.statistics.of(feature);
        assert_eq!(off.worked, 0, "{}", feature.name());
    }
}

#[test]
fn null_moves_need_no_principal_variation_search() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let count = |list| think(&game(fen), &to_depth(5), stage(list), 1).0;
    let (with, without) = (count("plain,qs,tt,nmp"), count("plain,qs,tt"));
    let tally = with.statistics.of(Feature::NullMove);
    assert!(tally.worked > 100, "{tally:?}");
    assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
}

#[test]
fn mtdf_closes_in_on_the_same_truths() {
    let mut worker = Worker::new(Material, Features::DEFAULT);
    worker.set_driver(RootDriver::Mtdf);
    for (fen, expected) in [
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", Some(5)),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Some(1)),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", None),
    ] {
        let mut reports = Vec::new();
        let result = worker.think(&shared(), &game(fen), &to_depth(8), 2, &mut |report| {
            reports.push(report.clone());
        });
        let mate = match result.score.verdict() {
            Verdict::Mate { plies } => Some(plies),
            _ => None,
        };
        assert_eq!(mate, expected, "{fen}: {result:?}");
        for report in &reports {
            assert!(!report.pv.is_empty(), "{report:?}");
            check_pv(game(fen).position(), &report.pv);
        }
    }
}

#[test]
fn limits_are_kept() {
    let start = Game::default();
    let nodes = Limits { nodes: Some(5000), ..Limits::default() };
    let (result, _) = think(&start, &nodes, Features::DEFAULT, 1);
    assert!(result.nodes <= 5001 && result.best.is_some(), "{result:?}");

    // One node is too few to look at every move, but the queen is taken all the same.
    let hanging = game("4k3/8/8/8/3q4/8/1B6/K7 w - - 0 1");
    let one = Limits { nodes: Some(1), ..Limits::default() };
    let (result, _) = think(&hanging, &one, Features::DEFAULT, 1);
    assert_eq!(result.best, hanging.position().parse_uci("b2d4").ok(), "{result:?}");
    assert_eq!(result.depth, 1);

    let time = TimeBudget::exactly(Duration::from_millis(50));
    let begun = Instant::now();
    let limits = Limits { time: Some(time), ..Limits::default() };
    let (result, _) = think(&start, &limits, Features::DEFAULT, 1);
    assert!(result.best.is_some());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());

    let only: Move = start.position().parse_uci("a2a3").expect("legal");
    let limits = Limits { root_moves: vec![only], ..to_depth(4) };
    assert_eq!(think(&start, &limits, Features::DEFAULT, 1).0.best, Some(only));
}

#[test]
fn contempt_is_the_price_of_a_draw_for_the_player_at_the_root() {
    // The same draws as above, by force and by rule, with a price on them.
    let perpetual = "QQ6/5pkp/6p1/8/7q/8/6P1/6K1 b - - 0 1";
    let fifty = "8/8/8/8/5k2/8/8/K6Q w - - 99 100";
    for (fen, depth) in [(perpetual, 8), (fifty, 4)] {
        for contempt in [-30, 40] {
            let limits = Limits { contempt, ..to_depth(depth) };
            let (result, _) = think(&game(fen), &limits, Features::DEFAULT, 1);
            assert_eq!(result.score, Score::centipawns(-contempt), "{fen}: {result:?}");
        }
    }
}

#[test]
fn bounds_are_told_for_a_single_line_only() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let bounds = |multipv| {
        let (_, reports) = think(&game(fen), &to_depth(8), Features::DEFAULT, multipv);
        for report in &reports {
            check_pv(game(fen).position(), &report.pv);
            assert!(!report.pv.is_empty(), "{report:?}");
        }
        reports.iter().filter(|report| report.bound != Bound::Exact).count()
    };
    assert!(bounds(1) > 0);
    assert_eq!(bounds(2), 0);
}

#[test]
fn root_moves_are_announced_once_for_every_window() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut worker = Worker::new(Material, Features::PLAIN);
    worker.on_root_move(Some(Box::new(move |root| {
        sender.send((root.depth, root.number)).expect("the test listens");
    })));
    worker.think(&shared(), &Game::default(), &to_depth(2), 1, &mut |_| {});
    drop(worker);
    let expected: Vec<_> = [1, 2].into_iter().flat_map(|d| (1..=20).map(move |n| (d, n))).collect();
    assert_eq!(receiver.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    for fen in ["r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "7k/R7/1R6/8/8/8/8/K7 b - - 0 1"] {
        let limits = Limits { mate: Some(3), ..Limits::default() };
        let (result, _) = think(&game(fen), &limits, Features::DEFAULT, 1);
        assert!(result.score.is_decisive(), "{result:?}");
        assert!(result.depth < 16, "{result:?}");
    }
}

#[track_caller]
fn check_pv(start: &Position, pv: &[Move]) {
    let mut game = Game::from_position(start.clone());
    for mv in pv {
        assert_eq!(game.outcome(), None, "the line goes on after the end");
        game.play(*mv).expect("the line is legal");
    }
}

#[test]
fn several_lines_come_in_order_with_different_moves() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = game(fen);
    let (_, reports) = think(&game, &to_depth(6), Features::DEFAULT, 3);
    assert_eq!(reports.len(), 18);
    for (index, report) in reports.iter().enumerate() {
        assert_eq!((report.depth as usize, report.multipv), (index / 3 + 1, index % 3 + 1));
        check_pv(game.position(), &report.pv);
    }
    for lines in reports.chunks(3) {
        let firsts: Vec<Move> = lines.iter().map(|report| report.pv[0]).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
        assert!(lines.is_sorted_by(|better, worse| better.score >= worse.score));
    }
}

/// Wherever a search is stopped, it tells in the end as many lines as were asked for, of different
/// moves, with its final count of nodes and the move it decides for first.
#[test]
fn a_stopped_search_tells_its_last_lines() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = game(fen);
    for nodes in (1..40).map(|step| 400 * step) {
        for multipv in [1, 3] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (result, reports) = think(&game, &limits, Features::DEFAULT, multipv);
            let lines = &result.lines;
            assert!(lines.len() == multipv || result.depth == 0 && !lines.is_empty());
            assert_eq!(lines[0].pv.first().copied(), result.best);
            for (index, line) in lines.iter().enumerate() {
                check_pv(game.position(), &line.pv);
                assert_eq!((line.depth, line.multipv), (result.depth, index + 1));
                assert_eq!((line.nodes, line.bound), (result.nodes, Bound::Exact));
                assert!(lines[..index].iter().all(|other| other.pv[0] != line.pv[0]));
            }
            let exact = reports.iter().rfind(|report| report.bound == Bound::Exact);
            assert_eq!(exact.map_or(0, |report| report.depth), result.depth);
        }
    }
}
