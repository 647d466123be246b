//! Rows: declarations, and values for them.

use super::*;

#[track_caller]
fn check_line(option: &UciOption, line: &str) {
    assert_eq!(option.to_string(), line);
    assert_eq!(&line.parse::<UciOption>().expect("an option"), option);
}

#[test]
fn declarations() {
    check_line(&UciOption::check("Ponder", false), "option name Ponder type check default false");
    check_line(
        &UciOption::spin("Contempt", 0, -100..=100),
        "option name Contempt type spin default 0 min -100 max 100",
    );
    check_line(
        &UciOption::combo("Eval", "nnue", &["nnue", "classical", "all of it"]),
        "option name Eval type combo default nnue var nnue var classical var all of it",
    );
    check_line(&UciOption::button("Clear Hash"), "option name Clear Hash type button");
    check_line(
        &UciOption::text("EvalFile", ""),
        "option name EvalFile type string default <empty>",
    );
    check_line(
        &UciOption::text("BookFile", "C:\\my  books\\min max.bin"),
        "option name BookFile type string default C:\\my  books\\min max.bin",
    );
}

#[track_caller]
fn check_read(line: &str, expected: &UciOption) {
    assert_eq!(&line.parse::<UciOption>().expect("an option"), expected);
}

#[test]
fn careless_declarations_of_other_engines() {
    check_read("option name Hash type spin default 64", &{
        UciOption::spin("Hash", 64, i64::MIN..=i64::MAX)
    });
    check_read("option name N type spin min 5 max 9 default 1", &UciOption::spin("N", 5, 5..=9));
    check_read("option name Path type string", &UciOption::text("Path", ""));
    check_read("option name Path type string default", &UciOption::text("Path", ""));
    check_read("option  name  Own   Book type check default True", &{
        UciOption::check("Own Book", true)
    });
    check_read("option name Big type spin default 1 min 1 max 99999999999999999999", &{
        UciOption::spin("Big", 1, 1..=i64::MAX)
    });
}

#[test]
fn lines_that_declare_nothing() {
    for (line, message) in [
        ("id name x", "expected an option with a name, got \"id name x\""),
        ("option name type spin", "expected an option with a name, got \"option name type spin\""),
        (
            "option name Hash",
            "expected an option of type check, spin, combo, button or string, got \"option name Hash\"",
        ),
        (
            "option name X type spin default 1.5",
            "expected whole numbers as default, min and max, got \"option name X type spin default 1.5\"",
        ),
        (
            "option name X type spin min 3 max 2",
            "expected an option whose min is not above its max, got \"option name X type spin min 3 max 2\"",
        ),
    ] {
        assert_eq!(line.parse::<UciOption>().expect_err(line).to_string(), message);
    }
}

fn table() -> Options {
    [
        UciOption::spin("Hash", 16, 1..=1024),
        UciOption::spin("Move Overhead", 10, 0..=5000).alias("MoveOverhead"),
        UciOption::check("Ponder", false),
        UciOption::combo("Eval", "nnue", &["nnue", "classical"]),
        UciOption::button("Clear Hash"),
        UciOption::text("SyzygyPath", ""),
    ]
    .into_iter()
    .collect()
}

#[track_caller]
fn check_set(name: &str, value: Option<&str>, declared: &str, expected: &OptionValue) {
    let table = table();
    let (option, value) = table.set(name, value).expect("a legal value");
    assert_eq!((option.name(), &value), (declared, expected));
}

#[test]
fn values() {
    check_set("hash", Some("32"), "Hash", &OptionValue::Spin(32));
    check_set("MoveOverhead", Some(" 100 "), "Move Overhead", &OptionValue::Spin(100));
    check_set("PONDER", Some("True"), "Ponder", &OptionValue::Check(true));
    check_set("eval", Some("Classical"), "Eval", &OptionValue::Combo("classical".to_owned()));
    check_set("clear hash", None, "Clear Hash", &OptionValue::Button);
    check_set("clear hash", Some(""), "Clear Hash", &OptionValue::Button);
    check_set(
        "SyzygyPath",
        Some("/a b;/c"),
        "SyzygyPath",
        &OptionValue::Text("/a b;/c".to_owned()),
    );
    for empty in [None, Some(""), Some("<empty>")] {
        check_set("SyzygyPath", empty, "SyzygyPath", &OptionValue::Text(String::new()));
    }
}

#[test]
fn values_that_are_refused() {
    for (name, value, message) in [
        ("Hush", Some("1"), "there is no option \"Hush\""),
        ("hash", Some("0"), "option Hash takes a number from 1 to 1024, got \"0\""),
        ("hash", Some("many"), "option Hash takes a number from 1 to 1024, got \"many\""),
        ("hash", Some("99999999999999999999"), {
            "option Hash takes a number from 1 to 1024, got \"99999999999999999999\""
        }),
        ("hash", None, "option Hash takes a number from 1 to 1024, got no value"),
        ("ponder", Some("on"), "option Ponder takes true or false, got \"on\""),
        ("eval", Some("x"), "option Eval takes one of nnue, classical, got \"x\""),
    ] {
        assert_eq!(table().set(name, value).expect_err(name).to_string(), message);
    }
}

#[test]
fn a_second_declaration_replaces_the_first() {
    let mut table = table();
    table.add(UciOption::spin("HASH", 1, 1..=2));
    assert_eq!(table.iter().len(), 6);
    assert!(table.set("Hash", Some("32")).is_err());
    assert!(!table.to_string().contains("\n\n"));
}
