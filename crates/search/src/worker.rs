//! One thread's state: everything a search writes to, beside the shared table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ferz_eval::Evaluator;
use ferz_rules::{Bitboard, Color, Game, Key, Move, Position};

use crate::cycle::can_repeat;
use crate::feature::{Feature, Features};
use crate::history::{Histories, PieceTo};
use crate::limits::Limits;
use crate::parallel::{Parallel, SplitPoint, Team};
use crate::params::Params;
use crate::report::{RootMove, RootMoveHook};
use crate::root::RootDriver;
use crate::score::{MAX_PLY, Score};
use crate::statistics::Statistics;
use crate::trace::Tracer;
use crate::tt::TranspositionTable;

/// The search was stopped; nothing it returns may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What all threads share.
pub struct Shared {
    /// The transposition table.
    pub tt: TranspositionTable,
    /// Set to end the search.
    pub stop: AtomicBool,
    /// Set while the opponent is thinking: the clock does not count yet.
    pub pondering: AtomicBool,
    /// The parameters that all of them search with.
    pub params: Params,
    pub(crate) team: Team,
}

impl Shared {
    /// For a thread that searches alone.
    pub fn new(tt: TranspositionTable) -> Self {
        Self::for_team(tt, 1, Parallel::default())
    }

    /// For several threads: one leads by [`Worker::think`], the others help by [`Worker::help`].
    pub fn for_team(tt: TranspositionTable, threads: usize, parallel: Parallel) -> Self {
        let team = Team::new(threads, parallel);
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { tt, stop, pondering, params: Params::default(), team }
    }

    /// Changes the number of threads and how they work together, between two searches.
    pub fn set_team(&mut self, threads: usize, parallel: Parallel) {
        self.team = Team::new(threads, parallel);
    }

    /// Makes ready for a search. Before that, no helper can begin.
    pub fn begin(&self, pondering: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Relaxed);
        self.tt.new_search();
        self.team.open();
    }
}

/// A quiet move that was played, with what its history goes by.
#[derive(Clone, Copy)]
pub(crate) struct Quiet {
    pub(crate) color: Color,
    pub(crate) threats: Bitboard,
    pub(crate) mv: Move,
}

/// What a node leaves for the nodes below it to see.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The static evaluation; none in check.
    pub(crate) eval: Option<Score>,
    /// The piece that moves from here and where it goes; none for a null move.
    pub(crate) moved: Option<PieceTo>,
    /// That move, if it is quiet.
    pub(crate) quiet: Option<Quiet>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    /// A quiet move that cut off at this ply.
    pub(crate) killer: Option<Move>,
    /// Cutoffs among the children.
    pub(crate) cutoffs: u32,
    /// Where in the keys the line begins that no null move interrupts.
    pub(crate) line_start: usize,
    /// Plies by which extensions have lengthened the line twice or more.
    pub(crate) double_extensions: i32,
}

/// A searching thread.
pub struct Worker<E> {
    pub(crate) eval: E,
    pub(crate) features: Features,
    pub(crate) histories: Histories,
    pub(crate) frames: Vec<Frame>,
    pub(crate) pv: Vec<Vec<Move>>,
    /// Keys of the game and of the line to the present node, which comes last.
    pub(crate) keys: Vec<Key>,
    /// How many of the keys belong to positions before the root.
    pub(crate) game_keys: usize,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    pub(crate) root_depth: i32,
    /// No null move for the verifying player above this ply.
    pub(crate) null_move_from: usize,
    pub(crate) limits: Limits,
    pub(crate) start: Instant,
    pub(crate) logarithms: Vec<i32>,
    /// Nodes spent below each root move.
    pub(crate) root_effort: Vec<(Move, u64)>,
    pub(crate) root_excluded: Vec<Move>,
    /// The best line of the iteration at work, if it has one yet.
    pub(crate) root_candidate: Vec<Move>,
    pub(crate) driver: RootDriver,
    pub(crate) statistics: Statistics,
    pub(crate) root_move_hook: Option<RootMoveHook>,
    pub(crate) tracer: Option<Box<dyn Tracer>>,
    /// Which of the team's threads this is; the leader is the first.
    pub(crate) index: usize,
    /// Whether nodes may be shared with others.
    pub(crate) splits: bool,
    /// The split point in whose tree the thread is.
    pub(crate) split: Option<Arc<SplitPoint>>,
}

