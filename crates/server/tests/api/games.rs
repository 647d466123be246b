use serde_json::{Value, json};

use crate::desk::{Desk, quick_engine};

#[tokio::test]
async fn a_game_is_played_to_mate() {
    let desk = Desk::new();
    let game = desk.game(json!({ "white": { "kind": "human", "name": "Ann" } })).await;
    let new = desk.get(&game).await.ok();
    assert_eq!((&new["seq"], &new["ply"], &new["turn"]), (&json!(0), &json!(0), &json!("white")));
    assert_eq!(new["legal"].as_array().map(Vec::len), Some(20));
    assert_eq!((&new["white"]["name"], &new["clock"]), (&json!("Ann"), &Value::Null));
    let mated = desk.play(&game, "f3 e7e5 g2g4 Qh4").await;
    let status = &mated["status"];
    assert_eq!((&status["state"], &status["result"]), (&json!("finished"), &json!("0-1")));
    assert_eq!((&status["reason"], &status["winner"]), (&json!("checkmate"), &json!("black")));
    assert_eq!((&mated["legal"], &mated["seq"]), (&json!([]), &json!(4)));
    assert_eq!(mated["moves"][3]["san"], "Qh4#");
    assert_eq!(desk.get(&format!("{game}/status")).await.ok(), *status);
    desk.post(&format!("{game}/moves"), json!({ "move": "a3" })).await.error(409, "game_over");
    let pgn = desk.get(&format!("{game}/pgn")).await;
    assert!(pgn.text.contains("[White \"Ann\"]") && pgn.text.contains("1. f3 e5 2. g4 Qh4# 0-1"));
    assert_eq!(pgn.headers["content-type"], "application/x-chess-pgn");
}

#[tokio::test]
async fn illegal_moves_answer_with_the_legal_ones() {
    let desk = Desk::new();
    let game = desk.game(json!({})).await;
    for text in ["e2e5", "Ke3", "", "<script>", &"x".repeat(5000)] {
        let answer = desk.post(&format!("{game}/moves"), json!({ "move": text })).await;
        let error = answer.error(409, "illegal_move");
        assert_eq!(error["detail"]["legal"].as_array().map(Vec::len), Some(20));
        assert!(error["detail"]["move"].as_str().is_some_and(|text| text.len() < 100));
    }
    desk.play(&game, "e4").await;
    let stale = desk.post(&format!("{game}/moves"), json!({ "move": "e5", "ply": 0 })).await;
    assert_eq!(stale.error(409, "stale")["detail"]["ply"], 1);
    desk.post(&format!("{game}/moves"), json!({ "move": "e5", "ply": 1 })).await.ok();
}

#[tokio::test]
async fn moves_and_boards_are_shown() {
    let desk = Desk::new();
    let fen = "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let game = desk.game(json!({ "fen": fen })).await;
    let king = desk.get(&format!("{game}/moves?from=e1")).await.ok();
    let castling: Vec<&Value> =
        king["moves"].as_array().unwrap().iter().filter(|mv| mv["castling"] == true).collect();
    assert_eq!(castling.len(), 2);
    assert!(castling.iter().any(|mv| mv["uci"] == "e1g1" && mv["to"] == "g1"));
    // The pawn can neither go straight on, nor capture: the rook stands before it.
    let pawn = desk.get(&format!("{game}/moves?from=a7")).await.ok();
    assert_eq!(pawn["moves"], json!([]));
    desk.get(&format!("{game}/moves?from=z9")).await.error(422, "bad_value");
    let castled = desk.play(&game, "O-O").await;
    assert_eq!(
        (&castled["moves"][0]["uci"], &castled["moves"][0]["san"]),
        (&json!("e1g1"), &json!("O-O"))
    );
    let board = desk.get(&format!("{game}/board")).await.ok();
    assert_eq!((&board["pieces"]["g1"], &board["last"]), (&json!("K"), &json!("e1g1")));
}

