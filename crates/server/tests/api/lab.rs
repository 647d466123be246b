use serde_json::{Value, json};

use crate::desk::{Desk, Folder, config};

/// Two players that are quick, and one of whom is blind.
fn run(kind: &str, rounds: u32) -> Value {
    let limit = json!({ "nodes": 40 });
    let options = |evaluator: &str| json!({ "Hash": "999999", "Evaluator": evaluator });
    json!({
        "kind": kind, "rounds": rounds, "seed": 7,
        "players": [
            { "name": "one", "options": options("material"), "limit": limit },
            { "name": "two", "options": options("material"), "limit": limit },
        ],
        "max_moves": 4,
    })
}

#[tokio::test]
async fn a_match_is_played_and_looked_into() {
    let desk = Desk::new();
    let started = desk.post("/api/lab/runs", run("match", 2)).await;
    assert_eq!(started.status, 202, "{}", started.text);
    let address = format!("/api/lab/runs/{}", started.json()["id"]);
    assert_eq!(started.headers["location"], address);
    let ended = desk.wait(&address, |run| run["outcome"].is_string()).await;
    assert_eq!((&ended["outcome"], &ended["running"]), (&json!("complete"), &json!(false)));
    assert_eq!((&ended["encounters"], &ended["standings"]["games"]), (&json!(2), &json!(4)));
    let score = &ended["standings"]["scores"][0];
    assert_eq!((&score["first"], &score["second"]), (&json!("one"), &json!("two")));
    let pairs: u64 = score["penta"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(pairs, 2);
    assert_eq!(ended["curve"].as_array().map(Vec::len), Some(2));
    assert!(ended["players"][0]["spec"].as_str().unwrap().contains("Hash=2"), "cut down: {ended}");
    let games = desk.get(&format!("{address}/games?limit=3")).await.ok();
    assert_eq!((&games["total"], games["games"].as_array().map(Vec::len)), (&json!(4), Some(3)));
    let game = desk.get(&format!("{address}/games/1/1")).await.ok();
    assert_eq!((&game["white"], &game["black"]), (&json!("two"), &json!("one")));
    assert_eq!(
        game["moves"].as_array().map(Vec::len),
        game["plies"].as_u64().map(|plies| plies as usize)
    );
    assert!(game["moves"][0]["san"].is_string() && game["moves"][0]["nodes"].is_u64());
    let pgn = desk.get(&format!("{address}/games/1/1/pgn")).await;
    assert!(pgn.text.contains("[White \"two\"]"), "{}", pgn.text);
    desk.get(&format!("{address}/games/9/0")).await.error(404, "no_lab_game");
    desk.get("/api/lab/runs/99").await.error(404, "no_run");
    assert_eq!(desk.get("/api/lab/runs").await.ok()["total"], 1);
    desk.post(&format!("{address}/stop"), json!({})).await.error(409, "not_running");
    desk.post(&format!("{address}/resume"), json!({})).await.error(409, "run_ended");
}

#[tokio::test]
async fn a_test_is_stopped_and_goes_on_and_survives_a_restart() {
    let folder = Folder::new();
    let desk = Desk::open(config(&folder.store()));
    let started = desk.post("/api/lab/runs", run("sprt", 100_000)).await.ok();
    let address = format!("/api/lab/runs/{}", started["id"]);
    desk.post("/api/lab/runs", run("match", 1)).await.error(429, "too_many_jobs");
    let some = desk.wait(&address, |run| run["encounters"].as_u64() > Some(2)).await;
    assert_eq!(
        (&some["running"], &some["standings"]["sprt"]["verdict"]),
        (&json!(true), &json!("undecided"))
    );
    assert!(some["curve"][0]["llr"].is_f64());
    desk.post(&format!("{address}/stop"), json!({})).await.ok();
    let stopped = desk.wait(&address, |run| run["running"] == false).await;
    assert_eq!(stopped["outcome"], Value::Null);
    desk.post(&format!("{address}/resume"), json!({})).await.ok();
    desk.wait(&address, |run| run["encounters"].as_u64() > stopped["encounters"].as_u64()).await;
    // Another server on the same store goes on with it by itself.
    let other = Desk::open(config(&folder.store()));
    assert_eq!(other.get(&address).await.ok()["running"], true);
    for desk in [other, desk] {
        desk.post(&format!("{address}/stop"), json!({})).await.ok();
        desk.wait(&address, |run| run["running"] == false).await;
    }
}

#[tokio::test]
async fn no_option_of_a_client_reaches_a_file() {
    let desk = Desk::new();
    for (name, value) in
        [("EvalFile", "/etc/passwd"), ("Debug Log File", "/tmp/x"), ("SyzygyPath", "/")]
    {
        let mut request = run("match", 1);
        request["players"][0]["options"] = json!({ name: value });
        desk.post("/api/lab/runs", request).await.error(422, "bad_value");
    }
    let mut request = run("match", 1);
    request["players"][0]["options"] = json!({ "No Such": "1" });
    desk.post("/api/lab/runs", request).await.error(422, "bad_value");
    let mut request = run("match", 1);
    request["players"][0]["limit"] = json!({ "tc": "fast" });
    desk.post("/api/lab/runs", request).await.error(422, "bad_value");
    assert_eq!(desk.get("/api/lab/runs").await.ok()["total"], 0);
}

#[tokio::test]
async fn trainings_and_studies_are_shown() {
    let folder = Folder::new();
    let store = ferz_lab::Store::open(&folder.store()).unwrap();
    let training = store.begin_training("a test").unwrap();
    let epoch = ferz_lab::train::Epoch {
        number: 1,
        training: 0.02,
        validation: None,
        rate: 0.001,
        share: 0.3,
    };
    store.keep_epoch(training, &epoch).unwrap();
    let desk = Desk::open(config(&folder.store()));
    let list = desk.get("/api/lab/trainings").await.ok();
    assert_eq!(
        (&list["trainings"][0]["id"], &list["trainings"][0]["epochs"]),
        (&json!(1), &json!([]))
    );
    let shown = desk.get("/api/lab/trainings/1").await.ok();
    assert_eq!((&shown["epochs"][0]["error"], &shown["network"]), (&json!(0.02), &Value::Null));
    desk.get("/api/lab/trainings/2").await.error(404, "no_run");
    assert_eq!(desk.get("/api/lab/speedups").await.ok()["speedups"], json!([]));
    desk.get("/api/lab/speedups/1").await.error(404, "no_run");
    assert_eq!(desk.get("/api/lab/ladders").await.ok()["ladders"], json!([]));
}

#[tokio::test]
async fn the_health_of_data_is_shown() {
    let folder = Folder::new();
    let store = ferz_lab::Store::open(&folder.store()).unwrap();
    let mut health = ferz_lab::data::DataHealth { games: 5, white: 2, ..Default::default() };
    store.keep_health("old.vf", &health).unwrap();
    health.scores[5] = 7;
    health.warnings.push("no position is kept".to_owned());
    store.keep_health("new.vf", &health).unwrap();
    let desk = Desk::open(config(&folder.store()));
    let reports = desk.get("/api/lab/data").await.ok()["reports"].take();
    assert_eq!((&reports[0]["files"], &reports[1]["files"]), (&json!("new.vf"), &json!("old.vf")));
    assert_eq!(reports[0]["scores"][5], json!({ "name": "above", "count": 7 }));
    assert_eq!((&reports[0]["white"], &reports[0]["phases"][1]["name"]), (&json!(2), &json!("4")));
    assert_eq!(reports[0]["warnings"], json!(["no position is kept"]));
}

/// A run of one pairing, as `ferz ablate` leaves it.
fn ablate(store: &mut ferz_lab::Store, new: &str, old: &str, games: u32) -> i64 {
    let limit = ferz_lab::Limit { depth: Some(4), ..Default::default() };
    let contest = ferz_lab::Contest {
        players: [new, old].map(|name| ferz_lab::PlayerSpec::inside(name, limit)).into(),
        format: ferz_lab::Format::RoundRobin,
        rounds: games / 2,
        games: ferz_lab::Games::Pair,
        book: ferz_lab::Book::standard(),
        rules: ferz_lab::Rules { max_moves: Some(1), ..Default::default() },
        chess960: false,
        concurrency: std::num::NonZeroUsize::MIN,
        affinity: false,
    };
    let titles = contest.check().unwrap();
    let manifest = ferz_lab::Manifest::new("ablate", &contest, &titles, None, None, 1);
    let run = store.create(&manifest.identity(Some(1)), &manifest).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let trial = ferz_lab::Trial { contest, sprt: None };
    trial.run(&mut store.keeper(run), &stop, &mut |_, _| {}).unwrap();
    run
}

#[tokio::test]
async fn ablations_become_ladders() {
    let folder = Folder::new();
    let mut store = ferz_lab::Store::open(&folder.store()).unwrap();
    let first = ablate(&mut store, "TT", "Quiescence", 4);
    ablate(&mut store, "NMP", "TT", 2);
    ablate(&mut store, "full", "-lmr", 2);
    let again = ablate(&mut store, "NMP", "TT", 2);
    let desk = Desk::open(config(&folder.store()));
    let ladders = desk.get("/api/lab/ladders").await.ok()["ladders"].take();
    assert_eq!(ladders.as_array().map(Vec::len), Some(2));
    let (drop_one, chain) = (&ladders[0], &ladders[1]);
    assert_eq!(
        (&drop_one["kind"], &drop_one["rungs"][0]["added"]),
        (&json!("drop-one"), &json!("lmr"))
    );
    assert_eq!((&chain["kind"], &chain["control"]), (&json!("chain"), &json!("depth=4")));
    let rungs = chain["rungs"].as_array().unwrap();
    assert_eq!((rungs.len(), &rungs[1]["run"]), (2, &json!(again)), "measured afresh");
    assert_eq!((&rungs[0]["run"], &rungs[0]["games"]), (&json!(first), &json!(4)));
    assert_eq!(rungs[0]["penta"], json!([0, 0, 2, 0, 0]), "games of one move are drawn");
    assert_eq!(rungs[0]["thesis"]["value"], -3.82);
}
