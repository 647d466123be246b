use serde_json::json;

use crate::desk::Desk;

async fn post(desk: &Desk, path: &str) -> String {
    let request = axum::http::Request::post(path).body(axum::body::Body::empty()).unwrap();
    desk.ask(request).await.text
}

#[tokio::test]
async fn the_four_verbs_speak_as_the_document_says() {
    let desk = Desk::new();
    let game = desk.game(json!({})).await;
    let get = async |verb: &str| desk.get(&format!("{game}{verb}")).await.text;
    assert_eq!(get("/get/status/").await, "/get/status/White to move");
    assert_eq!(get("/get/possible_moves/e2").await, "/get/possible_moves/e3e4");
    assert_eq!(get("/get/possible_moves/e4").await, "/get/possible_moves/");
    assert_eq!(post(&desk, &format!("{game}/post/move/e2e4")).await, "/post/move/");
    assert_eq!(get("/get/status/").await, "/get/status/Black to move");
    let board = get("/get/board/").await;
    assert!(board.starts_with("/get/board/8 |r|n|b|q|k|b|n|r|\n"), "{board}");
    assert!(board.contains("4 | | | | |P| | | |\n") && board.contains("State: Black to move"));
    assert!(board.contains("White King-side: Available"));
}

#[tokio::test]
async fn every_error_is_empty() {
    let desk = Desk::new();
    let game = desk.game(json!({})).await;
    for verb in ["get/possible_moves/e9", "get/possible_moves/", "get/possible_moves/e2e4"] {
        let answer = desk.get(&format!("{game}/{verb}")).await;
        assert!(answer.text.is_empty() || answer.status == 404, "{verb}: {}", answer.text);
    }
    for verb in ["e2e5", "e4", "e2e4e5", "Nf3", "%20"] {
        assert_eq!(post(&desk, &format!("{game}/post/move/{verb}")).await, "", "{verb}");
    }
    assert_eq!(desk.get("/api/games/abcdefgh/get/board/").await.text, "");
}

#[tokio::test]
async fn a_promotion_has_a_letter_or_is_a_queen() {
    let desk = Desk::new();
    for (mv, piece) in [("a7a8", "Q"), ("a7a8n", "N")] {
        let game = desk.game(json!({ "fen": "7k/P7/8/8/8/8/8/K7 w - - 0 1" })).await;
        let targets = desk.get(&format!("{game}/get/possible_moves/a7")).await.text;
        assert_eq!(targets, "/get/possible_moves/a8", "one square, four promotions");
        assert_eq!(post(&desk, &format!("{game}/post/move/{mv}")).await, "/post/move/");
        assert_eq!(desk.get(&format!("{game}/board")).await.ok()["pieces"]["a8"], piece);
    }
}
