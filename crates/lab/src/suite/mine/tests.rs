use super::*;
use crate::data::{DataScore, RecordedGame, Wdl};

const PGN: &str = "1. e4 {+0.30/9} e5 {-0.30/9} 2. Qh5 {+0.10/9} Nc6 {-0.10/9} 3. Bc4 {+0.20/9} \
    Nf6 {-0.20/9} 4. Qxf7# {+M1/9} 1-0\n\n1. d4 {+0.30/9} d5 {+2.00/9} 2. c4 {book} *\n";

#[test]
fn scores_that_jump_are_looked_at() {
    let mut candidates = Candidates::new(100);
    candidates.read_pgn("games.pgn", PGN.as_bytes()).expect("legal");
    assert_eq!(candidates.games(), 2);
    let found = candidates.into_vec();
    // A mate has no score of ours, so the second game alone has a jump: Black sees more than
    // White did. The start and the position after 1. d4 are on either side of it.
    let origins: Vec<&str> = found.iter().map(|candidate| candidate.origin.as_str()).collect();
    assert_eq!(origins, ["games.pgn, game 2, half-move 1", "games.pgn, game 2, half-move 2"]);
    assert_eq!(found[0].position, Position::startpos());
    let mut candidates = Candidates::new(10);
    candidates.read_pgn("games.pgn", PGN.as_bytes()).expect("legal");
    let again = candidates.games();
    candidates.read_pgn("again.pgn", PGN.as_bytes()).expect("legal");
    assert_eq!(candidates.games(), 2 * again);
    let origins: HashSet<String> =
        candidates.into_vec().into_iter().map(|candidate| candidate.origin).collect();
    assert!(!origins.is_empty() && origins.iter().all(|origin| origin.starts_with("games.pgn")));
    assert!(Candidates::new(1).read_pgn("bad.pgn", "1. e4 e4 *".as_bytes()).is_err());
}

#[test]
fn stored_games_are_read_too() {
    let start = Position::startpos();
    let mv = |text: &str| start.parse_san(text).expect("legal");
    let mut after = start.clone();
    after.play(mv("e4"));
    let reply = after.parse_san("e5").expect("legal");
    let scores = [DataScore::new(30), DataScore::new(-29_000)];
    let game = RecordedGame {
        start: start.clone(),
        result: Wdl::Draw,
        moves: vec![(mv("e4"), scores[0]), (reply, scores[1])],
    };
    let mut bytes = Vec::new();
    game.write(&mut bytes);
    let mut candidates = Candidates::new(100);
    candidates.read_data("x.vf", &bytes[..]).expect("whole");
    assert_eq!(candidates.into_vec().len(), 2);
    assert!(Candidates::new(1).read_data("x.vf", &bytes[..20]).is_err());
}

#[test]
fn a_find_is_a_line_that_asks_its_question() {
    let position: Position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse().expect("legal");
    let best = position.parse_san("Rd8#").expect("legal");
    let score = ScoreValue::Mate(1);
    let find = Find { position, best, score, depth: 9, origin: "here".to_owned() };
    assert_eq!(
        find.epd("mined.001").to_string(),
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - acd 9; bm Rd8#; c0 \"here\"; ce 32766; \
         id \"mined.001\";"
    );
}

#[test]
fn finds_are_taken_in_order_and_one_from_a_game() {
    let candidate =
        |game| Candidate { position: Position::startpos(), game, origin: String::new() };
    let candidates = [candidate(0), candidate(0), candidate(1), candidate(2)];
    let kept = |origin: &str| {
        let position = Position::startpos();
        let best = position.parse_san("e4").expect("legal");
        let score = ScoreValue::Centipawns(0);
        let find = Find { position, best, score, depth: 1, origin: origin.to_owned() };
        Some(Judgement::Kept(Box::new(find)))
    };
    let mut gathered = Gathered::new(4);
    gathered.verdicts = vec![kept("a"), kept("b"), None, kept("d")];
    gathered.advance(&candidates, 2);
    assert_eq!((gathered.progress.tried, gathered.progress.found), (2, 1));
    gathered.verdicts[2] = kept("c");
    gathered.advance(&candidates, 2);
    let origins: Vec<&str> = gathered.finds.iter().map(|find| find.origin.as_str()).collect();
    assert_eq!((origins, gathered.progress.tried), (vec!["a", "c"], 3));
}
