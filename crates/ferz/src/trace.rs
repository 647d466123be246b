//! `ferz trace`: the search tree, node by node.

use std::process::ExitCode;

use clap::Args;
use ferz_engine::{Engine, Settings};
use ferz_rules::{Game, Move, Position};
use ferz_search::{Feature, Features, Limits, Score, Tracer, Verdict, Visit, Window};

use crate::output::say_line;

#[derive(Args)]
pub(crate) struct TraceArgs {
    /// The position; the ordinary starting position if none is given
    #[arg(long)]
    fen: Option<Position>,
    /// How deep it is searched; only the last iteration is shown
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(i32).range(1..=60))]
    depth: i32,
    /// How many plies of the tree are shown
    #[arg(long, default_value_t = 2, value_name = "N")]
    plies: usize,
    /// Show what these techniques did, by the names of their switches; all if none is given
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_feature)]
    only: Vec<Feature>,
    /// The techniques to search with, as the option of that name takes them
    #[arg(long, default_value_t = Features::DEFAULT, allow_hyphen_values = true)]
    features: Features,
}

fn parse_feature(name: &str) -> Result<Feature, String> {
    Feature::ALL
        .iter()
        .copied()
        .find(|feature| feature.name() == name)
        .ok_or_else(|| format!("no feature is called {name:?}"))
}

pub(crate) fn run(args: &TraceArgs) -> ExitCode {
    let mut engine =
        Engine::new(Settings { features: args.features, hash: 16, ..Settings::default() });
    engine.set_game(Game::from_position(args.fen.clone().unwrap_or_else(Position::startpos)));
    engine.watch(Some(Box::new(Printer {
        iteration: args.depth,
        plies: args.plies,
        only: args.only.clone(),
        open: Vec::new(),
    })));
    let result =
        engine.think(&Limits { depth: Some(args.depth), ..Limits::default() }, &mut |_| {});
    say_line!("{} nodes", result.nodes);
    ExitCode::SUCCESS
}

/// Prints the nodes of one iteration down to some ply, indented by their ply.
struct Printer {
    iteration: i32,
    plies: usize,
    only: Vec<Feature>,
    /// The nodes on the way to the present one: ply and position of those that are shown.
    open: Vec<Option<(usize, Position)>>,
}

impl Tracer for Printer {
    fn enter(&mut self, visit: &Visit<'_>) {
        let is_shown = visit.iteration == self.iteration && visit.ply <= self.plies;
        self.open.push(is_shown.then(|| (visit.ply, visit.position.clone())));
        if is_shown {
            let moved = match visit.moved {
                Some((piece, to)) => format!("{piece}{to}"),
                None if visit.ply == 0 => "root".to_owned(),
                None => "pass".to_owned(),
            };
            let depth = visit.depth.map_or_else(|| "quiescence".into(), |d| format!("depth {d}"));
            let window = window_text(visit.window);
            say_line!("{:indent$}{moved} {depth} {window}", "", indent = 2 * visit.ply);
        }
    }

    fn tried(&mut self, feature: Feature, mv: Option<Move>, worked: bool) {
        let Some(Some((ply, position))) = self.open.last() else { return };
        if self.only.is_empty() || self.only.contains(&feature) {
            let mv = mv.map_or_else(String::new, |mv| format!(" {}", position.san(mv)));
            let verdict = if worked { "worked" } else { "did not work" };
            say_line!("{:indent$}{}{mv} {verdict}", "", feature.name(), indent = 2 * ply + 2);
        }
    }

    fn leave(&mut self, score: Option<Score>) {
        if let (Some(Some((ply, _))), Some(score)) = (self.open.pop(), score) {
            say_line!("{:indent$}= {}", "", score_text(score), indent = 2 * ply);
        }
    }
}

/// A window; one that asks for a single bound is written as that question.
fn window_text(window: Window) -> String {
    if window.is_null() {
        return format!(">= {}?", score_text(window.beta()));
    }
    let end = |score: Score, none: Score| {
        if score == none { "-".to_owned() } else { score_text(score) }
    };
    let alpha = end(window.alpha(), Score::NEG_INFINITY);
    format!("between {alpha} and {}", end(window.beta(), Score::INFINITY))
}

fn score_text(score: Score) -> String {
    match score.verdict() {
        Verdict::Mate { plies } => format!("mate in {plies} plies"),
        Verdict::Mated { plies } => format!("mated in {plies} plies"),
        Verdict::TablebaseWin { plies } => format!("known win in {plies} plies"),
        Verdict::TablebaseLoss { plies } => format!("known loss in {plies} plies"),
        Verdict::Centipawns(value) => value.to_string(),
    }
}
