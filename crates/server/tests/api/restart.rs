use serde_json::{Value, json};

use crate::desk::{Desk, Folder, config, quick_engine};

/// Without what changes from moment to moment.
fn lasting(mut game: Value) -> Value {
    for field in ["now", "clock", "thinking"] {
        game[field].take();
    }
    game
}

#[tokio::test]
async fn games_are_as_they_were_when_the_server_was_killed() {
    let folder = Folder::new();
    let clock = json!({ "initial": 60000, "increment": 1000 });
    let desk = Desk::open(config(&folder.store()));
    let timed = desk.game(json!({ "clock": clock, "variant": "chess960" })).await;
    let plain = desk.game(json!({ "pgn": "1. e4 e5 2. Nf3 *" })).await;
    let over = desk.game(json!({})).await;
    let first = desk.get(&timed).await.ok()["legal"][0].clone();
    desk.play(&timed, first.as_str().unwrap()).await;
    desk.play(&plain, "Nc6 Bb5").await;
    desk.post(&format!("{over}/resign"), json!({})).await.ok();
    let draw = json!({ "action": "offer", "side": "white" });
    desk.post(&format!("{plain}/draw"), draw).await.ok();
    let before = [&timed, &plain, &over].map(|game| (game.clone(), desk.get(game)));
    let mut seen = Vec::new();
    for (game, answer) in before {
        seen.push((game, answer.await.ok()));
    }
    // Nothing is closed or written when the state is forgotten: as if it were killed.
    std::mem::forget(desk);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let desk = Desk::open(config(&folder.store()));
    for (game, before) in seen {
        let after = desk.get(&game).await.ok();
        let left = |game: &Value| game["clock"]["black"].as_u64();
        if let (Some(was), Some(is)) = (left(&before), left(&after)) {
            assert!(was - is < 250, "time without a server does not count: {was} {is}");
            assert_eq!(after["clock"]["running"], "black");
        }
        assert_eq!(lasting(after), lasting(before));
    }
}

#[tokio::test]
async fn a_search_that_was_under_way_begins_again() {
    let folder = Folder::new();
    let desk = Desk::open(config(&folder.store()));
    let mut engine = quick_engine();
    engine["limit"] = json!({ "movetime": 60000 });
    let slow = desk.game(json!({ "black": engine })).await;
    desk.play(&slow, "e4").await;
    assert_eq!(desk.get(&slow).await.ok()["thinking"]["side"], "black");
    std::mem::forget(desk);
    let mut config = config(&folder.store());
    config.limits.movetime = 50;
    let desk = Desk::open(config);
    let answered = desk.wait(&slow, |game| game["ply"] == 2).await;
    assert_eq!(answered["moves"][1]["by"], "engine");
}

#[tokio::test]
async fn another_version_of_the_tables_is_not_touched() {
    let folder = Folder::new();
    drop(Desk::open(config(&folder.store())));
    let connection = rusqlite::Connection::open(folder.store()).unwrap();
    connection.execute("UPDATE srv_meta SET value = 99 WHERE key = 'version'", []).unwrap();
    assert!(ferz_server::AppState::open(config(&folder.store())).is_err());
}
