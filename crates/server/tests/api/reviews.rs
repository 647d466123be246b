//! Whole games and single moves, judged.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::desk::{Desk, Folder, config};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%eval 0.1]} \
    4. Qxf7# 1-0\n";

fn review(nodes: u64) -> Value {
    json!({ "pgn": GAME, "limit": { "nodes": nodes }, "hash": 1, "evaluator": "classical" })
}

async fn delete(desk: &Desk, path: &str) -> u16 {
    let request = Request::delete(path).body(Body::empty()).unwrap();
    desk.ask(request).await.status.as_u16()
}

#[tokio::test]
async fn a_game_is_judged_move_by_move() {
    let desk = Desk::new();
    let started = desk.post("/api/reviews", review(2000)).await;
    assert_eq!(started.status, 202, "{}", started.text);
    let address = format!("/api/reviews/{}", started.json()["id"]);
    assert_eq!(started.headers["location"], address);
    let done = desk.wait(&address, |review| review["state"] != "running").await;
    assert_eq!((&done["state"], &done["done"]), (&json!("complete"), &json!(8)));
    assert_eq!((&done["white"], &done["black"]), (&json!("Ann"), &json!("Bob")));
    let accuracy = |side: &str| done[side]["accuracy"].as_f64().unwrap();
    assert!(accuracy("white_report") > accuracy("black_report"), "{done}");
    assert_eq!(
        (&done["black_report"]["blunders"], &done["black_report"]["moves"]),
        (&json!(1), &json!(3))
    );
    let blunder = &done["points"][6];
    assert_eq!((&blunder["san"], &blunder["judgement"]), (&json!("Nf6"), &json!("blunder")));
    assert_eq!((&blunder["score"], &blunder["win"]), (&json!({ "mate": 1 }), &json!(100.0)));
    assert!(blunder["better"].is_string() && blunder["line"].is_string());
    let mate = &done["points"][7];
    assert_eq!((&mate["uci"], &mate["depth"]), (&json!("h5f7"), &Value::Null));
    assert_eq!(done["moments"].as_array().unwrap().last().unwrap()["played"], "3... Nf6");
    let pgn = desk.get(&format!("{address}/pgn")).await;
    assert_eq!(pgn.headers["content-type"], "application/x-chess-pgn");
    for part in ["[Annotator \"Ferz ", "[%eval 0.1]", "Nf6 $4", "1-0"] {
        assert!(pgn.text.contains(part), "{part} in {}", pgn.text);
    }
    let list = desk.get("/api/reviews").await.ok();
    assert_eq!((&list["total"], &list["reviews"][0]["done"]), (&json!(1), &json!(8)));
    desk.post(&format!("{address}/stop"), json!({})).await.error(409, "not_running");
    desk.post(&format!("{address}/resume"), json!({})).await.error(409, "run_ended");
    assert_eq!(delete(&desk, &address).await, 204);
    assert_eq!(delete(&desk, &address).await, 404);
    desk.get(&address).await.error(404, "no_review");
}

#[tokio::test]
async fn a_review_that_was_killed_goes_on_with_the_next_position() {
    let folder = Folder::new();
    let desk = Desk::open(config(&folder.store()));
    let started = desk.post("/api/reviews", review(300)).await.ok();
    let address = format!("/api/reviews/{}", started["id"]);
    let before = desk.wait(&address, |review| review["state"] == "complete").await;
    drop(desk);
    // As it is in the store when the process ends after three positions.
    let connection = rusqlite::Connection::open(folder.store()).unwrap();
    connection.execute("DELETE FROM srv_opinion WHERE ply >= 3", []).unwrap();
    connection.execute("UPDATE srv_review SET state = 'running'", []).unwrap();
    let desk = Desk::open(config(&folder.store()));
    let after = desk.wait(&address, |review| review["state"] == "complete").await;
    assert_eq!((&after["done"], after["points"].as_array().map(Vec::len)), (&json!(8), Some(8)));
    for ply in 0..3 {
        assert_eq!(after["points"][ply], before["points"][ply]);
    }
}

