//! The other side of the protocol: driving somebody's engine as a process.
//!
//! The client trusts nobody. Every wait ends, by an answer or by a [`ClientError`] that says what
//! went wrong; no engine can fill our memory, and none outlives its [`Client`]. It judges form
//! only: whether a move is legal, or came in time for the clock, is for the caller, who knows the
//! game. It drives one engine from one thread; games are played by the laboratory and the server.

mod error;
mod input;
mod launch;
mod output;
mod process;
mod thought;

use std::time::{Duration, Instant};

pub use error::{ClientError, Exit, Flood, Phase};
pub use launch::{Launch, Timeouts};
use process::Process;
pub use thought::{Decision, ReceivedInfo, Thought};

use crate::command::{Command, Go, PositionText};
use crate::option::{OptionValue, Options};
use crate::reply::{Reply, ReplyError};

/// How much an engine may write in one wait, in bytes. Whoever waits for days asks again and
/// again with [`Client::try_wait`].
const MAX_WRITTEN_IN_A_WAIT: usize = 1 << 26;
/// How many `info` lines of a search [`Client::think`] keeps.
const KEPT_INFOS: usize = 10_000;
/// A deadline further away than this is as good as none, and its arithmetic is safe.
const LONGEST_WAIT: Duration = Duration::from_hours(24 * 365);

/// What an engine says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Introduction {
    /// Its name, empty if it gave none.
    pub name: String,
    /// Its authors, empty if it gave none.
    pub author: String,
    /// Its options.
    pub options: Options,
    /// Declarations of options that could not be read. Those options cannot be set.
    pub complaints: Vec<ReplyError>,
}

/// An engine that runs and has introduced itself.
///
/// ```no_run
/// use std::time::Duration;
/// use ferz_uci::{Client, Go, Launch, PositionText, Timeouts};
///
/// let mut engine = Client::start(Launch::new("stockfish"), Timeouts::default())?;
/// engine.set_option("Hash", Some("64"))?;
/// engine.new_game()?;
/// let go = Go { depth: Some(10), ..Go::default() };
/// let thought = engine.think(&PositionText::standard(), &go, Duration::from_secs(30))?;
/// println!("{} after {:?}", thought.decision.best, thought.decision.elapsed);
/// engine.quit()?;
/// # Ok::<(), ferz_uci::ClientError>(())
/// ```
#[derive(Debug)]
pub struct Client {
    launch: Launch,
    timeouts: Timeouts,
    process: Process,
    introduction: Introduction,
    /// The options set so far, for a restart.
    settings: Vec<(String, String)>,
    /// When the present search began.
    searching_since: Option<Instant>,
}

impl Client {
    /// Starts an engine and waits until it has introduced itself.
    ///
    /// # Errors
    /// If the program cannot be started, or fails in any way before `uciok`.
    pub fn start(launch: Launch, timeouts: Timeouts) -> Result<Self, ClientError> {
        let process = Process::start(&launch)?;
        let mut client = Self {
            launch,
            timeouts,
            process,
            introduction: Introduction::default(),
            settings: Vec::new(),
            searching_since: None,
        };
        client.introduction = client.shake_hands()?;
        Ok(client)
    }

    fn shake_hands(&mut self) -> Result<Introduction, ClientError> {
        self.send(&Command::Uci)?;
        let mut introduction = Introduction::default();
        self.read_until(Phase::Handshake, self.timeouts.handshake, |reply, _| {
            match reply {
                Ok(Reply::UciOk) => return Some(()),
                Ok(Reply::Name(name)) => introduction.name = name,
                Ok(Reply::Author(author)) => introduction.author = author,
                Ok(Reply::Option(option)) => introduction.options.add(option),
                Err(complaint) => introduction.complaints.push(complaint),
                Ok(_) => {}
            }
            None
        })?;
        Ok(introduction)
    }

