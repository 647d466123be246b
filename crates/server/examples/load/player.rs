//! Clients: players, listeners, and those who analyse.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::wire::{Socket, Trouble, fault, request};

/// How soon a client whose server was killed comes back.
const RETURN: Duration = Duration::from_millis(200);
/// How much later than the end a client may still try to come back.
const GRACE: Duration = Duration::from_secs(30);

/// What all clients know.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) address: String,
    pub(crate) end: Instant,
    /// Whether the server may die and come back.
    pub(crate) survives: bool,
}

impl Plan {
    /// Whether to come back after this.
    fn forgives(&self, trouble: &Trouble) -> bool {
        let is_connection = matches!(trouble, Trouble::Connection(_));
        self.survives && is_connection && Instant::now() < self.end + GRACE
    }
}

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

    /// Takes a message in. What was told before must still be there.
    fn hear(&mut self, message: &Value) -> Result<(), Trouble> {
        match (message["type"].as_str(), message["data"]["kind"].as_str()) {
            (Some("snapshot"), _) => {
                self.take(&message["data"]);
                let moves = all_moves(&message["data"]);
                if !moves.starts_with(&self.moves) {
                    return Err(fault(format!("{:?} have become {moves:?}", self.moves)));
                }
                self.moves = moves;
            }
            (Some("event"), Some("move")) => {
                self.take(&message["data"]["game"]);
                self.moves.extend(uci(&message["data"]["move"]));
            }
            (Some("event"), _) => self.take(&message["data"]["game"]),
            (Some("error" | "gone"), _) => return Err(fault(message.to_string())),
            _ => {}
        }
        Ok(())
    }
}

fn uci(mv: &Value) -> Option<String> {
    mv["uci"].as_str().map(str::to_owned)
}

fn all_moves(game: &Value) -> Vec<String> {
    game["moves"].as_array().into_iter().flatten().filter_map(uci).collect()
}

/// One player of a game, and what it remembers.
pub(crate) struct Player {
    game: String,
    side: &'static str,
    seed: u64,
    board: Board,
    dice: Dice,
    /// The moves that the server has said `ok` to, by their number.
    acknowledged: Vec<(usize, String)>,
    /// How long the server took for that.
    pub(crate) times: Vec<Duration>,
    /// How often it had to come back.
    pub(crate) returns: usize,
}

impl Player {
    pub(crate) fn new(game: String, side: &'static str, seed: u64) -> Self {
        Self {
            game,
            side,
            seed,
            board: Board::default(),
            dice: Dice(seed * 2 + 1),
            acknowledged: Vec::new(),
            times: Vec::new(),
            returns: 0,
        }
    }

    /// Plays to the end, coming back as often as the plan allows.
    pub(crate) async fn play(mut self, plan: Plan) -> Result<Self, Trouble> {
        loop {
            match self.sit(&plan).await {
                Ok(()) => return Ok(self),
                Err(trouble) if plan.forgives(&trouble) => {
                    self.returns += 1;
                    tokio::time::sleep(RETURN).await;
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Plays over one connection.
    async fn sit(&mut self, plan: &Plan) -> Result<(), Trouble> {
        let name = format!("{}-{}", self.side, self.seed);
        let mut socket = Socket::open(&plan.address, &name).await?;
        let topic = format!("game:{}", self.game);
        socket.say(json!({ "type": "subscribe", "topic": topic })).await?;
        self.board.hear(&socket.hear().await?)?;
        while !self.board.is_over && Instant::now() < plan.end {
            if self.board.turn == self.side {
                tokio::time::sleep(Duration::from_millis(self.dice.below(1000) as u64)).await;
                self.make_move(&mut socket).await?;
            } else if let Ok(message) =
                tokio::time::timeout(Duration::from_secs(2), socket.hear()).await
            {
                self.board.hear(&message?)?;
            }
        }
        // What the opponent played last may still be on its way.
        let moment = Duration::from_millis(1500);
        while let Ok(message) = tokio::time::timeout(moment, socket.hear()).await {
            self.board.hear(&message?)?;
        }
        Ok(())
    }

    async fn make_move(&mut self, socket: &mut Socket) -> Result<(), Trouble> {
        let chosen = self.dice.below(self.board.legal.len());
        let mv = self.board.legal.get(chosen).cloned().ok_or_else(|| fault("no legal move"))?;
        let (ply, start) = (self.board.ply, Instant::now());
        let order = json!({ "type": "move", "id": 1, "game": self.game, "move": mv, "ply": ply });
        socket.say(order).await?;
        let mut is_answered = false;
        while !is_answered || self.board.ply == ply {
            let message = socket.hear().await?;
            if message["type"] == "ok" {
                is_answered = true;
                self.times.push(start.elapsed());
                self.acknowledged.push((ply as usize, mv.clone()));
            } else {
                self.board.hear(&message)?;
            }
        }
        Ok(())
    }

    /// Whether the server has everything that it said it has.
    pub(crate) async fn check(&self, address: &str) -> Result<(), Trouble> {
        let game = request(address, "GET", &format!("/api/games/{}", self.game), "").await?;
        let played = all_moves(&game);
        let is_there = |(ply, mv): &(usize, String)| played.get(*ply) == Some(mv);
        if let Some((ply, mv)) = self.acknowledged.iter().find(|one| !is_there(one)) {
            return Err(fault(format!("{}: {mv} at {ply} is lost: {played:?}", self.game)));
        }
        if played != self.board.moves {
            return Err(fault(format!("{}: {played:?}, not {:?}", self.game, self.board.moves)));
        }
        Ok(())
    }
}

/// A client that only listens.
pub(crate) async fn listen(plan: Plan, number: usize) -> Result<(), Trouble> {
    while Instant::now() < plan.end {
        if let Err(trouble) = listen_once(&plan, &format!("idle-{number}")).await {
            if !plan.forgives(&trouble) {
                return Err(trouble);
            }
            tokio::time::sleep(RETURN).await;
        }
    }
    Ok(())
}

async fn listen_once(plan: &Plan, name: &str) -> Result<(), Trouble> {
    let mut socket = Socket::open(&plan.address, name).await?;
    while let Some(left) = plan.end.checked_duration_since(Instant::now()) {
        // Nothing is said to it, but whoever listens hears at once when the connection breaks.
        let nap = left.min(Duration::from_secs(10));
        if let Ok(heard) = tokio::time::timeout(nap, socket.hear()).await {
            heard?;
        }
    }
    Ok(())
}

/// A client that keeps the engine busy.
pub(crate) async fn analyse(plan: Plan, number: usize) -> Result<(), Trouble> {
    while Instant::now() < plan.end {
        if let Err(trouble) = analyse_once(&plan, number).await {
            if !plan.forgives(&trouble) {
                return Err(trouble);
            }
            tokio::time::sleep(RETURN).await;
        }
    }
    Ok(())
}

async fn analyse_once(plan: &Plan, number: usize) -> Result<(), Trouble> {
    let mut socket = Socket::open(&plan.address, &format!("analyst-{number}")).await?;
    let work = json!({ "infinite": true, "multiPv": 3 });
    socket.say(json!({ "type": "analyse", "id": 1, "session": "load", "work": work })).await?;
    while let Some(left) = plan.end.checked_duration_since(Instant::now()) {
        let nap = left.min(Duration::from_secs(10));
        if let Ok(message) = tokio::time::timeout(nap, socket.hear()).await {
            let message = message?;
            if message["type"] == "error" {
                return Err(fault(message.to_string()));
            }
        }
    }
    Ok(())
}
