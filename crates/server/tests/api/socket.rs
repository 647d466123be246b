//! Over a real socket.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::desk::Desk;

struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn open(address: &str, path: &str) -> Self {
        let (socket, _) = connect_async(format!("ws://{address}{path}")).await.expect("a socket");
        Self(socket)
    }

    async fn say(&mut self, value: Value) {
        self.0.send(Message::text(value.to_string())).await.expect("sent");
    }

    async fn text(&mut self) -> String {
        loop {
            let next = tokio::time::timeout(std::time::Duration::from_secs(30), self.0.next());
            let message = next.await.expect("in time").expect("open").expect("a message");
            if let Message::Text(text) = message {
                return text.to_string();
            }
        }
    }

    async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.text().await).expect("JSON")
    }

    /// The next message of this type, passing over others.
    async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }
}

async fn serve(desk: &Desk) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    tokio::spawn(ferz_server::serve(listener, desk.state.clone(), std::future::pending()));
    address
}

fn name(game: &str) -> &str {
    game.rsplit('/').next().unwrap()
}

#[tokio::test]
async fn followers_see_every_move_and_miss_nothing_when_they_come_back() {
    let desk = Desk::new();
    let address = serve(&desk).await;
    let game = desk.game(json!({})).await;
    let topic = format!("game:{}", name(&game));
    let mut line = Line::open(&address, "/api/ws").await;
    assert_eq!(line.hear().await["type"], "hello");
    line.say(json!({ "type": "subscribe", "topic": topic })).await;
    let snapshot = line.hear().await;
    assert_eq!((&snapshot["type"], &snapshot["seq"]), (&json!("snapshot"), &json!(0)));
    line.say(json!({ "type": "move", "id": 7, "game": name(&game), "move": "e4", "ply": 0 })).await;
    let (mut ok, mut event) = (line.hear().await, line.hear().await);
    if ok["type"] == "event" {
        std::mem::swap(&mut ok, &mut event);
    }
    assert_eq!((&ok["id"], &ok["data"]), (&json!(7), &json!({ "seq": 1, "ply": 1 })));
    assert_eq!((&event["seq"], &event["data"]["kind"]), (&json!(1), &json!("move")));
    assert_eq!(event["data"]["move"]["san"], "e4");
    assert!(event["data"]["game"]["moves"].is_null() && event["data"]["game"]["legal"].is_array());
    drop(line);
    desk.play(&game, "e5 Nf3").await;
    desk.post(&format!("{game}/undo"), json!({})).await.ok();
    let mut line = Line::open(&address, "/api/ws").await;
    line.hear().await;
    line.say(json!({ "type": "subscribe", "topic": topic, "after": 1 })).await;
    for (seq, kind) in [(2, "move"), (3, "move"), (4, "undo")] {
        let event = line.hear().await;
        assert_eq!((&event["seq"], &event["data"]["kind"]), (&json!(seq), &json!(kind)));
    }
    line.say(json!({ "type": "ping", "id": "p" })).await;
    assert_eq!(line.hear().await["id"], "p", "nothing more");
    line.say(json!({ "type": "move", "id": 8, "game": name(&game), "move": "e4" })).await;
    assert_eq!(line.hear().await["error"]["code"], "illegal_move");
}

#[tokio::test]
async fn a_client_that_does_not_read_gets_a_snapshot_later() {
    let desk = Desk::new();
    let address = serve(&desk).await;
    let game = desk.game(json!({})).await;
    let topic = format!("game:{}", name(&game));
    let mut line = Line::open(&address, "/api/ws").await;
    line.hear().await;
    for _ in 0..20 {
        desk.play(&game, "Nf3").await;
        desk.post(&format!("{game}/undo"), json!({})).await.ok();
    }
    line.say(json!({ "type": "subscribe", "topic": topic, "after": 3 })).await;
    let snapshot = line.hear().await;
    assert_eq!((&snapshot["type"], &snapshot["seq"]), (&json!("snapshot"), &json!(40)));
}

