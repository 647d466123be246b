//! Many clients at once: `cargo run --release -p ferz-server --example load -- ADDRESS [GAMES] [IDLE] [SECONDS]`
//!
//! Two clients for each game make random legal moves over WebSockets, each after thinking for up to a
//! second, while idle ones only listen. At the end every game of the server must have exactly the moves that its
//! players made. Prints how long moves took from sending to the server's `ok`.

use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Failure = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A client is given up when it hears nothing for so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Numbers that are random enough to play with.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// A request over a connection of its own; the body of the answer.
async fn request(address: &str, method: &str, path: &str, body: &str) -> Result<Value, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer without an end")?;
    let is_good = head.starts_with("HTTP/1.1 2");
    if is_good { Ok(serde_json::from_str(body)?) } else { Err(answer.into()) }
}

async fn open(address: &str, client: &str) -> Result<Socket, Failure> {
    let (mut socket, _) = connect_async(format!("ws://{address}/api/ws?client={client}")).await?;
    hear(&mut socket).await?;
    Ok(socket)
}

async fn say(socket: &mut Socket, value: Value) -> Result<(), Failure> {
    Ok(socket.send(Message::text(value.to_string())).await?)
}

async fn hear(socket: &mut Socket) -> Result<Value, Failure> {
    loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await?;
        if let Message::Text(text) = message.ok_or("the server has hung up")?? {
            return Ok(serde_json::from_str(&text)?);
        }
    }
}

/// What a client knows of its game.
#[derive(Default)]
struct Board {
    ply: u64,
    turn: String,
    legal: Vec<String>,
    is_over: bool,
    moves: Vec<String>,
}

impl Board {
    fn take(&mut self, game: &Value) {
        self.ply = game["ply"].as_u64().unwrap_or(0);
        game["turn"].as_str().unwrap_or_default().clone_into(&mut self.turn);
        self.is_over = game["status"]["state"] != "playing";
        let moves = game["legal"].as_array().into_iter().flatten();
        self.legal = moves.filter_map(|mv| mv.as_str().map(str::to_owned)).collect();
    }

    fn hear(&mut self, message: &Value) {
        match (message["type"].as_str(), message["data"]["kind"].as_str()) {
            (Some("snapshot"), _) => {
                self.take(&message["data"]);
                let moves = message["data"]["moves"].as_array().into_iter().flatten();
                self.moves = moves.filter_map(uci).collect();
            }
            (Some("event"), Some("move")) => {
                self.take(&message["data"]["game"]);
                self.moves.extend(uci(&message["data"]["move"]));
            }
            (Some("event"), _) => self.take(&message["data"]["game"]),
            _ => {}
        }
    }
}

fn uci(mv: &Value) -> Option<String> {
    mv["uci"].as_str().map(str::to_owned)
}

/// One player of a game; gives how long its moves took and what it believes was played.
async fn play(
    address: String,
    game: String,
    side: &'static str,
    seed: u64,
    end: Instant,
) -> Result<(Vec<Duration>, String, Vec<String>), Failure> {
    let mut socket = open(&address, &format!("{side}-{seed}")).await?;
    say(&mut socket, json!({"type": "subscribe", "topic": format!("game:{game}")})).await?;
    let (mut board, mut times, mut dice) = (Board::default(), Vec::new(), Dice(seed * 2 + 1));
    let first = hear(&mut socket).await?;
    board.hear(&first);
    while !board.is_over && Instant::now() < end {
        if board.turn != side {
            match tokio::time::timeout(Duration::from_secs(2), hear(&mut socket)).await {
                Ok(message) => board.hear(&message?),
                Err(_) => continue, // The opponent has stopped at the end.
            }
            continue;
        }
        tokio::time::sleep(Duration::from_millis(dice.below(1000) as u64)).await;
        let mv = board.legal[dice.below(board.legal.len())].clone();
        let start = Instant::now();
        let order = json!({"type": "move", "id": 1, "game": game, "move": mv, "ply": board.ply});
        say(&mut socket, order).await?;
        let before = board.ply;
        let mut is_answered = false;
        while !is_answered || board.ply == before {
            let message = hear(&mut socket).await?;
            match message["type"].as_str() {
                Some("ok") => {
                    is_answered = true;
                    times.push(start.elapsed());
                }
                Some("error") => return Err(message.to_string().into()),
                _ => board.hear(&message),
            }
        }
    }
    // What the opponent played last may still be on its way.
    while let Ok(message) =
        tokio::time::timeout(Duration::from_millis(1500), hear(&mut socket)).await
    {
        board.hear(&message?);
    }
    Ok((times, game, board.moves))
}

/// A client that only listens.
async fn listen(address: String, number: usize, end: Instant) -> Result<(), Failure> {
    let mut socket = open(&address, &format!("idle-{number}")).await?;
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        match tokio::time::timeout(left, socket.next()).await {
            Ok(None) => return Err("an idle client was hung up on".into()),
            Ok(Some(message)) => drop(message?),
            Err(_) => break,
        }
    }
    Ok(())
}

async fn check(address: &str, game: &str, moves: &[String]) -> Result<(), Failure> {
    let answer = request(address, "GET", &format!("/api/games/{game}"), "").await?;
    let played: Vec<String> =
        answer["moves"].as_array().into_iter().flatten().filter_map(uci).collect();
    if played == moves { Ok(()) } else { Err(format!("{game}: {played:?}, not {moves:?}").into()) }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let mut number = |usual: usize| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (games, idle, seconds) = (number(200)?, number(1000)?, number(30)?);
    let end = Instant::now() + Duration::from_secs(seconds as u64);

    let mut listeners = JoinSet::new();
    for client in 0..idle {
        listeners.spawn(listen(address.clone(), client, end));
    }
    let mut players = JoinSet::new();
    for seed in 1..=games as u64 {
        let game = request(&address, "POST", "/api/games", "{}").await?;
        let id = game["id"].as_str().ok_or("a game without a name")?.to_owned();
        for side in ["white", "black"] {
            players.spawn(play(address.clone(), id.clone(), side, seed, end));
        }
    }
    let mut times = Vec::new();
    while let Some(result) = players.join_next().await {
        let (own, game, moves) = result??;
        times.extend(own);
        check(&address, &game, &moves).await?;
    }
    while let Some(result) = listeners.join_next().await {
        result??;
    }
    times.sort_unstable();
    let at =
        |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{games} games, {} players, {idle} idle clients, {seconds} s: {} moves, none lost; a move took {:.1} ms in \
         the median, {:.1} ms at 99 %, {:.1} ms at most",
        2 * games,
        times.len(),
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
        times.last().copied().unwrap_or_default().as_secs_f64() * 1e3,
    );
    Ok(())
}
