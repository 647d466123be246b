//! Evolution by the commands that people type.

mod support;

use std::fs;

use support::Folder;

#[test]
fn an_agent_is_evolved_explained_and_tested() {
    let folder = Folder::new("evolve");
    fs::write(
        folder.0.join("book.epd"),
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n\
         rnbqkb1r/pp1ppppp/5n2/2p5/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -\n",
    )
    .expect("writable");
    let label = "evolve label --openings book.epd --out labels.epd --count 3 --nodes 200 --play-nodes 50 \
         --plies 6 --margin 1";
    folder.check(label, "3 positions in labels.epd");
    let run = "evolve --fitness moves=2,mentor,tactics,games --labels labels.epd \
               --positions book.epd --mentor classical --tactics labels.epd --budget 50 \
               --depth 1 --games 1 --start-moves 4 --start-depth 1 --max-moves 8 \
               --population 4 --elite 0 --generations 2 --kind phased --mutation smooth \
               --report run.html --markdown run.md --out agent.json";
    folder.check(run, "generation 2 of 2: best");
    let first = folder.text("agent.json");
    folder.check(run, "2 generations are done already");
    assert_eq!(folder.text("agent.json"), first);
    assert!(folder.text("run.html").contains("King, after endgame."));
    assert!(folder.text("run.md").contains("## Genes that moved"));
    folder.check("eval --eval-file agent.json", "connected_rooks");
    let test = "evolve test agent.json --games 2 --depth 1 --start-moves 4 --start-depth 1 \
                --max-moves 8 --json";
    let text = folder.check(test, "\"event\":\"end\",\"games\":6");
    assert!(text.contains("agent, original tables"), "{text}");
    folder.check(test, "\"games\":0");
}

#[test]
fn what_cannot_be_evolved_is_refused_in_one_sentence() {
    let folder = Folder::new("evolve-refused");
    folder.check_refused(
        "evolve --fitness moves",
        "fitness by moves needs a file of positions: --labels",
    );
    folder.check_refused(
        "evolve --fitness luck",
        "expected games, moves, mentor or tactics, got \"luck\"",
    );
    folder.check_refused("evolve --blend 0.6,0.4", "expected two shares from 0 to 1");
    folder.check_refused("evolve --population 3 --elite 3", "an elite of 3 leaves no room");
    folder.check_refused("evolve --opponent cmd=/no/such/engine depth=1", "/no/such/engine");
    folder.check_refused("evolve test no-such.json", "no-such.json");
    fs::write(folder.0.join("bad.json"), "{\"format\": \"ferz-agent\", \"kind\": \"flat\"}")
        .expect("writable");
    folder.check_refused("evolve test bad.json", "bad.json: principles must be an object");
    folder.check_refused("eval --evaluator evolved --eval-file bad.json", "principles must be");
    folder.check("evolve agent random --kind phased --out random.json", "wrote random.json");
    folder.check("eval --eval-file random.json", "for White");
}
