//! `ferz stats` as a person or a script meets it.

use std::process::Command;

fn stats(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("stats")
        .args(args)
        .output()
        .expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the binary writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn check(args: &str, expected: &[&str]) {
    let words: Vec<&str> = args.split(' ').collect();
    let (status, output, error) = stats(&words);
    assert_eq!(status, Some(0), "{error}");
    for part in expected {
        assert!(output.contains(part), "{args}: {output}");
    }
}

const PENTA: &str = "--penta 39,8843,26675,9240,44";

#[test]
fn the_reference_ratio_is_printed_to_four_decimals() {
    check(
        &format!("sprt {PENTA} --elo0 0.5 --elo1 2.5 --model normalized"),
        &["LLR 2.9417 (-2.9444, 2.9444) [0.50, 2.50] normalized\n", "undecided\n"],
    );
    check(&format!("sprt {PENTA} --elo0 -5 --elo1 -1 --json"), &[r#""verdict":"H1 accepted""#]);
}

#[test]
fn counts_may_be_games_or_pairs() {
    check(&format!("elo {PENTA}"), &["games           89682\n", "1.58 [0.55, 2.61]\n"]);
    check(
        "elo --wins 136 --losses 96 --draws 111",
        &["Elo             40.70 [", "LOS             99.60 %\n"],
    );
    check("elo --losses 5 --json", &[r#""score":0.0"#, r#""games":5"#]);
}

#[test]
fn plans_and_simulations_agree() {
    check("plan --elo0 0 --elo1 40", &["    0.00     5.00 %", "   40.00    95.00 %"]);
    check(
        "simulate --elo0 0 --elo1 60 --elo 60 --runs 100 --seed 3",
        &["H1 accepted in 9", "of 100 tests", "games on average"],
    );
}

#[test]
fn bad_arguments_are_one_sentence() {
    for (args, sentence) in [
        ("sprt --penta 1,2,3", "expected 5 counts"),
        ("sprt --penta 1,2,3,4,5 --elo0 3 --elo1 1", "elo0 must be below elo1"),
        ("sprt --penta 1,2,3,4,5 --model bayesian", "not \"bayesian\""),
        ("plan --draws 2", "expected a share"),
        ("ratings no/such/file.pgn", "cannot read no/such/file.pgn"),
    ] {
        let words: Vec<&str> = args.split(' ').collect();
        let (status, _, error) = stats(&words);
        assert_eq!(status, Some(2), "{args}");
        assert!(error.contains(sentence) && !error.contains("panicked"), "{args}: {error}");
    }
}

#[test]
fn ratings_come_from_games() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("ratings.pgn");
    let game = |white, black, result| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n")
    };
    let mut text = game("Ann", "?", "1-0");
    for (white, black, result) in [("Ann", "Bob", "1-0"), ("Bob", "Ann", "1/2-1/2")] {
        text += &game(white, black, result).repeat(50);
    }
    std::fs::write(&path, text).expect("the scratch folder is writable");
    let file = path.to_str().expect("a scratch path is UTF-8");
    let (status, output, error) = stats(&["ratings", file, "--anchor", "Bob=2000"]);
    assert_eq!(status, Some(0), "{error}");
    let rows: Vec<Vec<&str>> =
        output.lines().map(|line| line.split_ascii_whitespace().collect()).collect();
    assert_eq!((rows[1][0], rows[1][3], rows[1][4]), ("Ann", "100", "75.0"), "{output}");
    let elo: f64 = rows[1][1].parse().expect("a number");
    assert!((elo - 2190.0).abs() < 2.0, "{output}");
    assert_eq!(&rows[2][..3], ["Bob", "2000.0", "0.0"], "{output}");
    assert!(output.contains("1 games without"), "{output}");
    let _ = std::fs::remove_file(path);
}
