//! Networks by `EvalFile`: used when they are sound, refused in one sentence when not.

mod support;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use ferz_engine::Agent;
use ferz_eval::evolved::{Chromosome, ChromosomeKind};
use ferz_eval::nnue::{FEATURES, Network, NetworkParts};
use support::{converse, in_turn, last_score, nodes, starting};

/// A file of this test's own that does not outlive it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(bytes: &[u8]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // Paths have spaces.
        let name = format!("ferz net {} {number}.ferz", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).expect("the scratch folder is writable");
        Self(path)
    }

    fn option(&self) -> String {
        format!("setoption name EvalFile value {}", self.0.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A network that says the same of every position.
fn constant(bias: i16) -> Network {
    let mut parts = NetworkParts {
        hidden: 32,
        buckets: 1,
        feature_weights: vec![0; FEATURES * 32],
        feature_biases: vec![0; 32],
        output_weights: vec![0; 64],
        output_biases: vec![bias],
        ..NetworkParts::default()
    };
    parts.facts.set("name", "constant").expect("a plain name");
    Network::new(&parts).expect("zeros are sound")
}

#[test]
fn a_network_is_used_from_the_next_search_on() {
    let network = constant(8160);
    let file = Scratch::new(&network.to_bytes());
    let text = in_turn(&[&file.option(), "go depth 1"]);
    assert_eq!(starting(&text, "info string"), [format!("info string network {network}")]);
    assert_ne!(nodes(&[&file.option(), "go depth 7"]), nodes(&["go depth 7"]));
    // After two plies it is the same player's move, and the score is what the network says.
    let other = Scratch::new(&constant(-8160).to_bytes());
    let score = |option: &str| last_score(&in_turn(&[option, "go depth 2"]));
    assert!(!score(&file.option()).contains('-'));
    assert!(score(&other.option()).contains('-'));
}

#[test]
fn classical_and_nothing_can_be_asked_for_again() {
    let file = Scratch::new(&constant(100).to_bytes());
    let plain = nodes(&["setoption name Evaluator value classical", "go depth 7"]);
    let classical = "setoption name Evaluator value classical";
    assert_eq!(nodes(&[&file.option(), classical, "go depth 7"]), plain);
    assert_eq!(
        nodes(&[&file.option(), "setoption name EvalFile value <empty>", "go depth 7"]),
        plain
    );
}

#[track_caller]
fn check_refused(bytes: &[u8], reason: &str) {
    let good = Scratch::new(&constant(100).to_bytes());
    let bad = Scratch::new(bytes);
    let before = nodes(&[&good.option(), "go depth 7"]);
    let lines = [&good.option(), &bad.option(), "go depth 7"];
    let text = in_turn(&lines);
    let messages = starting(&text, "info string");
    assert_eq!(messages.len(), 2, "{text}");
    assert!(messages[1].contains(reason), "{}", messages[1]);
    assert_eq!(nodes(&lines), before, "it goes on with what it had");
}

#[test]
fn bad_files_are_refused_and_the_old_network_kept() {
    let bytes = constant(100).to_bytes();
    let mut damaged = bytes.clone();
    damaged[1000] ^= 4;
    check_refused(&damaged, "the checksum does not match");
    check_refused(&bytes[..bytes.len() - 1], "bytes, found");
    check_refused(b"", "not a network of Ferz");
    check_refused(&[7; 100_000], "not a network of Ferz");
}

#[test]
fn a_missing_file_or_a_folder_is_one_message() {
    for path in ["no such file", "/", "/dev/zero"] {
        let text = converse(&[&format!("setoption name EvalFile value {path}"), "isready"]);
        let start = format!("info string cannot load the network \"{path}\": ");
        assert_eq!(starting(&text, &start).len(), 1, "{text}");
        assert!(text.ends_with("readyok\n"));
    }
}

#[test]
fn a_network_can_be_exported_again() {
    let network = constant(5);
    let (file, copy) = (Scratch::new(&network.to_bytes()), Scratch::new(b""));
    let export = format!("export_net {}", copy.0.display());
    let text = converse(&[&file.option(), &export]);
    assert_eq!(starting(&text, "info string").len(), 2, "{text}");
    assert_eq!(fs::read(&copy.0).expect("it was written"), network.to_bytes());
    let none = converse(&["setoption name EvalFile value <empty>", &export]);
    assert!(none.ends_with("info string there is no network to export\n"), "{none}");
    let nowhere = converse(&[&file.option(), "export_net /no such folder/net"]);
    assert!(nowhere.contains("cannot write /no such folder/net"), "{nowhere}");
}

#[test]
fn eval_shows_buckets_and_pieces() {
    let file = Scratch::new(&constant(8160).to_bytes());
    let text = converse(&[&file.option(), "eval"]);
    assert!(text.contains("0  +2.00  <- in use"), "{text}");
    assert!(text.contains("| +0.00 |"), "{text}");
}

#[test]
fn an_agent_plays_evolved_and_nothing_else() {
    let values: Vec<f64> = (0..402).map(|n| f64::from(n % 7) / 10.0).collect();
    let chromosome = Chromosome::from_values(ChromosomeKind::Flat, &values).expect("all of them");
    let agent = Agent { name: "odd".to_owned(), chromosome };
    let file = Scratch::new(agent.to_json().as_bytes());
    let (evolved, classical) =
        ("setoption name Evaluator value evolved", "setoption name Evaluator value classical");
    let go = "go depth 5";
    let text = in_turn(&[&file.option(), evolved, go]);
    assert_eq!(starting(&text, "info string"), ["info string agent odd (flat)"]);
    // In either order, and not when another evaluation is asked for.
    let played = nodes(&[&file.option(), evolved, go]);
    assert_eq!(nodes(&[evolved, &file.option(), go]), played);
    assert_ne!(nodes(&[evolved, go]), played, "without a file it is the hand-made agent");
    assert_eq!(nodes(&[&file.option(), classical, go]), nodes(&[classical, go]));
    assert!(converse(&[&file.option(), evolved, "eval"]).contains("bishop_pair"));
}

#[test]
fn a_bad_agent_is_one_message() {
    for (text, reason) in [
        ("{", "it is not JSON"),
        ("{}", "it is no agent"),
        ("{\"format\": \"ferz-agent\", \"kind\": \"x\"}", "kind must be"),
    ] {
        let file = Scratch::new(text.as_bytes());
        let said = converse(&[&file.option(), "isready"]);
        let start = "info string cannot load the agent ";
        assert_eq!(starting(&said, start).len(), 1, "{said}");
        assert!(said.contains(reason) && said.contains("it keeps what it had"), "{said}");
    }
}
