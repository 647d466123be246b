//! Games to positions to weights, parameters and a network, by the commands that people type.

mod support;

use std::fs;

use ferz_lab::Store;
use support::Folder;

/// Some games, quickly.
fn with_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.check("datagen --out games.vf --games 12 --nodes 40 --hash 1", "12 games");
    folder
}

#[test]
fn data_is_counted_divided_shuffled_and_converted() {
    let folder = with_games("data-commands");
    folder.check("data count games.vf", "games.vf: 12 games");
    folder.check("data stats games.vf", "repeated");
    folder.check("data stats games.vf --store lab.db --json", "\"duplicates\"");

    folder.check("data split games.vf --share 0.5 --out a.vf --rest b.vf", "games in b.vf");
    let parts = folder.read("a.vf").len() + folder.read("b.vf").len();
    assert_eq!(parts, folder.read("games.vf").len());
    folder.check("data count a.vf b.vf", "all: 12 games");
    folder.check("data filter a.vf b.vf games.vf --out once.vf", "12 of 24 games kept");

    folder.check("data shuffle games.vf --out mixed.vf --seed 5", "12 games in a random order");
    assert_ne!(folder.read("mixed.vf"), folder.read("games.vf"));
    folder.check("data filter mixed.vf games.vf --out once.vf", "12 of 24 games kept");

    folder.check("data convert games.vf --to bulletformat --out all.bin", "positions in all.bin");
    folder.check("data convert games.vf --to text --out all.txt", "positions in all.txt");
    let lines = folder.text("all.txt").lines().count();
    assert!(lines > 50);
    assert_eq!(folder.read("all.bin").len(), 32 * lines);
    folder.check("data count all.bin", &format!("{lines} positions"));
    folder.check("data shuffle games.vf --out mixed.bin", &format!("{lines} positions"));
    let sorted = |name: &str| {
        let bytes = folder.read(name);
        let mut boards = bytes.as_chunks::<32>().0.to_vec();
        boards.sort_unstable();
        boards
    };
    assert_eq!(sorted("mixed.bin"), sorted("all.bin"));
    folder.check("data shuffle all.bin --out few.bin --max 20", "20 positions");

    fs::write(folder.0.join("cut.bin"), &folder.read("all.bin")[..70]).expect("writable");
    for command in
        ["count cut.bin", "convert cut.bin --to text --out x", "shuffle cut.bin --out x.bin"]
    {
        folder.check_refused(&format!("data {command}"), "positions of 32 bytes");
    }
    let labels =
        folder.check("data labels games.vf --nodes 60 --positions 40", "foresight    error");
    assert_eq!(labels.lines().count(), 10, "{labels}");
    folder.check("data labels games.vf --nodes 60 --positions 9 --json", "\"signal\"");
    // What is being written to ends in the middle of a game.
    let games = folder.read("games.vf");
    fs::write(folder.0.join("cut.vf"), &games[..games.len() - 9]).expect("writable");
    folder.check("data labels cut.vf --nodes 60 --positions 9", "positions of cut.vf");
    folder.check_refused("data labels games.vf --min-ply 9999", "no position");
    folder.check_refused("data labels games.vf --nodes 0", "0 is not in");
    folder.check_refused("data labels all.bin", "games are needed");
    folder.check_refused("data labels none.vf", "none.vf");
    folder.check_refused("data stats all.bin", "games are needed");
    folder.check_refused("data split all.bin --out a.vf --rest b.vf", "games are needed");
    folder.check_refused("data convert none.vf --to text --out x.txt", "none.vf");
    folder.check_refused("data shuffle games.vf --out no/such/folder.vf", "cannot write");
    let left: Vec<_> =
        fs::read_dir(&folder.0).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".draft")), "{left:?}");
}

