//! Our side of the protocol: an engine behind a pair of pipes.
//!
//! Lines are read while the engine thinks; `isready` and `stop` are answered at once. A line that
//! is wrong gets one `info string` that says why, and changes nothing.

mod convert;
mod log;
mod opponent;
mod options;
mod output;
mod printer;

use std::fs;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use ferz_engine::{BENCH_DEPTH, Engine, Evaluation, Order, Settings, embedded_network};
use ferz_eval::evolved::Evolved;
use ferz_eval::{Classical, Evaluator, Material};
use ferz_rules::{CastlingStyle, Color, Game, PerftDivide, Position};
use ferz_search::PARAMS;

use crate::command::{Command, Go, PositionText};
use crate::option::Options;

use convert::Writing;
pub use convert::{search_limits, shown_score};
pub use opponent::OpponentError;
pub use options::{EngineOptionError, options_table, set_engine_option};
use options::{Manners, declared_options};
use output::Output;
use printer::Printer;

/// What `id name` says.
const NAME: &str = concat!("Ferz ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the Ferz developers";

const HELP: &str = "\
commands: uci isready ucinewgame position go stop ponderhit setoption quit
beside the protocol: d (board), eval (evaluation term by term), bench [DEPTH],
export_net [FILE] (the network), perft N, flip, compiler,
spsa (parameters for a tuner), help";

/// A conversation with a GUI.
pub struct Session<W> {
    engine: Engine,
    options: Options,
    output: Output<W>,
    manners: Manners,
    /// When the line at hand came: a clock runs from there.
    heard_at: Instant,
    /// Whether the search under way ends without being told to.
    is_limited: bool,
    /// Whether it will once the expected move has been played.
    is_limited_after_ponder: bool,
}

#[derive(PartialEq, Eq)]
enum Next {
    Line,
    Quit,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that writes to this output.
    pub fn new(output: W) -> Self {
        Self {
            engine: Engine::default(),
            options: declared_options(),
            output: Output::new(output),
            manners: Manners::default(),
            heard_at: Instant::now(),
            is_limited: true,
            is_limited_after_ponder: false,
        }
    }

    /// Obeys every line of the input until `quit` or its end. A search that ends by itself is
    /// finished first when the input ends, so that `echo "go depth 9" | ferz` gives a move.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn run(&mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.split(b'\n') {
            let line = line?;
            if self.obey(&String::from_utf8_lossy(&line)) == Next::Quit {
                self.engine.stop();
                self.engine.wait();
                return Ok(());
            }
        }
        if !self.is_limited {
            self.engine.stop();
        }
        self.engine.wait();
        Ok(())
    }

    /// Obeys lines that stand for standard input, each finished before the next.
    pub fn run_lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        for line in lines {
            if self.obey(line) == Next::Quit {
                break;
            }
            if self.is_limited {
                self.engine.wait();
            }
        }
        self.engine.stop();
        self.engine.wait();
    }

    fn obey(&mut self, line: &str) -> Next {
        self.heard_at = Instant::now();
        self.output.heard(line);
        match Command::parse(line) {
            Ok(Some(parsed)) => {
                if !parsed.skipped.is_empty() {
                    self.output.message(format!("skipped: {}", parsed.skipped.join(" ")));
                }
                self.execute(parsed.command)
            }
            Ok(None) => Next::Line,
            Err(error) => {
                self.output.message(error);
                Next::Line
            }
        }
    }

    fn execute(&mut self, command: Command) -> Next {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => self.engine.new_game_by_the_clock(),
            Command::Position(text) => self.set_position(&text),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.is_limited |= self.is_limited_after_ponder;
                self.engine.ponder_hit();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Debug(_) | Command::Register(_) => {}
            Command::Quit => return Next::Quit,
            Command::Display => self.display(),
            Command::Eval => self.explain(),
            Command::Flip => {
                let flipped = self.engine.game().position().flip();
                self.engine.set_game(Game::from_position(flipped));
            }
            Command::Compiler => self.output.line(format_args!(
                "{NAME}, built by rustc for {}-{}, sliding attacks by {}",
                std::env::consts::ARCH,
                std::env::consts::OS,
                ferz_rules::attacks::SLIDER_METHOD
            )),
            Command::Help => self.output.line(HELP),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(arguments) => self.bench(&arguments),
            Command::Spsa => self.spsa(),
            Command::ExportNet(file) => self.export_network(file),
            Command::GenFens(_) => self.output.message("genfens is not supported"),
        }
        Next::Line
    }

    fn introduce(&self) {
        self.output.line(format_args!("id name {NAME}"));
        self.output.line(format_args!("id author {AUTHOR}"));
        for option in self.options.iter() {
            self.output.line(option);
        }
        self.output.line("uciok");
        if let Err(error) = embedded_network() {
            self.output.message(format_args!("the network of this build: {error}"));
        }
    }

    fn set_position(&mut self, text: &PositionText) {
        match text.game() {
            Ok(game) => self.engine.set_game(game),
            Err(error) => self.output.message(error),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let set = match self.options.set(name, value) {
            Ok((option, value)) => (option.name().to_owned(), value),
            Err(error) => return self.output.message(error),
        };
        let (engine, manners) = (&mut self.engine, &mut self.manners);
        match options::apply(&set.0, set.1, engine, manners, &self.output) {
            Ok(Some(message)) => self.output.message(message),
            Ok(None) => {}
            Err(error) => self.output.message(error),
        }
    }

    fn go(&mut self, go: &Go) {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        self.tell_of_trouble();
        let position = self.engine.game().position();
        let (mut limits, errors) = convert::limits(go, position, self.engine.settings().overhead);
        if !errors.is_empty() {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            self.output.message(format_args!("left out of searchmoves: {}", errors.join(", ")));
        }
        limits.start = Some(self.heard_at);
        let has_limit = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.time.is_some();
        let ends_by_itself = has_limit && !go.infinite;
        self.is_limited = ends_by_itself && !go.ponder;
        self.is_limited_after_ponder = ends_by_itself;
        let order = Order { limits, infinite: go.infinite, ponder: go.ponder };
        let writing = Writing { style: self.style(position), show_wdl: self.manners.show_wdl };
        let ends = !go.infinite && !go.ponder;
        let printer = Printer::new(self.output.clone(), self.engine.game().clone(), writing, ends);
        self.engine.go(order, printer);
    }

    /// Says what has gone wrong with endgame tables since the last search.
    fn tell_of_trouble(&self) {
        let tables = self.engine.settings().tables.tables.as_ref();
        for trouble in tables.map(|tables| tables.take_trouble()).unwrap_or_default() {
            self.output.message(trouble);
        }
    }

    /// Castling is written the Chess960 way when the GUI has asked for it, or when the position
    /// leaves no other way.
    fn style(&self, position: &Position) -> CastlingStyle {
        if self.manners.chess960 || position.needs_chess960() {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        }
    }

    fn bench(&mut self, arguments: &[String]) {
        let depth = match arguments.first().map(|text| (text, text.parse())) {
            None => BENCH_DEPTH,
            Some((_, Ok(depth))) if (1..=60).contains(&depth) => depth,
            Some((text, _)) => {
                let message = format_args!("bench takes a depth from 1 to 60, got \"{text}\"");
                return self.output.message(message);
            }
        };
        self.engine.stop();
        self.engine.wait();
        let Settings { evaluator, network, params, .. } = self.engine.settings().clone();
        let settings = Settings { evaluator, network, params, ..Settings::default() };
        let report = ferz_engine::bench(&settings, depth, &mut |_, _, _| {});
        let nps = report.nodes * 1000 / (report.time.as_millis().max(1) as u64);
        self.output.line(format_args!("{} nodes {nps} nps", report.nodes));
    }

    /// The parameters as OpenBench wants them for its tuner: name, type, value, range, and how
    /// far and how fast a value moves at the end.
    fn spsa(&self) {
        for row in PARAMS {
            self.output.line(format_args!(
                "{}, int, {}, {}, {}, {}, 0.002",
                row.name, row.default, row.min, row.max, row.step
            ));
        }
    }

    fn display(&self) {
        let position = self.engine.game().position();
        self.output.line(position.diagram(Color::White));
        self.output.line(format_args!("Fen: {position}"));
        self.output.line(format_args!("Key: {}", position.key()));
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        self.output.line(format_args!("Checkers: {}", checkers.join(" ")));
    }

    fn explain(&self) {
        let position = self.engine.game().position();
        match self.engine.settings().evaluation() {
            Evaluation::Network(network) => self.output.line(network.explain(position)),
            Evaluation::Classical => self.output.line(Classical::default().explain(position)),
            Evaluation::Evolved(agent) => {
                self.output.line(Evolved::new(&agent.chromosome).explain(position));
            }
            Evaluation::Material => {
                let score = Material.evaluate(position);
                self.output.line(format_args!("material: {score} for the player to move"));
            }
        }
    }

    /// Writes the network in use to a file, by default one that its id names.
    fn export_network(&self, file: Option<String>) {
        let Some(network) = &self.engine.settings().network else {
            return self.output.message("there is no network to export");
        };
        let file = file.unwrap_or_else(|| format!("{}.ferz", network.id()));
        match fs::write(&file, network.to_bytes()) {
            Ok(()) => self.output.message(format_args!("network written to {file}")),
            Err(error) => self.output.message(format_args!("cannot write {file}: {error}")),
        }
    }

    fn perft(&self, depth: u32) {
        let position = self.engine.game().position();
        let divide = PerftDivide::new(position, depth);
        divide.run(NonZeroUsize::MIN, None);
        let style = self.style(position);
        for (mv, nodes) in divide.counts() {
            self.output.line(format_args!("{}: {nodes}", mv.uci(style)));
        }
        self.output.line(format_args!("\nNodes searched: {}", divide.nodes()));
    }
}
