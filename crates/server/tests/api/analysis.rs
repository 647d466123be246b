use serde_json::{Value, json};

use crate::desk::Desk;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[tokio::test]
async fn lines_come_in_the_shape_of_lichess() {
    let desk = Desk::new();
    let work = json!({ "sessionId": "tab", "threads": 64, "hash": 100000, "multiPv": 3,
        "variant": "chess", "moves": ["e2e4"], "depth": 5, "evaluator": "classical",
        "initialFen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" });
    let answer = desk.post("/api/analyse", json!({ "work": work })).await;
    assert_eq!(answer.headers["content-type"], "application/x-ndjson");
    let lines = lines(&answer.text);
    let last = lines.last().expect("a line");
    assert_eq!(
        (&last["final"], &last["depth"], &last["session"]),
        (&json!(true), &json!(5), &json!("tab"))
    );
    let pvs = last["pvs"].as_array().unwrap();
    assert_eq!(pvs.len(), 3);
    let first = &pvs[0];
    assert!(
        first["cp"].is_i64()
            && first["moves"].as_str().unwrap().starts_with(last["bestmove"].as_str().unwrap())
    );
    assert!(
        pvs.windows(2).all(|pair| pair[0]["cp"].as_i64() <= pair[1]["cp"].as_i64()),
        "Black is to move"
    );
    let wdl: u64 = first["wdl"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(wdl, 1000);
}

#[tokio::test]
async fn mates_are_told_for_white() {
    let desk = Desk::new();
    let fen = "6k1/8/8/8/8/8/1r6/r6K w - - 0 1";
    let work = json!({ "initialFen": fen, "depth": 4, "evaluator": "classical" });
    let mated = lines(&desk.post("/api/analyse", json!({ "work": work })).await.text);
    assert_eq!(mated.last().unwrap()["pvs"], json!([]), "mate is on the board");
    let work = json!({ "initialFen": "6k1/8/8/8/8/1r6/r7/7K b - - 0 1", "depth": 4 });
    let mates = lines(&desk.post("/api/analyse", json!({ "work": work })).await.text);
    let best = &mates.last().unwrap()["pvs"][0];
    assert_eq!((&best["mate"], &best["san"]), (&json!(-1), &json!("Rb1#")));
}

#[tokio::test]
async fn an_endless_analysis_is_stopped_by_its_name() {
    let desk = std::sync::Arc::new(Desk::new());
    let work =
        json!({ "work": { "sessionId": "long", "infinite": true, "evaluator": "classical" } });
    let reader = {
        let desk = std::sync::Arc::clone(&desk);
        tokio::spawn(async move { desk.post("/api/analyse", work).await.text })
    };
    loop {
        let request = axum::http::Request::post("/api/analyse/long/stop");
        let stop = desk.ask(request.body(axum::body::Body::empty()).unwrap()).await;
        if stop.status == 204 {
            break;
        }
        stop.error(404, "no_session");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let text = reader.await.unwrap();
    assert_eq!(lines(&text).last().unwrap()["final"], true);
}

#[tokio::test]
async fn nonsense_is_refused_before_it_is_searched() {
    let desk = Desk::new();
    let refuse = async |work: Value, status, code: &str| {
        desk.post("/api/analyse", json!({ "work": work })).await.error(status, code);
    };
    refuse(json!({ "initialFen": "8/8/8/8/8/8/8/8 w - - 0 1" }), 422, "bad_fen").await;
    refuse(json!({ "moves": ["e2e5"] }), 409, "illegal_move").await;
    refuse(json!({ "depth": 0 }), 422, "bad_value").await;
    refuse(json!({ "sessionId": "x".repeat(100) }), 422, "bad_value").await;
}
