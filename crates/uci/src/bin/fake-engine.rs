//! An engine for the tests of the client. It plays the first legal move, and misbehaves on
//! request in one of the ways that real engines do.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use ferz_rules::{CastlingStyle, Game};
use ferz_uci::{
    BestMove, Command, Info, InfoScore, MoveLine, MoveText, Options, Reply, ScoreValue, UciOption,
};

/// How long an engine does nothing that should be doing something: longer than any test.
const DEAFNESS: Duration = Duration::from_mins(1);

/// What is wrong with this engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// Reads and never answers.
    Silent,
    /// Introduces itself, and reads nothing after that.
    Deaf,
    /// Never ends its introduction.
    NoUciOk,
    CrashOnGo,
    StallOnGo,
    IllegalMove,
    BadBestMove,
    /// Writes lines without end.
    Flood,
    /// Writes one line without end.
    FloodLine,
    /// Closes its output but lives on.
    ClosePipe,
    IgnoreQuit,
}

struct FakeEngine {
    fault: Option<Fault>,
    /// How many searches it behaves before it does not. Faults before any search come at once.
    good_searches: u32,
    /// Whether a crash takes its program away, unless there is a spare one beside it to take.
    mortal: bool,
    delay: Duration,
    game: Game,
    /// What its only number option was set to, which it repeats when it thinks.
    hash: String,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let Some(mut engine) = FakeEngine::from_args(&args) else {
        eprintln!("fake-engine does not know one of {args:?}");
        return ExitCode::from(2);
    };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(Some(parsed)) = Command::parse(&line) else { continue };
        match parsed.command {
            Command::Quit if engine.fault == Some(Fault::IgnoreQuit) => {}
            Command::Quit => break,
            Command::Go(_) if engine.good_searches > 0 => {
                engine.good_searches -= 1;
                engine.behave();
            }
            Command::Go(_) if engine.fault == Some(Fault::CrashOnGo) => {
                eprintln!("fake-engine: assertion failed: king on board");
                if engine.mortal {
                    lose_a_life();
                }
                return ExitCode::from(3);
            }
            command => engine.obey(&command),
        }
        if engine.fault == Some(Fault::Deaf) {
            thread::sleep(DEAFNESS);
        }
    }
    if engine.fault == Some(Fault::IgnoreQuit) {
        thread::sleep(DEAFNESS);
    }
    ExitCode::SUCCESS
}

impl FakeEngine {
    fn from_args(args: &[String]) -> Option<Self> {
        let mut engine = Self {
            fault: None,
            good_searches: 0,
            mortal: false,
            delay: Duration::ZERO,
            game: Game::default(),
            hash: "16".to_owned(),
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            engine.fault = Some(match arg.as_str() {
                "--slow" => {
                    engine.delay = Duration::from_millis(args.next()?.parse().ok()?);
                    continue;
                }
                "--after" => {
                    engine.good_searches = args.next()?.parse().ok()?;
                    continue;
                }
                "--mortal" => {
                    engine.mortal = true;
                    continue;
                }
                "--silent" => Fault::Silent,
                "--deaf" => Fault::Deaf,
                "--no-uciok" => Fault::NoUciOk,
                "--crash-on-go" => Fault::CrashOnGo,
                "--stall-on-go" => Fault::StallOnGo,
                "--illegal-move" => Fault::IllegalMove,
                "--bad-bestmove" => Fault::BadBestMove,
                "--flood" => Fault::Flood,
                "--flood-line" => Fault::FloodLine,
                "--close-pipe" => Fault::ClosePipe,
                "--ignore-quit" => Fault::IgnoreQuit,
                _ => return None,
            });
        }
        Some(engine)
    }

    fn obey(&mut self, command: &Command) {
        if self.fault == Some(Fault::Silent) {
            return;
        }
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => say(&Reply::ReadyOk),
            Command::Position(text) => self.game = text.game().unwrap_or_default(),
            // A search without an end of its own ends at the command to stop.
            Command::Go(go) if go.infinite || go.ponder => self.report(),
            Command::Go(_) => self.search(),
            Command::Stop | Command::PonderHit => self.decide(),
            Command::SetOption { name, value: Some(value) } if name == "Hash" => {
                self.hash.clone_from(value);
            }
            _ => {}
        }
    }

    fn introduce(&self) {
        let options: Options = [
            UciOption::spin("Hash", 16, 1..=64),
            UciOption::check("Ponder", false),
            UciOption::button("Clear Hash"),
        ]
        .into_iter()
        .collect();
        println!("A fake engine says hello\n");
        say(&Reply::Name("Fake 1.0".to_owned()));
        say(&Reply::Author("the Ferz developers".to_owned()));
        options.iter().for_each(|option| say(&Reply::Option(option.clone())));
        println!("option name Broken type float default 1.5");
        if self.fault != Some(Fault::NoUciOk) {
            say(&Reply::UciOk);
        }
    }

    fn search(&self) {
        match self.fault {
            Some(Fault::StallOnGo) => {}
            Some(Fault::IllegalMove) => println!("bestmove e2e5"),
            Some(Fault::BadBestMove) => println!("bestmove Nf3"),
            Some(Fault::Flood) => write_for_ever("info string what a nice position this is\n"),
            Some(Fault::FloodLine) => write_for_ever("endless "),
            Some(Fault::ClosePipe) => close_output(),
            _ => {
                thread::sleep(self.delay);
                self.behave();
            }
        }
    }

    fn behave(&self) {
        self.report();
        say(&Reply::BestMove(BestMove { best: self.first_move(), ponder: None }));
    }

    fn first_move(&self) -> Option<MoveText> {
        let moves = self.game.position().legal_moves();
        moves.iter().next().map(|&mv| MoveText::new(mv, CastlingStyle::Standard))
    }

    fn report(&self) {
        let pv = self.first_move().map(|mv| mv.to_string()).unwrap_or_default();
        say(&Reply::Info(Box::new(Info {
            depth: Some(1),
            score: Some(InfoScore::from(ScoreValue::Centipawns(0))),
            pv: MoveLine::from_words([pv.as_str()]),
            string: Some(format!("Hash is {}", self.hash)),
            ..Info::default()
        })));
    }

    fn decide(&self) {
        if self.fault != Some(Fault::StallOnGo) {
            say(&Reply::BestMove(BestMove { best: self.first_move(), ponder: None }));
        }
    }
}

/// Removes the spare program, or this one where there is none.
fn lose_a_life() {
    if let Ok(program) = env::current_exe()
        && fs::remove_file(program.with_extension("spare")).is_err()
    {
        let _ = fs::remove_file(program);
    }
}

fn say(reply: &Reply) {
    println!("{reply}");
}

fn write_for_ever(text: &str) {
    let mut out = io::stdout().lock();
    while out.write_all(text.as_bytes()).is_ok() {}
}

/// Becomes another program of ours whose output goes nowhere, so that the pipe has no writer.
#[cfg(unix)]
fn close_output() {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    if let Ok(program) = env::current_exe() {
        let error = Command::new(program).arg("--silent").stdout(Stdio::null()).exec();
        eprintln!("{error}");
    }
}

#[cfg(not(unix))]
fn close_output() {}
