//! A UCI engine as a process.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ferz_rules::{CastlingStyle, Game, Move, Position};
use ferz_uci::{
    Bound, Client, ClientError, Decision, MoveText, PositionText, ReceivedInfo, StartText,
};

use crate::player::{
    Answer, Failure, Fault, Opinion, Player, PlayerError, PlayerFault, PlayerSpec, Turn,
};

/// How often a wait looks whether the user has asked to stop.
const SLICE: Duration = Duration::from_millis(200);

pub(super) struct ProcessPlayer {
    name: String,
    client: Client,
    /// The last position line, which each turn makes longer.
    position: PositionText,
    /// The process must be started again before it can play on.
    is_broken: bool,
    /// The move that a ponder search under way expects.
    expected: Option<Move>,
}

impl ProcessPlayer {
    pub(super) fn start(spec: &PlayerSpec, chess960: bool) -> Result<Self, PlayerError> {
        let failed =
            |error| PlayerError { name: spec.name.clone(), cause: PlayerFault::Client(error) };
        let mut client = spec.start_client()?;
        if chess960 {
            client.set_option("UCI_Chess960", Some("true")).map_err(failed)?;
        }
        // Engines that can ponder want to know before they plan their time.
        if spec.ponder && client.introduction().options.find("Ponder").is_some() {
            client.set_option("Ponder", Some("true")).map_err(failed)?;
        }
        client.ready().map_err(failed)?;
        Ok(Self {
            name: spec.name.clone(),
            client,
            position: PositionText::standard(),
            is_broken: false,
            expected: None,
        })
    }

    /// Waits for the move, in slices, so that a request to stop is heard.
    fn wait(&mut self, turn: &Turn<'_>) -> Result<(Decision, Opinion), Failure> {
        let deadline = Instant::now() + turn.patience;
        let mut opinion = Opinion::default();
        loop {
            if turn.stop.load(Ordering::Relaxed) {
                self.is_broken = true;
                return Err(Failure::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = |received: ReceivedInfo| hear(&mut opinion, &received);
            match self.client.try_wait(left.min(SLICE), heard) {
                Ok(Some(decision)) => return Ok((decision, opinion)),
                Ok(None) if left.is_zero() => {
                    let text = format!("no move after {} ms", turn.patience.as_millis());
                    return Err(self.fail(Fault::Stall(text)));
                }
                Ok(None) => {}
                Err(error) => return Err(self.fail_by(&error)),
            }
        }
    }

    fn fail(&mut self, fault: Fault) -> Failure {
        self.is_broken = true;
        Failure::Fault(fault)
    }

    fn fail_by(&mut self, error: &ClientError) -> Failure {
        let text = error.to_string();
        self.fail(match error {
            ClientError::TimedOut { .. } | ClientError::Searching | ClientError::NotSearching => {
                Fault::Stall(text)
            }
            ClientError::Unreadable(_) => Fault::IllegalMove(text),
            ClientError::Flooded(_) => Fault::Flood(text),
            ClientError::Start { .. } | ClientError::Exited(_) | ClientError::Option(_) => {
                Fault::Crash(text)
            }
        })
    }

    /// Brings the position line up to the game.
    fn follow(&mut self, game: &Game, style: CastlingStyle) {
        let known = self.position.moves.len().min(game.moves().len());
        self.position.moves.truncate(known);
        self.position.moves.extend(game.moves().skip(known).map(|mv| mv.uci(style).to_string()));
        if known == 0 {
            self.position.start = start_text(game.start());
        }
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<(), ClientError> {
        self.follow(turn.game, turn.style);
        self.client.go_from(&self.position, turn.go)
    }

    /// Ends a ponder search whose move was not played.
    fn stop_pondering(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.client.stop()?;
        self.client.wait(patience, |_| {}).map(drop)
    }
}

impl Player for ProcessPlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.position = PositionText::standard();
        self.expected = None;
        let ready = if self.is_broken { Ok(()) } else { self.client.new_game() };
        let ready = match ready {
            Ok(()) if !self.is_broken => Ok(()),
            // Perhaps the process is only tired; it gets one chance.
            _ => self.client.restart().and_then(|()| self.client.new_game()),
        };
        ready.map_err(|error| PlayerError {
            name: self.name.clone(),
            cause: PlayerFault::Client(error),
        })?;
        self.is_broken = false;
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let mut is_hit = false;
        let started = match self.expected.take() {
            Some(expected) if turn.game.moves().last() == Some(expected) => {
                is_hit = true;
                self.client.ponder_hit()
            }
            Some(_) => self.stop_pondering(turn.patience).and_then(|()| self.go(turn)),
            None => self.go(turn),
        };
        started.map_err(|error| self.fail_by(&error))?;
        let (decision, mut opinion) = self.wait(turn)?;
        if is_hit {
            // The engine counts from the start of its pondering, we from the opponent's move.
            opinion.latency = None;
        }
        let position = turn.game.position();
        let mv = match decision.best.to_move(position) {
            Ok(Some(mv)) => mv,
            Ok(None) => return Err(Fault::NoMove.into()),
            Err(error) => return Err(Fault::IllegalMove(error.to_string()).into()),
        };
        let ponder = decision.best.ponder.and_then(|text| legal_reply(position, mv, text));
        Ok(Answer { mv, ponder, opinion, elapsed: decision.elapsed })
    }

    fn ponder(&mut self, turn: &Turn<'_>, expected: Move) -> Result<(), Failure> {
        self.follow(turn.game, turn.style);
        self.position.moves.push(expected.uci(turn.style).to_string());
        let started = self.client.go_from(&self.position, turn.go);
        self.position.moves.pop();
        started.map_err(|error| self.fail_by(&error))?;
        self.expected = Some(expected);
        Ok(())
    }

    fn game_over(&mut self) {
        if self.expected.take().is_some() && self.stop_pondering(Duration::from_secs(5)).is_err() {
            self.is_broken = true;
        }
    }

    fn title(&self) -> String {
        self.client.introduction().name.clone()
    }
}

fn start_text(start: &Position) -> StartText {
    if *start == Position::startpos() {
        StartText::Standard
    } else {
        StartText::Fen(start.to_string())
    }
}

fn legal_reply(position: &Position, mv: Move, text: MoveText) -> Option<Move> {
    let mut after = position.clone();
    after.play(mv);
    text.to_move(&after).ok()
}

/// Keeps the last word on each matter. Bounds and secondary lines do not count as a score.
///
/// A line's own time beside ours is the latency: what the pipe and the operating system take, and
/// the engine to begin. The move is no measure of it, because an engine may say nothing for long
/// before it.
fn hear(opinion: &mut Opinion, received: &ReceivedInfo) {
    let info = &received.info;
    if let Some(time) = info.time {
        opinion.latency = Some(received.after.saturating_sub(time));
    }
    if info.multipv.is_some_and(|number| number != 1) {
        return;
    }
    if let Some(score) = info.score
        && score.bound == Bound::Exact
    {
        opinion.score = Some(score.value);
        opinion.depth = info.depth.or(opinion.depth);
        opinion.selective_depth = info.seldepth.or(opinion.selective_depth);
    }
    opinion.nodes = info.nodes.or(opinion.nodes);
    opinion.time = info.time.or(opinion.time);
}
