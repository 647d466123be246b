//! Networks on the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ferz_eval::nnue::{FEATURES, Network, NetworkParts};

fn output(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

/// A file for one test.
fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// A queen is worth something, nothing else is.
fn parts(queen: i16) -> NetworkParts {
    let mut parts = NetworkParts {
        hidden: 32,
        buckets: 2,
        feature_weights: vec![0; FEATURES * 32],
        feature_biases: vec![0; 32],
        output_weights: vec![0; 2 * 2 * 32],
        output_biases: vec![0; 2],
        ..NetworkParts::default()
    };
    for square in 0..64 {
        parts.feature_weights[(4 * 64 + square) * 32] = queen;
    }
    for bucket in 0..2 {
        parts.output_weights[bucket * 64] = 100;
        parts.output_weights[bucket * 64 + 32] = -100;
    }
    parts
}

fn write(name: &str, queen: i16) -> PathBuf {
    let path = path(name);
    let network = Network::new(&parts(queen)).expect("small numbers");
    fs::write(&path, network.to_bytes()).expect("the scratch folder is writable");
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a scratch path is UTF-8")
}

#[test]
fn networks_are_described_checked_and_compared() {
    let (one, other) = (write("one.ferz", 100), write("other.nnue", 110));
    let info = text(&output(&["net", "info", name(&one)]).stdout);
    assert!(info.contains("(768 -> 32)x2 -> 1x2 ["), "{info}");
    assert!(info.contains("feature weights  24576 from 0 to 100"), "{info}");
    let json = output(&["net", "info", "--json", name(&one)]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((&json["hidden"], &json["buckets"]), (&32.into(), &2.into()));

    let sound = output(&["net", "verify", name(&one), name(&other)]);
    assert!(sound.status.success(), "{}", text(&sound.stdout));
    let mut damaged = fs::read(&one).expect("it was written");
    damaged[99] ^= 1;
    fs::write(&other, damaged).expect("the scratch folder is writable");
    let harmed = output(&["net", "verify", name(&one), name(&other), "no such file"]);
    assert_eq!(harmed.status.code(), Some(1));
    let harmed = text(&harmed.stdout);
    assert!(harmed.contains("sound") && harmed.contains("checksum"), "{harmed}");
    assert_eq!(harmed.lines().count(), 3, "{harmed}");

    let same = output(&["net", "diff", name(&one), name(&one)]);
    assert!(same.status.success());
    let third = write("third.ferz", 103);
    let differ = output(&["net", "diff", name(&one), name(&third)]);
    assert_eq!(differ.status.code(), Some(1));
    let differ = text(&differ.stdout);
    let line = "feature weights  64 of 24576 differ, by 0.01 on average and 3 at most";
    assert!(differ.contains(line), "{differ}");
}

#[test]
fn bullets_files_are_imported_once() {
    let parts = parts(90);
    let arrays = [
        &parts.feature_weights,
        &parts.feature_biases,
        &parts.output_weights,
        &parts.output_biases,
    ];
    let bytes: Vec<u8> =
        arrays.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let (raw, made) = (path("quantised.bin"), path("imported.ferz"));
    fs::write(&raw, bytes).expect("the scratch folder is writable");
    let import = |hidden: &str| {
        let shape = ["--hidden", hidden, "--buckets", "2", "--name", "import"];
        let files = ["net", "import", "--bullet", name(&raw), "--out", name(&made)];
        output(&[&files[..], &shape].concat())
    };
    let wrong = import("64");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("expected"), "{}", text(&wrong.stderr));
    assert!(import("32").status.success());
    let network = Network::from_bytes(&fs::read(&made).expect("it was written")).expect("sound");
    assert_eq!(network.facts().get("name"), Some("import"));
    assert_eq!(network.parts().feature_weights, parts.feature_weights);
    assert_eq!(import("32").status.code(), Some(2), "what is there is not written over");
}

#[test]
fn the_mean_of_networks_is_one() {
    let (one, other, made) = (write("a.ferz", 100), write("b.ferz", 110), path("mean.ferz"));
    let blend = |weights: &str| {
        let args = ["net", "blend", name(&one), name(&other), "--name", "mean", "--out"];
        output(&[&args[..], &[name(&made), "--weights", weights]].concat())
    };
    for (weights, complaint) in
        [("1", "1 weights for 2 networks"), ("1,-1", "positive weights"), ("1,x", "'x'")]
    {
        let refused = blend(weights);
        assert_eq!(refused.status.code(), Some(2), "{weights}");
        assert!(text(&refused.stderr).contains(complaint), "{}", text(&refused.stderr));
    }
    assert!(blend("1,4").status.success());
    let network = Network::from_bytes(&fs::read(&made).expect("it was written")).expect("sound");
    assert_eq!(network.parts().feature_weights, parts(108).feature_weights);
    let origins = network.facts().get("blend").expect("it is told").to_owned();
    assert!(origins.starts_with("1 of ? ") && origins.contains(", 4 of ? "), "{origins}");
    assert_eq!(blend("1,1").status.code(), Some(2), "what is there is not written over");
}

#[test]
fn eval_tells_what_pieces_are_worth() {
    let file = write("worth.ferz", 100);
    let view = |fen| text(&output(&["eval", "--eval-file", name(&file), "--fen", fen]).stdout);
    let seen = view("4k3/4p3/8/3Q4/8/8/8/4K3 b - - 0 1");
    // 100² * 100 / 255 * 400 / (255 * 64) = 96.1
    assert!(seen.contains("| +0.96 |"), "{seen}");
    assert!(seen.contains("     0  +0.96  <- in use\n     1  +0.96\n"), "{seen}");
    assert!(seen.ends_with("score +96 centipawns for White\n"), "{seen}");
    let known = view("4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1");
    assert!(known.contains("known: mate of a bare king, whatever the network says"), "{known}");
    let missing = output(&["eval", "--eval-file", "no such file"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn data_are_made_with_a_network() {
    let file = write("data.ferz", 50);
    let make = |args: &[&str], out: &Path| {
        let common = ["datagen", "--games", "2", "--nodes", "30", "--hash", "1", "--out"];
        let made = output(&[&common[..], &[name(out)], args].concat());
        assert!(made.status.success(), "{}", text(&made.stderr));
        fs::read(out).expect("games were written")
    };
    let with = make(&["--eval-file", name(&file)], &path("with.vf"));
    assert_ne!(with, make(&["--evaluator", "classical"], &path("without.vf")));
}

#[test]
fn players_inside_a_match_take_a_network() {
    let file = write("match.ferz", 200);
    let store = path("network.db");
    let option = format!("option.EvalFile={}", name(&file));
    let play = |option: &str| {
        output(&[
            "match",
            "--engine",
            "ferz",
            "name=network",
            option,
            "--engine",
            "ferz",
            "name=none",
            "--each",
            "nodes=60",
            "option.Hash=1",
            "--maxmoves",
            "10",
            "--rounds",
            "1",
            "--store",
            name(&store),
        ])
    };
    let played = play(&option);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let refused = play("option.EvalFile=no such file");
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("cannot load the network"), "{}", text(&refused.stderr));
}
