//! What must hold for any text and any value: nothing panics, and what is printed reads as the
//! same value.

use std::num::NonZeroU32;
use std::time::Duration;

use ferz_rules::ByColor;
use ferz_uci::{
    BestMove, Bound, Clock, Command, GenFens, Go, Info, InfoScore, MAX_TIME, MoveLine, MoveText,
    OptionValue, PositionText, Reply, ScoreValue, StartText, UciOption, Wdl,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

/// Words that mean something somewhere, between words that mean nothing.
fn lines() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        5 => prop::sample::select(vec![
            "uci", "go", "position", "startpos", "fen", "moves", "setoption", "name", "value",
            "option", "type", "spin", "combo", "string", "default", "min", "max", "var", "info",
            "depth", "score", "cp", "mate", "lowerbound", "wdl", "pv", "bestmove", "ponder",
            "searchmoves", "wtime", "perft", "genfens", "seed", "book", "bench", "debug", "#", "d",
            "e2e4", "a7a8q", "0000", "-1", "7", "99999999999999999999", "8/8/8/8/8/8/8/8", "w",
            "K7/8/8/8/8/8/8/k7", "-", "time", "id", "<empty>", "export_net", "currline",
        ])
        .prop_map(str::to_owned),
        1 => "\\PC{0,8}",
        1 => any::<String>(),
    ];
    vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_text_panics(line in lines()) {
        match Command::parse(&line) {
            Ok(Some(parsed)) => {
                if let Command::Position(text) = &parsed.command {
                    let _ = text.game();
                }
            }
            Ok(None) => {}
            Err(error) => prop_assert!(!error.to_string().contains(['\n', '\r'])),
        }
        let _ = Reply::parse(&line);
        let _ = line.parse::<UciOption>().map(|option| option.read_value(Some(&line)));
        let _ = line.parse::<MoveText>();
    }

    /// Whatever a line meant, its command printed and read again means the same.
    #[test]
    fn a_read_command_survives_printing(line in lines()) {
        if let Ok(Some(parsed)) = Command::parse(&line) {
            let again = Command::parse(&parsed.command.to_string());
            prop_assert_eq!(again.ok().flatten().map(|parsed| parsed.command), Some(parsed.command));
        }
    }

    #[test]
    fn a_read_reply_survives_printing(line in lines()) {
        if let Ok(reply) = Reply::parse(&line) {
            prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
        }
    }

    #[test]
    fn commands_round_trip(command in commands()) {
        let parsed = Command::parse(&command.to_string()).expect("no error").expect("a command");
        prop_assert_eq!(parsed.command, command);
        prop_assert!(parsed.skipped.is_empty());
    }

    #[test]
    fn infos_round_trip(info in infos()) {
        prop_assert_eq!(Info::parse(&info.to_string()), info);
    }

    #[test]
    fn best_moves_round_trip(best in move_texts(), ponder in of(move_texts())) {
        let best = BestMove { best: Some(best), ponder };
        prop_assert_eq!(best.to_string().parse(), Ok(best));
    }

    #[test]
    fn options_round_trip(option in options()) {
        prop_assert_eq!(option.to_string().parse::<UciOption>(), Ok(option.clone()));
        if let Some(value) = option.default_value() {
            prop_assert_eq!(option.read_value(Some(&value.to_string())), Ok(value));
        } else {
            prop_assert_eq!(option.read_value(None), Ok(OptionValue::Button));
        }
    }
}

fn move_texts() -> impl Strategy<Value = MoveText> {
    "[a-h][1-8][a-h][1-8][nbrq]?".prop_filter_map("a move goes somewhere", |text| text.parse().ok())
}

/// Words that no command takes for one of its own.
fn plain_words() -> impl Strategy<Value = String> {
    "[A-Z][A-Za-z0-9_]{0,6}"
}

fn phrases() -> impl Strategy<Value = String> {
    vec(plain_words(), 1..4).prop_map(|words| words.join(" "))
}

fn times() -> impl Strategy<Value = Duration> {
    (1..=MAX_TIME.as_secs() * 1000).prop_map(Duration::from_millis)
}

fn clocks() -> impl Strategy<Value = Clock> {
    let increment = prop_oneof![Just(Duration::ZERO), times()];
    (of(times()), increment).prop_map(|(time, increment)| Clock { time, increment })
}