#[tokio::test]
async fn chess960_castles_by_taking_the_rook() {
    let desk = Desk::new();
    let start = json!({ "variant": "chess960", "start_number": 518 });
    let game = desk.game(start).await;
    let castled = desk.play(&game, "e4 e5 Nf3 Nf6 Be2 Be7 O-O").await;
    assert!(castled["opening"].is_string(), "it is the ordinary start");
    assert_eq!(castled["moves"][6]["uci"], "e1h1");
    let other = desk.game(json!({ "variant": "chess960", "start_number": 0 })).await;
    let fen = desk.get(&other).await.ok()["start_fen"].clone();
    assert!(fen.as_str().unwrap().starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w"));
}

#[tokio::test]
async fn the_engine_answers_and_can_be_taken_back() {
    let desk = Desk::new();
    let mut weak = quick_engine();
    weak["elo"] = json!(1);
    let game = desk.game(json!({ "black": weak })).await;
    assert_eq!(desk.get(&game).await.ok()["black"]["elo"], 600, "the weakest there is");
    desk.play(&game, "e4").await;
    let answered = desk.wait(&game, |game| game["ply"] == 2).await;
    assert_eq!(answered["moves"][1]["by"], "engine");
    assert!(answered["moves"][1]["score"].is_object() && answered["thinking"].is_null());
    let back = desk.post(&format!("{game}/undo"), json!({})).await.ok();
    assert_eq!((&back["ply"], &back["turn"]), (&json!(0), &json!("white")));
    desk.post(&format!("{game}/undo"), json!({})).await.error(409, "nothing_to_undo");
    let asked =
        desk.post(&format!("{game}/engine-move"), json!({ "limit": { "nodes": 50 } })).await;
    assert_eq!(asked.status, 202);
    let moved = desk.wait(&game, |game| game["ply"] == 2).await;
    assert_eq!(moved["moves"][0]["by"], "engine", "for the human, and then for itself");
}

#[tokio::test]
async fn engines_play_to_the_end() {
    let desk = Desk::new();
    let fen = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1";
    let players = json!({ "fen": fen, "white": quick_engine(), "black": quick_engine() });
    let game = desk.game(players).await;
    let over = desk.wait(&game, |game| game["status"]["state"] == "finished").await;
    assert!(over["status"]["reason"].is_string());
}

#[tokio::test]
async fn games_are_given_up_and_agreed() {
    let desk = Desk::new();
    let game = desk.game(json!({})).await;
    let offer = |action: &str, side: &str| json!({ "action": action, "side": side });
    let draw = format!("{game}/draw");
    desk.post(&draw, offer("accept", "black")).await.error(409, "no_draw_offer");
    let offered = desk.post(&draw, offer("offer", "white")).await.ok();
    assert_eq!(offered["status"]["draw_offer"], "white");
    let agreed = desk.post(&draw, offer("accept", "black")).await.ok();
    assert_eq!(agreed["status"]["text"], "Draw by agreement");
    let game = desk.game(json!({ "white": quick_engine() })).await;
    let resigned = desk.post(&format!("{game}/resign"), json!({})).await.ok();
    assert_eq!(resigned["status"]["text"], "White wins by resignation", "the human has Black");
}

#[tokio::test]
async fn a_flag_falls_whether_or_not_anybody_looks() {
    let desk = Desk::new();
    let game = desk.game(json!({ "clock": { "initial": 1, "increment": 0 } })).await;
    desk.play(&game, "e4").await;
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    desk.post(&format!("{game}/moves"), json!({ "move": "e5" })).await.error(409, "game_over");
    let over = desk.get(&game).await.ok();
    assert_eq!(over["status"]["text"], "White wins by time forfeit");
    assert_eq!((&over["clock"]["black"], &over["clock"]["running"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn games_are_listed_and_deleted() {
    let desk = Desk::with(|config| config.limits.games = 2);
    let first = desk.game(json!({})).await;
    desk.game(json!({ "pgn": "1. e4 e5 *" })).await;
    desk.post("/api/games", json!({})).await.error(429, "too_many_games");
    // Moments are counted in milliseconds, and these two should differ.
    tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    desk.post(&format!("{first}/resign"), json!({})).await.ok();
    let playing = desk.get("/api/games?state=playing").await.ok();
    assert_eq!((&playing["total"], &playing["games"][0]["ply"]), (&json!(1), &json!(2)));
    let all = desk.get("/api/games?limit=1").await.ok();
    assert_eq!(all["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(all["games"][0]["status"]["result"], "0-1", "the last changed comes first");
    let request = axum::http::Request::delete(&first).body(axum::body::Body::empty()).unwrap();
    assert_eq!(desk.ask(request).await.status, 204);
    desk.get(&first).await.error(404, "no_game");
}

#[tokio::test]
async fn a_rating_makes_the_engine_look_at_less() {
    let desk = Desk::new();
    let nodes = async |elo: Option<u32>| {
        let mut engine = quick_engine();
        engine["limit"] = json!({ "nodes": 20_000 });
        engine["elo"] = json!(elo);
        let game = desk.game(json!({ "black": engine })).await;
        desk.play(&game, "e4").await;
        let answered = desk.wait(&game, |game| game["ply"] == 2).await;
        assert_eq!(answered["black"]["elo"], json!(elo));
        answered["moves"][1]["nodes"].as_u64().unwrap()
    };
    let (weak, strong) = (nodes(Some(600)).await, nodes(None).await);
    assert!(weak < 2000 && strong > 5000, "{weak} {strong}");
}