#[tokio::test]
async fn lists_analyses_and_verbs_work_over_the_socket() {
    let desk = Desk::new();
    let address = serve(&desk).await;
    let game = desk.game(json!({})).await;
    let mut line = Line::open(&address, "/api/ws?client=page").await;
    line.hear().await;
    line.say(json!({ "type": "subscribe", "topic": "games" })).await;
    assert_eq!(line.hear().await["data"]["total"], 1);
    desk.play(&game, "e4").await;
    let changed = line.hear().await;
    assert_eq!(
        (&changed["data"]["kind"], &changed["data"]["game"]["ply"]),
        (&json!("changed"), &json!(1))
    );
    line.say(json!({ "type": "unsubscribe", "topic": "games" })).await;
    assert_eq!(line.hear().await["type"], "ok");
    line.say(json!({ "type": "verb", "id": 1, "game": name(&game), "text": "/get/status/" })).await;
    assert_eq!(line.hear().await["data"]["text"], "/get/status/Black to move");
    let work = json!({ "depth": 3, "evaluator": "classical" });
    line.say(json!({ "type": "analyse", "id": 2, "session": "a", "work": work })).await;
    loop {
        let message = line.hear_of("analysis").await;
        assert_eq!(message["session"], "a");
        if message["data"]["final"] == true {
            break;
        }
    }
    line.say(json!({ "type": "subscribe", "topic": "game:abcdefgh" })).await;
    assert_eq!(line.hear_of("gone").await["error"]["code"], "no_game");
    line.say(json!({ "type": "nonsense", "id": 3 })).await;
    let error = line.hear_of("error").await;
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!(3), &json!("bad_request")));
    let mut verbs = Line::open(&address, &format!("{game}/verbs")).await;
    for (verb, answer) in [("/get/possible_moves/e7", "/get/possible_moves/e5e6"), ("nonsense", "")]
    {
        verbs.0.send(Message::text(verb)).await.unwrap();
        assert_eq!(verbs.text().await, answer);
    }
}

#[tokio::test]
async fn a_deleted_game_is_gone_for_its_followers() {
    let desk = Desk::new();
    let address = serve(&desk).await;
    let game = desk.game(json!({})).await;
    let mut line = Line::open(&address, "/api/ws").await;
    line.hear().await;
    line.say(json!({ "type": "subscribe", "topic": format!("game:{}", name(&game)) })).await;
    line.hear().await;
    let request = axum::http::Request::delete(&game).body(axum::body::Body::empty()).unwrap();
    desk.ask(request).await;
    assert_eq!(line.hear().await["type"], "gone");
}

#[tokio::test]
async fn pages_of_others_get_no_socket() {
    let desk = Desk::with(|config| config.limits.sockets = 1);
    let address = serve(&desk).await;
    let mut request = format!("ws://{address}/api/ws").into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    assert!(connect_async(request).await.is_err());
    let line = Line::open(&address, "/api/ws").await;
    assert!(connect_async(format!("ws://{address}/api/ws")).await.is_err(), "one is the limit");
    drop(line);
}

#[tokio::test]
async fn a_review_is_followed_to_its_end() {
    let desk = Desk::new();
    let address = serve(&desk).await;
    let mut line = Line::open(&address, "/api/ws").await;
    line.hear().await;
    line.say(json!({ "type": "subscribe", "topic": "review:1" })).await;
    assert_eq!(line.hear_of("gone").await["error"]["code"], "no_review");
    let request =
        json!({ "pgn": "1. f3 e5 2. g4 Qh4# 0-1", "limit": { "nodes": 3000 }, "hash": 1 });
    let review = desk.post("/api/reviews", request).await.ok();
    line.say(json!({ "type": "subscribe", "topic": format!("review:{}", review["id"]) })).await;
    let mut points = line.hear_of("snapshot").await["data"]["points"].clone();
    let points = points.as_array_mut().unwrap();
    while points.len() < 5 {
        let event = line.hear_of("event").await["data"].take();
        let more = event["points"].as_array().expect("progress");
        assert_eq!(more[0]["ply"], points.len());
        points.extend_from_slice(more);
    }
    assert_eq!((&points[4]["san"], &points[4]["win"]), (&json!("Qh4#"), &json!(0.0)));
}
