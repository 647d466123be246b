//! One game: two players, their clocks, the rules, and a referee.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ferz_rules::{ByColor, CastlingStyle, Color, Game, Move};
use ferz_uci::{Clock, Go};

use crate::adjudicate::{Referee, Rules};
use crate::book::Opening;
use crate::clock::{GameClock, Overstepped};
use crate::player::{Answer, Failure, Fault, Player, PlayerError, PlayerSpec, Turn};
use crate::record::{Ending, GameRecord, MoveRecord};
use crate::steal::stolen;

/// How long past its time a player may be silent before it counts as stalled.
const TIMED_STALL: Duration = Duration::from_secs(10);
/// How long a player without a clock may think about a move.
const UNTIMED_STALL: Duration = Duration::from_mins(10);

/// A player at the board.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// Its conditions.
    pub spec: &'a PlayerSpec,
}

/// What a game is played by beside its players.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// Where it starts.
    pub opening: &'a Opening,
    /// When it ends before the rules end it.
    pub rules: &'a Rules,
    /// Whether castling is written in the way of Chess960.
    pub chess960: bool,
    /// Becomes true when the user has asked to stop.
    pub stop: &'a AtomicBool,
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The user has asked to stop.
    Interrupted,
    /// A player cannot play at all.
    Player(PlayerError),
}

/// Plays a game.
///
/// # Errors
/// If it was interrupted, or a player could not be brought to the board.
pub fn play_game(
    seats: &mut ByColor<Seat<'_>>,
    setup: &GameSetup<'_>,
) -> Result<GameRecord, GameError> {
    for color in Color::ALL {
        seats[color].player.new_game().map_err(GameError::Player)?;
    }
    let mut table = Table::new(seats, setup);
    let ending = table.play_to_the_end();
    let Table { moves, started, .. } = table;
    for color in Color::ALL {
        seats[color].player.game_over();
    }
    Ok(GameRecord {
        start: setup.opening.start.clone(),
        moves,
        ending: ending?,
        duration: started.elapsed(),
    })
}

struct Table<'a, 'b> {
    seats: &'a mut ByColor<Seat<'b>>,
    setup: &'a GameSetup<'a>,
    style: CastlingStyle,
    game: Game,
    clocks: ByColor<GameClock>,
    referee: Referee,
    moves: Vec<MoveRecord>,
    started: Instant,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(seats: &'a mut ByColor<Seat<'b>>, setup: &'a GameSetup<'a>) -> Self {
        let style = if setup.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        let clock = |seat: &Seat<'_>| GameClock::new(seat.spec.limit, seat.spec.margin);
        let clocks = ByColor { white: clock(&seats.white), black: clock(&seats.black) };
        Self {
            seats,
            setup,
            style,
            game: setup.opening.game(),
            clocks,
            referee: Referee::new(setup.rules),
            moves: setup.opening.moves.iter().map(|&mv| MoveRecord::book(mv)).collect(),
            started: Instant::now(),
        }
    }

    fn play_to_the_end(&mut self) -> Result<Ending, GameError> {
        loop {
            if let Some(ending) = self.end_by_the_rules() {
                return Ok(ending);
            }
            if let Some(ending) = self.play_move()? {
                return Ok(ending);
            }
        }
    }

    /// Draws that a player could claim are claimed at once, as every match runner does.
    fn end_by_the_rules(&self) -> Option<Ending> {
        let claimed = || self.game.claimable_draw().map(ferz_rules::Outcome::Draw);
        self.game.outcome().or_else(claimed).map(Ending::Rules)
    }

    fn play_move(&mut self) -> Result<Option<Ending>, GameError> {
        let mover = self.game.position().turn();
        let stolen_before = self.stolen(mover);
        let answer = match self.ask(mover) {
            Ok(answer) => answer,
            Err(Failure::Interrupted) => return Err(GameError::Interrupted),
            Err(Failure::Fault(fault)) => return Ok(Some(Ending::Fault { by: mover, fault })),
        };
        if let Err(Overstepped(over)) = self.clocks[mover].spend(answer.elapsed) {
            let stolen = self.stolen(mover).saturating_sub(stolen_before);
            return Ok(Some(self.flag_fall(mover, over, stolen)));
        }
        let adjudicated = self.make(mover, &answer);
        if let Some(ending) = self.end_by_the_rules() {
            return Ok(Some(ending));
        }
        if let Some(adjudication) = adjudicated {
            return Ok(Some(Ending::Adjudicated(adjudication)));
        }
        match self.start_pondering(mover, &answer) {
            Ok(()) => Ok(None),
            Err(Failure::Interrupted) => Err(GameError::Interrupted),
            Err(Failure::Fault(fault)) => Ok(Some(Ending::Fault { by: mover, fault })),
        }
    }