/// How often the clock and the stop flag are looked at: a power of two of nodes.
const POLL_INTERVAL: u64 = 1024;
/// How often a thread in a shared tree looks whether a cutoff has made its part worthless. Some
/// microseconds lost are less than what looking at every node costs.
const CUTOFF_INTERVAL: u64 = 8;

impl<E: Evaluator> Worker<E> {
    /// A thread that knows nothing yet.
    pub fn new(eval: E, features: Features) -> Self {
        Self {
            eval,
            features,
            histories: Histories::new(),
            frames: vec![Frame::default(); MAX_PLY + 2],
            pv: vec![Vec::new(); MAX_PLY + 2],
            keys: Vec::new(),
            game_keys: 0,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            null_move_from: 0,
            limits: Limits::default(),
            start: Instant::now(),
            logarithms: crate::node::logarithms(),
            root_effort: Vec::new(),
            root_excluded: Vec::new(),
            root_candidate: Vec::new(),
            driver: RootDriver::default(),
            statistics: Statistics::default(),
            root_move_hook: None,
            tracer: None,
            index: 0,
            splits: false,
            split: None,
        }
    }

    /// Forgets what earlier games have taught.
    pub fn new_game(&mut self) {
        self.histories.clear();
    }

    /// Chooses how the root closes in on a score.
    pub fn set_driver(&mut self, driver: RootDriver) {
        self.driver = driver;
    }

    /// Lets somebody hear of every root move whose search begins, or nobody.
    pub fn on_root_move(&mut self, hook: Option<RootMoveHook>) {
        self.root_move_hook = hook;
    }

    /// Tells whoever listens that the search of a root move begins.
    pub(crate) fn announce_root_move(&mut self, mv: Move, tried: i32) {
        if let Some(hook) = &mut self.root_move_hook {
            let number = self.root_excluded.len() + tried.unsigned_abs() as usize;
            hook(&RootMove { depth: self.root_depth, mv, number, time: self.start.elapsed() });
        }
    }

