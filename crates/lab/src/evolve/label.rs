//! Labels of our own making: positions from games of Ferz, with the move that it finds.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ferz_engine::{Engine, Settings};
use ferz_rules::{Epd, Game, Move, Operand, Operation, Position};
use ferz_search::Limits;

use super::operators::{Purpose, stream};
use crate::Random;
use crate::book::Book;
use crate::queue::{self, work_through};

/// So many games are tried for one label before it is given up.
const TRIES: u32 = 100;

/// How labels are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelSettings {
    /// How many.
    pub count: u32,
    /// A position is taken up to so many half-moves after the opening.
    pub plies: usize,
    /// Nodes for each move on the way.
    pub play_nodes: u64,
    /// Nodes for the label.
    pub label_nodes: u64,
    /// How many centipawns the best move must be ahead of the next.
    pub margin: i32,
    /// What makes one set of labels differ from another.
    pub seed: u64,
    /// Threads.
    pub concurrency: NonZeroUsize,
}

impl Default for LabelSettings {
    fn default() -> Self {
        Self {
            count: 1000,
            plies: 80,
            play_nodes: 500,
            label_nodes: 20_000,
            margin: 30,
            seed: 1,
            concurrency: NonZeroUsize::MIN,
        }
    }
}

/// A position with its strong move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its number, which with the seed says everything about it.
    pub number: u32,
    /// The position.
    pub position: Position,
    /// The move.
    pub best: Move,
    /// Its score in centipawns of the search.
    pub score: i32,
}

impl Label {
    /// The label as a line of a suite.
    pub fn to_epd(&self) -> Epd {
        let operation = |opcode: &str, operand| Operation {
            opcode: opcode.to_owned(),
            operands: vec![operand],
        };
        let best = Operand::Word(self.position.san(self.best));
        Epd {
            position: self.position.clone(),
            operations: vec![
                operation("bm", best),
                operation("ce", Operand::Word(self.score.to_string())),
                operation("id", Operand::Text(format!("label.{}", self.number + 1))),
            ],
        }
    }
}

/// Makes labels and hands over each as it is found, in no particular order. Each follows from its
/// number and the seed.
pub fn label_positions(
    book: &Book,
    settings: &LabelSettings,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(Label) -> ControlFlow<()>,
) {
    let counter = AtomicU32::new(0);
    let next = || {
        let number = counter.fetch_add(1, Ordering::Relaxed);
        (number < settings.count).then_some(number)
    };
    let worker = |_| Worker {
        book,
        settings,
        engine: Engine::new(Settings { hash: 8, multipv: 2, ..Settings::default() }),
    };
    let mut workers: Vec<_> = (0..settings.concurrency.get()).map(worker).collect();
    let result = work_through(&mut workers, &next, stop, &mut |label: Option<Label>| {
        label.map_or(ControlFlow::Continue(()), &mut *receive)
    });
    match result {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

struct Worker<'a> {
    book: &'a Book,
    settings: &'a LabelSettings,
    engine: Engine,
}

impl queue::Worker for Worker<'_> {
    type Done = Option<Label>;
    type Error = std::convert::Infallible;

    fn work(&mut self, number: u32, halt: &AtomicBool) -> Result<Option<Self::Done>, Self::Error> {
        let mut random = stream(self.settings.seed, Purpose::Labels, 0, number.into());
        for _ in 0..TRIES {
            if halt.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Some(label) = self.attempt(number, &mut random) {
                return Ok(Some(Some(label)));
            }
        }
        Ok(Some(None))
    }
}

impl Worker<'_> {
    /// Plays from an opening for a while and judges what is reached; none if the game is over or no
    /// move stands out.
    fn attempt(&mut self, number: u32, random: &mut Random) -> Option<Label> {
        self.engine.new_game();
        let mut game = self.book.opening(random.below(self.book.len())).game();
        for _ in 0..random.below(self.settings.plies + 1) {
            let best = self.think(&game, self.settings.play_nodes)?.0;
            game.play(best).ok()?;
        }
        // What was learnt on the way must not decide.
        self.engine.new_game();
        let (best, score, gap) = self.think(&game, self.settings.label_nodes)?;
        let position = game.position().clone();
        (gap >= self.settings.margin).then_some(Label { number, position, best, score })
    }

    /// The best move, its score, and by how much it is ahead of the next.
    fn think(&mut self, game: &Game, nodes: u64) -> Option<(Move, i32, i32)> {
        if game.outcome().is_some() || game.claimable_draw().is_some() {
            return None;
        }
        self.engine.set_game(game.clone());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let result = self.engine.think(&limits, &mut |_| {});
        let score = result.score.get();
        let other = result.lines.get(1).map(|line| line.score.get());
        // A forced move is no decision.
        Some((result.best?, score, other.map_or(0, |other| score - other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_from_seed_and_number() {
        let settings = LabelSettings {
            count: 4,
            plies: 12,
            play_nodes: 60,
            label_nodes: 300,
            margin: 10,
            concurrency: NonZeroUsize::new(2).expect("not zero"),
            ..LabelSettings::default()
        };
        let make = |settings: &LabelSettings| {
            let mut labels = Vec::new();
            let stop = AtomicBool::new(false);
            label_positions(&Book::standard(), settings, &stop, &mut |label| {
                labels.push(label);
                ControlFlow::Continue(())
            });
            labels.sort_by_key(|label| label.number);
            labels
        };
        let labels = make(&settings);
        assert_eq!(labels.len(), 4);
        let alone = LabelSettings { concurrency: NonZeroUsize::MIN, ..settings };
        assert_eq!(make(&alone), labels);
        for label in &labels {
            let read: Epd = label.to_epd().to_string().parse().expect("our own line");
            assert_eq!(read.moves("bm"), Ok(vec![label.best]));
            assert_eq!(read.position, label.position);
        }
    }
}