    /// What the host has taken from the machine so far. Nobody asks where no clock runs: a look at the
    /// kernel's counters takes longer than some games take for a move.
    fn stolen(&self, mover: Color) -> Duration {
        let is_timed = self.clocks[mover].allowance().is_some();
        is_timed.then(stolen).flatten().unwrap_or_default()
    }

    fn flag_fall(&self, mover: Color, over: Duration, stolen: Duration) -> Ending {
        match self.game.flag_fall(mover) {
            draw @ ferz_rules::Outcome::Draw(_) => Ending::Rules(draw),
            ferz_rules::Outcome::Win { .. } => {
                Ending::Fault { by: mover, fault: Fault::TimeLoss { over, stolen } }
            }
        }
    }

    /// Plays the move and writes it down; says whether the referee has seen enough.
    fn make(&mut self, mover: Color, answer: &Answer) -> Option<crate::Adjudication> {
        let number = u32::from(self.game.position().fullmove_number());
        self.game.play(answer.mv).expect("players answer with legal moves");
        self.moves.push(MoveRecord {
            mv: answer.mv,
            opinion: Some(answer.opinion),
            elapsed: answer.elapsed,
            clock: self.clocks[mover].left(),
        });
        let is_irreversible = self.game.position().halfmove_clock() == 0;
        let heard = self.referee.hear(mover, answer.opinion.score, number, is_irreversible);
        self.referee.look_up(self.game.position()).or(heard)
    }

    fn ask(&mut self, mover: Color) -> Result<Answer, Failure> {
        let go = self.go(mover, false);
        let turn = Turn {
            game: &self.game,
            style: self.style,
            go: &go,
            patience: self.patience(mover),
            stop: self.setup.stop,
        };
        self.seats[mover].player.think(&turn)
    }

    fn start_pondering(&mut self, mover: Color, answer: &Answer) -> Result<(), Failure> {
        let Some(expected) = answer.ponder.filter(|mv| self.is_worth_pondering(mover, *mv)) else {
            return Ok(());
        };
        let go = self.go(mover, true);
        let turn = Turn {
            game: &self.game,
            style: self.style,
            go: &go,
            patience: self.patience(mover),
            stop: self.setup.stop,
        };
        self.seats[mover].player.ponder(&turn, expected)
    }

    /// Whether the player ponders, and the expected move leaves something to think about.
    fn is_worth_pondering(&self, mover: Color, expected: Move) -> bool {
        let mut after = self.game.position().clone();
        self.seats[mover].spec.ponder
            && after.try_play(expected).is_ok()
            && after.outcome().is_none()
    }

    /// The limits of a player's next move.
    fn go(&self, mover: Color, ponder: bool) -> Go {
        let limit = &self.seats[mover].spec.limit;
        let clock = |color: Color| {
            let clock = &self.clocks[color];
            let increment = clock.control().map_or(Duration::ZERO, |control| control.increment);
            Clock { time: clock.told(), increment }
        };
        // A player without a clock is told nothing of the opponent's: it might use it.
        let clocks = if limit.clock.is_some() {
            ByColor { white: clock(Color::White), black: clock(Color::Black) }
        } else {
            ByColor { white: Clock::default(), black: Clock::default() }
        };
        Go {
            ponder,
            clocks,
            moves_to_go: self.clocks[mover].moves_to_go(),
            depth: limit.depth,
            nodes: limit.nodes,
            move_time: limit.move_time,
            ..Go::default()
        }
    }

    fn patience(&self, mover: Color) -> Duration {
        let stall = self.seats[mover].spec.stall;
        match self.clocks[mover].allowance() {
            Some(allowed) => allowed + stall.unwrap_or(TIMED_STALL),
            None => stall.unwrap_or(UNTIMED_STALL),
        }
    }
}