    /// What a draw is worth to the player to move at this ply. Contempt is the root player's.
    #[inline(always)]
    pub(crate) fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.limits.contempt;
        Score::centipawns(if ply.is_multiple_of(2) { -contempt } else { contempt })
    }

    /// Nodes searched since the search began.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a try of a technique.
    #[inline(always)]
    pub(crate) fn note(&mut self, feature: Feature, worked: bool) {
        self.statistics.note(feature, worked);
        if self.tracer.is_some() {
            self.trace_try(feature, None, worked);
        }
    }

    /// Counts a try of a technique on a move.
    #[inline(always)]
    pub(crate) fn note_move(&mut self, feature: Feature, mv: Move, worked: bool) {
        self.statistics.note(feature, worked);
        if self.tracer.is_some() {
            self.trace_try(feature, Some(mv), worked);
        }
    }

    #[inline(always)]
    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    pub(crate) fn prepare(&mut self, shared: &Shared, game: &Game, limits: &Limits) {
        #[cfg(feature = "tune")]
        shared.params.install();
        self.limits = limits.clone();
        self.splits = shared.team.splits();
        self.split = None;
        self.start = limits.start.unwrap_or_else(Instant::now);
        self.nodes = 0;
        self.statistics = Statistics::default();
        self.selective_depth = 0;
        self.null_move_from = 0;
        self.frames.fill(Frame::default());
        self.keys = game.positions().map(Position::key).collect();
        self.game_keys = self.keys.len() - 1;
        self.eval.reset(game.position());
    }

    /// Counts a node, and now and then looks whether the search must end. A limit of nodes is exact
    /// once the first iteration has found a move to play.
    #[inline(always)]
    pub(crate) fn count_node(&mut self, shared: &Shared) -> Result<(), Stopped> {
        self.nodes += 1;
        if let Some(nodes) = self.limits.nodes
            && self.nodes > nodes
            && self.root_depth > 1
        {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.must_stop(shared) {
            return Err(Stopped);
        }
        if let Some(split) = &self.split
            && self.nodes.is_multiple_of(CUTOFF_INTERVAL)
            && split.is_cut_off()
        {
            return Err(Stopped);
        }
        Ok(())
    }

    #[cold]
    pub(crate) fn must_stop(&self, shared: &Shared) -> bool {
        let is_alone = shared.team.is_alone();
        if !is_alone {
            shared.team.publish(self.index, self.nodes);
        }
        if shared.stop.load(Ordering::Relaxed) {
            return true;
        }
        let out_of_time =
            self.limits.time.is_some_and(|budget| self.start.elapsed() >= budget.hard)
                && !shared.pondering.load(Ordering::Relaxed);
        let out_of_nodes =
            !is_alone && self.limits.nodes.is_some_and(|nodes| shared.team.nodes() >= nodes);
        // The first iteration of whoever answers is always finished, so that there is a move to play.
        let root_depth = if is_alone { self.root_depth } else { shared.team.leader_depth() };
        let is_over = (out_of_time || out_of_nodes) && root_depth > 1;
        if is_over && !is_alone {
            // The leader may be waiting for a helper, who is then the one to see it.
            shared.stop.store(true, Ordering::Relaxed);
        }
        is_over
    }

    /// The nodes of all threads; those of others as they were last told.
    pub(crate) fn all_nodes(&self, shared: &Shared) -> u64 {
        if shared.team.is_alone() {
            return self.nodes;
        }
        shared.team.publish(self.index, self.nodes);
        shared.team.nodes()
    }

    /// Plays a move on a copy and lets evaluation and keys follow; undone by
    /// [`unplay`](Self::unplay).
    #[inline(always)]
    pub(crate) fn play(&mut self, child: &mut Position, mv: Move, ply: usize) {
        self.frames[ply].moved =
            child.piece_on(mv.from()).map(|piece| PieceTo::new(piece, mv.to()));
        self.frames[ply].quiet = None;
        self.frames[ply + 1].line_start = self.frames[ply].line_start;
        self.eval.play(child, mv);
        self.histories.correction.prefetch(child);
        self.keys.push(child.key());
    }

    /// Passes the move on a copy.
    pub(crate) fn play_null(&mut self, child: &mut Position, ply: usize) {
        self.frames[ply].moved = None;
        self.frames[ply].quiet = None;
        self.frames[ply + 1].line_start = self.keys.len();
        self.eval.play_null(child);
        self.keys.push(child.key());
    }

    #[inline(always)]
    pub(crate) fn unplay(&mut self) {
        self.eval.unplay();
        self.keys.pop();
    }

    /// The move that was played so many plies above this one.
    #[inline(always)]
    pub(crate) fn earlier_move(&self, ply: usize, back: usize) -> Option<PieceTo> {
        ply.checked_sub(back).and_then(|earlier| self.frames[earlier].moved)
    }

    /// Whether the position is drawn whatever follows: by repetition, by fifty moves without
    /// progress, or for want of material. Mate on the hundredth half-move counts as mate.
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if position.is_insufficient_material() {
            return true;
        }
        let clock = usize::from(position.halfmove_clock());
        if clock >= 100 && (!position.in_check() || position.has_legal_moves()) {
            return true;
        }
        self.repeats(position.key(), clock, ply)
    }

    /// Whether the player to move can return to a position since the root.
    pub(crate) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        can_repeat(position, &self.keys, self.game_keys.max(self.frames[ply].line_start))
    }

    /// Whether the position has occurred since the root, or twice before it.
    fn repeats(&self, key: Key, clock: usize, ply: usize) -> bool {
        let now = self.keys.len() - 1;
        let furthest = clock.min(now - self.frames[ply].line_start);
        let mut before_root = 0;
        let mut back = 4;
        while back <= furthest {
            let index = now - back;
            if self.keys[index] == key {
                if index >= self.game_keys {
                    return true;
                }
                before_root += 1;
                if before_root == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }
}