/// A server whose only place for analyses is taken by somebody else, who does not let others pass.
async fn busy_desk() -> std::sync::Arc<Desk> {
    let desk = Desk::with(|config| config.limits.analysis_turn = 600_000);
    let desk = std::sync::Arc::new(desk);
    let work =
        json!({ "work": { "infinite": true, "evaluator": "classical", "sessionId": "hog" } });
    let request = Request::post("/api/analyse").header("content-type", "application/json");
    let request =
        request.header("x-ferz-client", "hog").body(Body::from(work.to_string())).unwrap();
    let hog = std::sync::Arc::clone(&desk);
    tokio::spawn(async move { hog.ask(request).await });
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    desk
}

#[tokio::test]
async fn reviews_wait_stop_and_go_on() {
    let desk = busy_desk().await;
    let started = desk.post("/api/reviews", review(300)).await.ok();
    assert_eq!((&started["state"], &started["done"]), (&json!("running"), &json!(0)));
    let address = format!("/api/reviews/{}", started["id"]);
    desk.post(&format!("{address}/resume"), json!({})).await.error(409, "already_running");
    desk.post(&format!("{address}/stop"), json!({})).await.ok();
    assert_eq!(desk.get(&address).await.ok()["state"], "stopped");
    desk.post(&format!("{address}/resume"), json!({})).await.ok();
    let stop = Request::post("/api/analyse/hog/stop").header("x-ferz-client", "hog");
    assert_eq!(desk.ask(stop.body(Body::empty()).unwrap()).await.status, 204);
    desk.wait(&address, |review| review["state"] == "complete").await;
}

#[tokio::test]
async fn no_review_of_nonsense() {
    let desk = Desk::with(|config| config.limits.stored_reviews = 0);
    let refuse = async |request: Value, status, code: &str| {
        desk.post("/api/reviews", request).await.error(status, code);
    };
    refuse(json!({}), 400, "bad_request").await;
    refuse(json!({ "pgn": "" }), 422, "bad_pgn").await;
    refuse(json!({ "pgn": "1. e4", "limit": { "depth": 0 } }), 422, "bad_value").await;
    refuse(json!({ "pgn": "1. e4", "evaluator": "magic" }), 422, "bad_value").await;
    refuse(review(1), 429, "too_many_jobs").await;
    desk.get("/api/reviews/1/pgn").await.error(404, "no_review");
    desk.post("/api/reviews/1/stop", json!({})).await.error(404, "no_review");
    desk.post("/api/reviews/1/resume", json!({})).await.error(404, "no_review");
}

#[tokio::test]
async fn moves_are_explained() {
    let desk = Desk::new();
    let line = ["e4", "e5", "Qh5", "Nc6", "Bc4"];
    let request = json!({ "moves": line, "move": "Nf6", "limit": { "nodes": 2000 } });
    let answer = desk.post("/api/explain", request).await.ok();
    let sentences = answer["sentences"].as_array().unwrap();
    assert!(sentences[0].as_str().unwrap().starts_with("Nf6 is a blunder"), "{answer}");
    assert_eq!((&answer["move"]["uci"], &answer["score"]), (&json!("g8f6"), &json!({ "mate": 1 })));
    assert!(answer["line"].as_str().unwrap().starts_with("Nf6 Qxf7#"));
    assert_ne!(answer["best"]["uci"], "g8f6");
    let line = [line.as_slice(), &["Nf6"]].concat();
    let best = json!({ "moves": line, "move": "h5f7", "limit": { "nodes": 500 } });
    let answer = desk.post("/api/explain", best).await.ok();
    assert_eq!((&answer["best"]["san"], &answer["line"]), (&json!("Qxf7#"), &json!("Qxf7#")));
    desk.post("/api/explain", json!({ "move": "e5" })).await.error(409, "illegal_move");
    let over = json!({ "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "move": "e5" });
    desk.post("/api/explain", over).await.error(409, "game_over");
    desk.post("/api/explain", json!({})).await.error(400, "bad_request");
}
