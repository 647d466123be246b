//! Many clients at once.
//!
//! ```text
//! cargo run --release -p ferz-server --example load -- ADDRESS [GAMES] [IDLE] [SECONDS] [ANALYSTS]
//! cargo run --release -p ferz-server --example load -- --serve FERZ …    its own server; tells its memory
//! cargo run --release -p ferz-server --example load -- --kill FERZ …     and kills it in the middle
//! ```
//!
//! Two clients for each game make random legal moves over WebSockets, each after thinking for up to a
//! second, while idle ones only listen and analysts keep the engine busy. At the end every game of the
//! server must have exactly the moves that its players made, and every move that the server has said
//! `ok` to, whether or not it was killed since. Prints how long moves took from sending to the `ok`.

mod player;
mod server;
mod wire;

use std::env;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use player::{Plan, Player, analyse, listen};
use server::Server;
use wire::{Trouble, fault, request};

/// What the command line asks for.
struct Order {
    games: usize,
    idle: usize,
    seconds: u64,
    analysts: usize,
}

impl Order {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Trouble> {
        let mut number = |usual: usize| match words.next() {
            None => Ok(usual),
            Some(word) => word.parse().map_err(|_| fault(format!("expected a number: {word}"))),
        };
        let (games, idle, seconds) = (number(200)?, number(1000)?, number(30)?);
        Ok(Self { games, idle, seconds: seconds as u64, analysts: number(2)? })
    }
}

#[tokio::main]
async fn main() -> Result<(), Trouble> {
    let mut words = env::args().skip(1).peekable();
    let first = words.next().unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let kills = first == "--kill";
    let mut server = match first.as_str() {
        "--kill" | "--serve" => {
            let binary = words.next().ok_or_else(|| fault("expected the binary after it"))?;
            Some(Server::start(binary).await?)
        }
        _ => None,
    };
    let order = Order::read(words)?;
    let address = server.as_ref().map_or(first, Server::address);
    run(&order, address, server.as_mut(), kills).await
}

async fn run(
    order: &Order,
    address: String,
    server: Option<&mut Server>,
    kills: bool,
) -> Result<(), Trouble> {
    let end = Instant::now() + Duration::from_secs(order.seconds);
    let plan = Plan { address, end, survives: kills };
    let mut others = JoinSet::new();
    for number in 0..order.idle {
        others.spawn(listen(plan.clone(), number));
    }
    for number in 0..order.analysts {
        others.spawn(analyse(plan.clone(), number));
    }
    let mut players = JoinSet::new();
    for seed in 1..=order.games as u64 {
        let game = request(&plan.address, "POST", "/api/games", "{}").await?;
        let id = game["id"].as_str().ok_or_else(|| fault("a game without a name"))?;
        for side in ["white", "black"] {
            players.spawn(Player::new(id.to_owned(), side, seed).play(plan.clone()));
        }
    }
    if let Some(server) = server {
        watch(server, order.seconds, kills).await?;
    }
    let mut told = Told::default();
    while let Some(player) = players.join_next().await {
        let player = player.map_err(|error| fault(error.to_string()))??;
        player.check(&plan.address).await?;
        told.add(player);
    }
    while let Some(other) = others.join_next().await {
        other.map_err(|error| fault(error.to_string()))??;
    }
    told.say(order);
    Ok(())
}

/// Looks at the memory of the server, and kills it in the middle if it is to be killed.
async fn watch(server: &mut Server, seconds: u64, kills: bool) -> Result<(), Trouble> {
    let part = Duration::from_millis(seconds * 1000 / 10);
    let memory = |server: &Server, when: &str| {
        if let Some(mebibytes) = server.memory() {
            println!("{when}: {mebibytes:.1} MiB");
        }
    };
    tokio::time::sleep(part).await;
    memory(server, "memory after a tenth of the time");
    tokio::time::sleep(part * 4).await;
    memory(server, "memory after half of the time");
    if kills {
        server.kill_and_restart().await?;
        println!("killed and started again");
    }
    tokio::time::sleep(part * 4).await;
    memory(server, "memory after nine tenths of the time");
    Ok(())
}

/// What players tell at the end.
#[derive(Default)]
struct Told {
    times: Vec<Duration>,
    returns: usize,
}

impl Told {
    fn add(&mut self, player: Player) {
        self.returns += player.returns;
        self.times.extend(player.times);
    }

    fn say(mut self, order: &Order) {
        self.times.sort_unstable();
        let last = self.times.len().saturating_sub(1);
        let at = |share: f64| {
            let time = self.times.get((last as f64 * share) as usize);
            time.copied().unwrap_or_default().as_secs_f64() * 1e3
        };
        let Order { games, idle, seconds, analysts } = order;
        println!(
            "{games} games, {} players, {idle} idle clients, {analysts} analysts, {seconds} s: {} moves, none \
             lost; a move took {:.1} ms in the median, {:.1} ms at 99 %, {:.1} ms at most; players came \
             back {} times",
            2 * games,
            self.times.len(),
            at(0.5),
            at(0.99),
            at(1.0),
            self.returns,
        );
    }
}