#[test]
fn a_toy_network_is_trained_and_resumed() {
    let folder = with_games("train-command");
    let train = "train --data games.vf --hidden 32 --buckets 2 --batch 64 --validation 0.2";
    let text = folder.check(&format!("{train} --epochs 3 --out toy.ferz"), "wrote toy.ferz");
    assert!(text.contains("epoch   3: error") && text.contains("on unseen games"), "{text}");
    let json = folder.check(&format!("{train} --epochs 3 --out again.ferz --json"), "\"rounding\"");
    assert!(json.contains("\"finished\":true"), "{json}");
    assert_eq!(folder.read("toy.ferz"), folder.read("again.ferz"));

    // A finished training can be resumed too; there is nothing left to do.
    let resumed = format!("{train} --epochs 3 --out toy.ferz --resume --report curve.svg");
    folder.check(&resumed, "wrote toy.ferz");
    assert_eq!(folder.read("toy.ferz"), folder.read("again.ferz"));
    assert!(folder.read("curve.svg").starts_with(b"<svg"));
    // As after a kill between saving and telling: the store gets what it has missed.
    folder.check(&format!("{resumed} --store late.db"), "wrote toy.ferz");
    let store = Store::open(&folder.0.join("late.db")).expect("a store");
    assert_eq!(store.training_curve(1).map(|curve| curve.len()), Ok(3));
    // A wider network goes on from it, and says so.
    let wider = "train --data games.vf --hidden 64 --buckets 2 --batch 64 --epochs 1 --lr 0.0001";
    folder.check(&format!("{wider} --from toy.ferz --out wide.ferz"), "wrote wide.ferz");
    folder.check("net info wide.ferz", "from");
    // Both are asked about the same games.
    let judged = folder.check("net judge toy.ferz wide.ferz --data games.vf", "scores   results");
    assert_eq!(judged.lines().count(), 4, "{judged}");
    let json = folder.check("net judge toy.ferz --data games.vf --foresight 0.8 --json", "\"id\"");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!((0.0..1.0).contains(&json["scores"].as_f64().expect("a number")), "{json}");
    folder.check_refused("net judge toy.ferz --data games.vf --min-ply 9999", "no position");
    folder.check_refused("net judge games.vf --data games.vf", "games.vf");
    folder.check_refused(&format!("{wider} --out wide.ferz --resume"), "from=");
    folder.check_refused(&format!("{train} --from wide.ferz --out x.ferz"), "64 neurons");
    folder.check_refused(&format!("{train} --from games.vf --out x.ferz"), "games.vf");
    folder.check_refused(&format!("{train} --epochs 4 --out toy.ferz --resume"), "epochs=3");
    folder.check_refused(&format!("{train} --out other.ferz --resume"), "cannot go on from");
    folder.check_refused(&format!("{train} --out toy.ferz --memory 0"), "ferz data shuffle");
    folder.check_refused("train --data games.vf --hidden 33 --out x.ferz", "multiple of 32");
    folder.check_refused("train --data none.vf --out x.ferz", "none.vf");
    folder.check_refused("train --data games.vf --out no/such.ferz", "no such folder");
}

#[test]
fn weights_are_fitted_and_written_as_source() {
    let folder = with_games("texel-command");
    let fit = "tune texel games.vf --epochs 2";
    let text = folder.check(&format!("{fit} --out w.rs --report c.html"), "weights changed");
    assert!(text.contains("epoch   2: error") && text.contains("on unseen games"), "{text}");
    assert!(folder.text("w.rs").contains("weights! {"));
    let page = folder.text("c.html");
    assert!(page.contains("<svg") && page.contains("Weights that changed"), "{page}");
    folder.check(&format!("{fit} --json --report c.svg"), "\"curve\":[[");
    assert!(folder.read("c.svg").starts_with(b"<svg"));
    folder.check_refused("tune texel none.vf", "cannot read none.vf");
    folder.check_refused(&format!("{fit} --out no/such/w.rs"), "no such folder");
}

#[test]
fn options_are_tuned_by_games() {
    const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/openings.epd");
    let folder = Folder::new("spsa-command");
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).expect("writable");
    write("lines.txt", "Contempt, int, 0, -100, 100, 20, 0.05\nMultiPV, int, 2, 1, 4, 1, 0.05\n");
    let tune = format!(
        "tune spsa --lines lines.txt --nodes 20 --iterations 3 --pairs 1 --hash 1 \
         --openings {BOOK} --store s.db"
    );
    let files = "--report page.html --markdown table.md --out found.txt";
    let json = folder.check(&format!("{tune} --json {files}"), "\"event\":\"result\"");
    assert_eq!(json.matches("\"event\":\"iteration\"").count(), 3, "{json}");
    let found = folder.text("found.txt");
    assert!(found.starts_with("Contempt, int, ") && found.lines().count() == 2, "{found}");
    let page = folder.text("page.html");
    assert_eq!(page.matches("<svg").count(), 3, "{page}");
    let table = folder.text("table.md");
    assert!(table.contains("| Contempt | 0 | "), "{table}");

    // The same command again has nothing left to play and says the same.
    let again = folder.check(&format!("{tune} --json"), "\"earlier_pairs\":3");
    assert_eq!(again.lines().last(), json.lines().last());
    let text = folder.check(&tune, "setoption name Contempt value ");
    assert!(text.contains("ferz sprt --new ferz option.Contempt="), "{text}");
    folder.check("runs --store s.db", " spsa ");
    folder.check("runs show 1 --store s.db", "tuning    Contempt, int, 0, -100, 100, 20, 0.05");

    let refused = |args: &str, sentence: &str| {
        folder.check_refused(&format!("tune spsa --no-store --openings {BOOK} {args}"), sentence);
    };
    refused("", "--params");
    refused("--params xyz", "no parameter of the search is called \"xyz\"");
    refused("--params lmr_base --lines lines.txt", "cannot be used with");
    refused("--lines none.txt", "cannot read none.txt");
    refused("--lines lines.txt --apply lines.txt", "there is no row \"Contempt = ");
    refused("--lines lines.txt --out no/such.txt", "cannot write no/such.txt");
    refused("--lines lines.txt --nodes 9 --tc 1+1", "cannot be used with");
    refused("--params lmr_ --r-end 0", "expected a number above 0");
    refused("--params lmr_ --iterations 0", "0 is not in");
    write("wrong.txt", "Contempt, int, 0, -100, 100, 0, 0.05");
    refused("--lines wrong.txt", "wrong.txt: line 1: c_end takes a number above 0, got \"0\"");
    if !ferz_search::Params::CAN_BE_SET {
        refused("--params lmr_", "cargo build --release --features tune");
    }
}
