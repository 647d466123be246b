use proptest::option::of;
use proptest::prelude::*;

use super::*;
use crate::command::Command;

/// The limits of a `go` line at the start of a game.
fn limits_of(line: &str, overhead: u64) -> Limits {
    let parsed = Command::parse(line).expect("readable").expect("a command");
    let Command::Go(go) = parsed.command else { panic!("not a go: {line}") };
    limits(&go, &Position::startpos(), Duration::from_millis(overhead)).0
}

proptest! {
    /// Complaint 8: engines lose on time at the last move before a time control. Whatever the
    /// line says, what may be used is what is left without the overhead.
    #[test]
    fn no_clock_is_overrun(
        own in prop_oneof![-1000_i64..5000, any::<i64>()],
        other in of(any::<i64>()),
        increment in of(prop_oneof![0_i64..10_000, any::<i64>()]),
        moves_to_go in of(prop_oneof![Just(1_i64), -5_i64..100]),
        overhead in 0_u64..=5000,
    ) {
        let mut words = vec![format!("go wtime {own}")];
        for (word, value) in [("btime", other), ("winc", increment), ("movestogo", moves_to_go)] {
            words.extend(value.map(|value| format!("{word} {value}")));
        }
        let budget = limits_of(&words.join(" "), overhead).time.expect("a clock is a limit");
        // A clock that has run out is taken for one with a millisecond left.
        let left = Duration::from_millis(own.max(1).unsigned_abs());
        prop_assert!(budget.soft <= budget.hard);
        prop_assert!(budget.hard <= left.saturating_sub(Duration::from_millis(overhead)));
    }

    #[test]
    fn a_move_time_is_never_overrun(time in any::<i64>(), overhead in 0_u64..=5000) {
        let budget = limits_of(&format!("go movetime {time}"), overhead).time.expect("a limit");
        prop_assert!(budget.hard <= Duration::from_millis(time.max(1).unsigned_abs()));
    }
}

#[test]
fn infinite_outweighs_every_clock() {
    assert_eq!(limits_of("go infinite wtime 1000 movetime 5", 10).time, None);
    assert_eq!(limits_of("go winc 100 movestogo 3", 10).time, None, "no clock, no limit");
}

#[track_caller]
fn check_playable(fen: &str, played: &[&str], line: &[&str], expected: usize) {
    let mut game = Game::from_position(fen.parse().expect("a test's own FEN"));
    for text in played {
        let mv = game.position().parse_uci(text).expect("legal");
        game.play(mv).expect("legal");
    }
    // Moves are read where they would be played, whether or not the game is over there.
    let mut position = game.position().clone();
    let mut moves = Vec::new();
    for text in line {
        let mv = position.parse_uci(text).expect("legal");
        position.play(mv);
        moves.push(mv);
    }
    assert_eq!(playable(&game, &moves).len(), expected);
}

#[test]
fn lines_end_where_the_game_does() {
    let rooks = "4k3/r7/8/8/8/8/R7/4K3 w - - 0 1";
    let dance = ["a2b2", "a7b7", "b2a2", "b7a7"];
    check_playable(rooks, &[], &dance, 4);
    let twice: Vec<&str> = dance.iter().chain(&dance).copied().collect();
    check_playable(rooks, &dance[..3], &["b7a7", "a2b2", "a7b7", "b2a2", "b7a7", "a2c2"], 5);
    check_playable(rooks, &twice, &["a2b2", "a7b7"], 1);
    check_playable("4k3/r7/8/8/8/8/R7/4K3 w - - 98 80", &[], &dance, 2);
    check_playable("7k/8/6K1/8/8/8/8/q6B w - - 0 1", &[], &["g6f7", "a1h1"], 2);
    // Taking the queen leaves nothing to mate with.
    check_playable("8/8/8/8/8/5k2/4p3/4K3 w - - 0 1", &[], &["e1d2", "e2e1q", "d2e1", "f3e3"], 3);
}