    /// What the engine said of itself.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// The operating system's number of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.searching_since.is_some()
    }

    /// Sets an option, under the name and in the spelling that the engine declared.
    ///
    /// # Errors
    /// If the engine has no such option or does not take the value, if it is searching, or if it
    /// fails.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), ClientError> {
        self.expect_idle()?;
        let (option, value) =
            self.introduction.options.set(name, value).map_err(ClientError::Option)?;
        let name = option.name().to_owned();
        let value = (value != OptionValue::Button).then(|| value.to_string());
        self.send(&Command::SetOption { name: name.clone(), value: value.clone() })?;
        // What a button did is not done again after a restart, and of two values the last counts.
        self.settings.retain(|(known, _)| *known != name);
        self.settings.extend(value.map(|value| (name, value)));
        Ok(())
    }

    /// Waits until the engine has done all that it was told.
    ///
    /// # Errors
    /// If the engine is searching, or fails.
    pub fn ready(&mut self) -> Result<(), ClientError> {
        self.expect_idle()?;
        self.send(&Command::IsReady)?;
        self.read_until(Phase::Ready, self.timeouts.ready, |reply, _| {
            (reply == Ok(Reply::ReadyOk)).then_some(())
        })
    }

    /// Announces a new game, and waits until the engine is ready for it.
    ///
    /// # Errors
    /// If the engine is searching, or fails.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.expect_idle()?;
        self.send(&Command::NewGame)?;
        self.ready()
    }

    /// Gives the engine a position. Nothing is waited for.
    ///
    /// # Errors
    /// If the engine is searching, or fails.
    pub fn position(&mut self, position: &PositionText) -> Result<(), ClientError> {
        self.expect_idle()?;
        self.send(&Command::Position(position.clone()))
    }

    /// Starts a search. Whatever the engine wrote before belongs to no search and is thrown away.
    ///
    /// # Errors
    /// If the engine is searching already, or fails.
    pub fn go(&mut self, go: &Go) -> Result<(), ClientError> {
        self.start_search(&[Command::Go(go.clone()).to_string()])
    }

    /// As [`Client::position`] and [`Client::go`], in one write: in games of very short searches
    /// the pipe is what takes the time.
    ///
    /// # Errors
    /// If the engine is searching already, or fails.
    pub fn go_from(&mut self, position: &PositionText, go: &Go) -> Result<(), ClientError> {
        self.start_search(&[format!("{position}"), Command::Go(go.clone()).to_string()])
    }

    fn start_search(&mut self, lines: &[String]) -> Result<(), ClientError> {
        self.expect_idle()?;
        self.process.clear_output();
        self.searching_since = Some(self.process.send(lines, self.timeouts.write)?);
        Ok(())
    }

    /// Tells the engine to decide now; [`Client::wait`] for the decision.
    ///
    /// # Errors
    /// If the engine is not searching, or fails.
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.searching_since.ok_or(ClientError::NotSearching)?;
        self.send(&Command::Stop)
    }

    /// Tells a pondering engine that the expected move was played: its own time begins now.
    ///
    /// # Errors
    /// If the engine is not searching, or fails.
    pub fn ponder_hit(&mut self) -> Result<(), ClientError> {
        self.searching_since.ok_or(ClientError::NotSearching)?;
        let flushed = self.process.send(&[Command::PonderHit.to_string()], self.timeouts.write)?;
        self.searching_since = Some(flushed);
        Ok(())
    }

    /// Waits for the end of the search; every `info` line is handed over as it comes.
    ///
    /// # Errors
    /// If the engine is not searching, does not decide in time or fails. After a time-out it is
    /// still searching: [`Client::stop`] it, or [`Client::restart`].
    pub fn wait(
        &mut self,
        patience: Duration,
        mut on_info: impl FnMut(ReceivedInfo),
    ) -> Result<Decision, ClientError> {
        let since = self.searching_since.ok_or(ClientError::NotSearching)?;
        let ended = self.read_until(Phase::Search, patience, |reply, at| match reply {
            Ok(Reply::BestMove(best)) => Some((Ok(best), at)),
            Err(error @ ReplyError::BestMove(_)) => Some((Err(error), at)),
            Ok(Reply::Info(info)) => {
                on_info(ReceivedInfo { info: *info, after: at.saturating_duration_since(since) });
                None
            }
            _ => None,
        });
        if !matches!(ended, Err(ClientError::TimedOut { .. })) {
            self.searching_since = None;
        }
        let (best, at) = ended?;
        let best = best.map_err(ClientError::Unreadable)?;
        Ok(Decision { best, elapsed: at.saturating_duration_since(since) })
    }

    /// As [`Client::wait`], but `None` if the search goes on: for who has other things to do.
    ///
    /// # Errors
    /// If the engine is not searching, or fails.
    pub fn try_wait(
        &mut self,
        patience: Duration,
        on_info: impl FnMut(ReceivedInfo),
    ) -> Result<Option<Decision>, ClientError> {
        match self.wait(patience, on_info) {
            Err(ClientError::TimedOut { phase: Phase::Search, .. }) => Ok(None),
            other => other.map(Some),
        }
    }

    /// A whole search: position, go, and the decision with all that was said on the way.
    ///
    /// # Errors
    /// As [`Client::go_from`] and [`Client::wait`].
    pub fn think(
        &mut self,
        position: &PositionText,
        go: &Go,
        patience: Duration,
    ) -> Result<Thought, ClientError> {
        self.go_from(position, go)?;
        let mut infos = Vec::new();
        let decision = self.wait(patience, |received| {
            // Half at once, because removing one at a time from the front would be slow.
            if infos.len() == KEPT_INFOS {
                infos.drain(..KEPT_INFOS / 2);
            }
            infos.push(received);
        })?;
        Ok(Thought { decision, infos })
    }

    /// Ends the engine, by request if it listens and by force if not.
    ///
    /// # Errors
    /// If force was needed.
    pub fn quit(mut self) -> Result<Exit, ClientError> {
        self.process.quit(self.timeouts.quit)
    }

    /// Ends the engine by force and starts it again, with the options that were set before.
    ///
    /// # Errors
    /// As [`Client::start`] and [`Client::set_option`]. The engine is then not running; this may
    /// be tried again.
    pub fn restart(&mut self) -> Result<(), ClientError> {
        self.process.kill();
        let mut fresh = Self::start(self.launch.clone(), self.timeouts)?;
        for (name, value) in &self.settings {
            fresh.set_option(name, Some(value))?;
        }
        *self = fresh;
        Ok(())
    }

    fn expect_idle(&self) -> Result<(), ClientError> {
        if self.is_searching() { Err(ClientError::Searching) } else { Ok(()) }
    }

    fn send(&mut self, command: &Command) -> Result<(), ClientError> {
        self.process.send(&[command.to_string()], self.timeouts.write).map(drop)
    }

    /// Reads lines until one is the answer, the time is up or the engine has written too much.
    fn read_until<T>(
        &mut self,
        phase: Phase,
        patience: Duration,
        mut answer: impl FnMut(Result<Reply, ReplyError>, Instant) -> Option<T>,
    ) -> Result<T, ClientError> {
        let deadline = Instant::now() + patience.min(LONGEST_WAIT);
        let mut written = 0;
        while let Some(line) = self.process.next_line(deadline)? {
            if let Some(found) = answer(Reply::parse(&line.text), line.at) {
                return Ok(found);
            }
            written += line.text.len() + 1;
            if written > MAX_WRITTEN_IN_A_WAIT {
                self.process.kill();
                return Err(ClientError::Flooded(Flood::Wait));
            }
            // A line that is there already is read even after the deadline. One that came after
            // it is not: an engine that never stops writing would keep us for ever.
            if line.at > deadline {
                break;
            }
        }
        Err(ClientError::TimedOut { phase, after: patience })
    }
}