prop_compose! {
    fn gos()(
        (search_moves, ponder, infinite) in (vec(move_texts(), 0..4), any::<bool>(), any::<bool>()),
        (white, black) in (clocks(), clocks()),
        moves_to_go in of(any::<NonZeroU32>()),
        (depth, nodes) in (of(1..=u32::MAX), of(1..=i64::MAX as u64)),
        (mate, perft) in (of(1..=u32::MAX), of(any::<u32>())),
        move_time in of(times()),
    ) -> Go {
        let clocks = ByColor::new(white, black);
        Go {
            search_moves, ponder, clocks, moves_to_go, depth, nodes, mate, move_time, infinite,
            perft,
        }
    }
}

fn positions() -> impl Strategy<Value = PositionText> {
    let start = prop_oneof![
        Just(StartText::Standard),
        Just(StartText::Fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned())),
        phrases().prop_map(StartText::Fen),
    ];
    (start, vec(move_texts().prop_map(|mv| mv.to_string()), 0..6))
        .prop_map(|(start, moves)| PositionText { start, moves })
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Uci),
        gos().prop_map(Command::Go),
        positions().prop_map(Command::Position),
        (phrases(), of("([!-~]([ -~]{0,9}[!-~])?)?"))
            .prop_map(|(name, value)| Command::SetOption { name, value }),
        any::<bool>().prop_map(Command::Debug),
        phrases().prop_map(Command::Register),
        vec(plain_words(), 0..4).prop_map(Command::Bench),
        of(phrases()).prop_map(Command::ExportNet),
        any::<u32>().prop_map(Command::Perft),
        (0..=i64::MAX as u64, 0..=i64::MAX as u64, of("[a-z/]{1,9}"), of(phrases())).prop_map(
            |(count, seed, book, extra)| Command::GenFens(GenFens {
                count,
                seed,
                book,
                extra: extra.unwrap_or_default(),
            })
        ),
    ]
}

fn scores() -> impl Strategy<Value = InfoScore> {
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Centipawns),
        any::<i32>().prop_map(ScoreValue::Mate),
    ];
    let bound = prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]);
    (value, bound).prop_map(|(value, bound)| InfoScore { value, bound })
}

prop_compose! {
    fn infos()(
        (depth, seldepth, multipv) in (of(any::<u32>()), of(any::<u32>()), of(any::<u32>())),
        (score, wdl) in (of(scores()), of((0..=1000u32, 0..=1000u32, 0..=1000u32))),
        (nodes, nps) in (of(0..=i64::MAX as u64), of(0..=i64::MAX as u64)),
        (hashfull, tbhits) in (of(any::<u32>()), of(0..=i64::MAX as u64)),
        time in of(times()),
        (currmove, currmovenumber) in (of(move_texts()), of(any::<u32>())),
        pv in vec(move_texts().prop_map(|mv| mv.to_string()), 0..6),
        string in of("([!-~]([ -~]{0,9}[!-~])?)?"),
    ) -> Info {
        let wdl = wdl.map(|(win, draw, loss)| Wdl { win, draw, loss });
        let pv = MoveLine::from_words(pv.iter().map(String::as_str));
        Info {
            depth, seldepth, multipv, score, wdl, nodes, nps, hashfull, tbhits, time, currmove,
            currmovenumber, pv, string,
        }
    }
}

fn spins() -> impl Strategy<Value = UciOption> {
    (phrases(), any::<[i64; 3]>()).prop_map(|(name, mut numbers)| {
        numbers.sort_unstable();
        let [min, default, max] = numbers;
        UciOption::spin(&name, default, min..=max)
    })
}

fn options() -> impl Strategy<Value = UciOption> {
    let combo = (phrases(), vec(phrases(), 1..5)).prop_map(|(name, choices)| {
        let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
        UciOption::combo(&name, choices[0], &choices)
    });
    prop_oneof![
        spins(),
        combo,
        (phrases(), any::<bool>()).prop_map(|(name, default)| UciOption::check(&name, default)),
        phrases().prop_map(|name| UciOption::button(&name)),
        (phrases(), "([!-~]([ -~]{0,9}[!-~])?)?")
            .prop_map(|(name, default)| UciOption::text(&name, &default)),
    ]
}
