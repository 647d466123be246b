use serde_json::json;

use crate::desk::Desk;

#[tokio::test]
async fn positions_are_played_from() {
    let desk = Desk::new();
    let view = desk.post("/api/position", json!({ "moves": ["e4", "e7e5", "Nf3"] })).await.ok();
    assert_eq!((&view["ply"], &view["turn"]), (&json!(3), &json!("black")));
    assert_eq!(view["moves"][2]["uci"], "g1f3");
    assert_eq!(view["legal"].as_array().map(Vec::len), Some(29));
    let illegal = desk.post("/api/position", json!({ "moves": ["e4", "e4"] })).await;
    assert_eq!(illegal.error(409, "illegal_move")["detail"]["move"], "e4");
    desk.post("/api/position", json!({ "fen": "8/8 w" })).await.error(422, "bad_fen");
}

#[tokio::test]
async fn evaluations_explain_themselves() {
    let desk = Desk::new();
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let view = desk.post("/api/evaluate", json!({ "fen": fen })).await.ok();
    let classical = &view["classical"];
    assert!(classical["score"].as_i64().unwrap() > 500, "a queen up");
    let material = &classical["terms"][0];
    assert_eq!(material["name"], "Material");
    let mg = |side: &str| material[side]["mg"].as_i64().unwrap();
    assert!(mg("white") > mg("black") && material["total"].as_i64().unwrap() > 500);
}

#[tokio::test]
async fn without_tables_nothing_is_known() {
    let desk = Desk::new();
    let fen = "8/8/8/8/8/4k3/4p3/4K3%20b%20-%20-%200%201";
    let view = desk.get(&format!("/api/tablebase?fen={fen}")).await.ok();
    assert_eq!((&view["pieces"], &view["max_pieces"]), (&json!(3), &json!(0)));
    assert_eq!((&view["result"], &view["moves"]), (&json!(null), &json!([])));
    desk.get("/api/tablebase?fen=x").await.error(422, "bad_fen");
    desk.get("/api/tablebase").await.error(400, "bad_request");
}

#[tokio::test]
async fn pgn_is_read_and_written_again() {
    let desk = Desk::new();
    let text = "[White \"Ann\"]\n\n1. e4 {best} e5 $1 (1... c5 {sharp} 2. Nf3) 2. Nf3 1-0\n";
    let read = desk.post("/api/pgn/read", json!({ "pgn": text })).await.ok();
    let tree = &read["games"][0];
    assert_eq!((&tree["result"], &tree["line"][0]["comment"]), (&json!("1-0"), &json!("best")));
    let reply = &tree["line"][1];
    assert_eq!(reply["nags"], json!([1]));
    assert_eq!(reply["variations"][0]["line"][1]["san"], "Nf3");
    let written = desk.post("/api/pgn/write", tree.clone()).await.ok();
    let written = written["pgn"].as_str().unwrap();
    assert!(written.contains("[White \"Ann\"]") && written.contains("(1... c5 {sharp} 2. Nf3)"));
    let again = desk.post("/api/pgn/read", json!({ "pgn": written })).await.ok();
    assert_eq!(again["games"][0]["line"], tree["line"]);
    desk.post("/api/pgn/read", json!({ "pgn": "1. e5 *" })).await.error(422, "bad_pgn");
    let bad = json!({ "line": [{ "san": "e5" }] });
    desk.post("/api/pgn/write", bad).await.error(409, "illegal_move");
}
