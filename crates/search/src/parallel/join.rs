//! Young Brothers Wait, seen from a thread: to split a node, to join one, to wait for helpers.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ferz_eval::Evaluator;
use ferz_rules::{Key, Position};

use super::split::{Kind, Line, SplitPoint, Together};
use super::team::Team;
use crate::node::{Ended, Ground, Node, NonPv, Pv, Root, Siblings};
use crate::params as p;
use crate::worker::{Frame, Shared, Stopped, Worker};

/// What a thread was about before it joined a split point.
struct Elsewhere {
    frames: Vec<Frame>,
    keys: Vec<Key>,
    null_move_from: usize,
    root_depth: i32,
    split: Option<Arc<SplitPoint>>,
}

/// A helper's place at a split point. Whatever happens, the owner hears that it has been left.
struct Seat<'a> {
    team: &'a Team,
    split: &'a Arc<SplitPoint>,
    is_done: bool,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.split.mark_broken();
        }
        self.team.board.leave(self.split);
    }
}

/// A split point on the board. Whatever happens, its helpers are sent home and it is taken off.
struct Notice<'a> {
    team: &'a Team,
    split: &'a Arc<SplitPoint>,
}

impl Drop for Notice<'_> {
    fn drop(&mut self) {
        self.split.cut();
        self.team.board.withdraw(self.split);
    }
}

impl<E: Evaluator> Worker<E> {
    /// Whether the moves that are left at a node of this depth should be shared. Nearer to the
    /// leaves a split costs more than it brings.
    #[inline(always)]
    pub(crate) fn may_split(&self, shared: &Shared, depth: i32) -> bool {
        self.splits && depth >= p::split_min_depth() && self.somebody_waits(shared)
    }

    #[cold]
    fn somebody_waits(&self, shared: &Shared) -> bool {
        shared.team.board.has_idle()
            || self.split.as_ref().is_some_and(|split| split.has_waiting_owner())
    }

    /// Searches the moves that are left together with whoever joins, and gives the siblings back
    /// when all have been searched or one has cut off.
    #[cold]
    pub(crate) fn split<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        ground: &Ground,
        mut siblings: Siblings,
    ) -> Result<Siblings, Stopped> {
        let (keys, null_move_from) = (self.keys.len(), self.null_move_from);
        let ply = ground.ply;
        siblings.line.clone_from(&self.pv[ply]);
        let line = self.line(position, ply);
        let split = SplitPoint::new(self.split.clone(), Kind::of::<N>(), line, *ground, siblings);
        let split = Arc::new(split);
        let outer = self.split.replace(Arc::clone(&split));
        shared.team.board.post(&split);
        let notice = Notice { team: &shared.team, split: &split };

        let ended = self.take_part::<N>(shared, position, &split);
        self.rewind(keys);
        self.null_move_from = null_move_from;
        if ended.is_err() {
            // By a cutoff here, or by one above or a stop, which makes this node worthless.
            split.cut();
        }
        shared.team.board.withdraw(&split);
        while let Some(below) = shared.team.board.next_below(&split) {
            self.join(shared, &below);
        }
        self.split = outer;
        drop(notice);

        let siblings = split.take();
        if N::PV {
            self.pv[ply].clone_from(&siblings.line);
        }
        if N::ROOT && siblings.best_move.is_some() {
            self.root_candidate.clone_from(&siblings.line);
        }
        let is_incomplete = ended.is_err() || split.is_broken();
        if is_incomplete && !siblings.is_cut() { Err(Stopped) } else { Ok(siblings) }
    }

    /// Serves whoever splits until the search is over.
    pub(super) fn serve(&mut self, shared: &Shared) {
        while let Some(split) = shared.team.board.next() {
            self.join(shared, &split);
        }
    }

    /// Takes part in a split point that the board has put this thread down for, and returns to
    /// where it was.
    fn join(&mut self, shared: &Shared, split: &Arc<SplitPoint>) {
        let mut seat = Seat { team: &shared.team, split, is_done: false };
        // Else each split point of an owner who waits for a processor would be searched up to the next
        // poll: a limit of 200 000 nodes was once overrun by 11 000.
        if shared.stop.load(Ordering::Relaxed) {
            return;
        }
        let elsewhere = self.go_to(split);
        let position = &split.line.position;
        let ended = match split.kind {
            Kind::Root => self.take_part::<Root>(shared, position, split),
            Kind::Pv => self.take_part::<Pv>(shared, position, split),
            Kind::NonPv => self.take_part::<NonPv>(shared, position, split),
        };
        self.return_to(elsewhere, split);
        seat.is_done = ended.is_ok();
    }

    /// Takes moves from the split point until there is none left.
    fn take_part<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        split: &SplitPoint,
    ) -> Result<Ended, Stopped> {
        let ended =
            self.try_moves::<N, _>(shared, position, &split.ground, &mut Together(split))?;
        split.mark_empty();
        if split.siblings().is_cut() {
            split.cut();
        }
        Ok(ended)
    }

    /// The line to a node, for others.
    fn line(&self, position: &Position, ply: usize) -> Line {
        Line {
            position: position.clone(),
            frames: self.frames[..=ply + 1].to_vec(),
            keys: self.keys.clone(),
            null_move_from: self.null_move_from,
            root_depth: self.root_depth,
            root_excluded: self.root_excluded.clone(),
        }
    }

    /// Leaves for a split point.
    fn go_to(&mut self, split: &Arc<SplitPoint>) -> Elsewhere {
        let line = &split.line;
        let here = &mut self.frames[..line.frames.len()];
        let frames = here.to_vec();
        here.copy_from_slice(&line.frames);
        self.eval.jump(&line.position);
        self.root_excluded.clone_from(&line.root_excluded);
        Elsewhere {
            frames,
            keys: std::mem::replace(&mut self.keys, line.keys.clone()),
            null_move_from: std::mem::replace(&mut self.null_move_from, line.null_move_from),
            root_depth: std::mem::replace(&mut self.root_depth, line.root_depth),
            split: self.split.replace(Arc::clone(split)),
        }
    }

    fn return_to(&mut self, elsewhere: Elsewhere, split: &SplitPoint) {
        self.rewind(split.line.keys.len());
        self.eval.unplay();
        self.frames[..elsewhere.frames.len()].copy_from_slice(&elsewhere.frames);
        self.keys = elsewhere.keys;
        self.null_move_from = elsewhere.null_move_from;
        self.root_depth = elsewhere.root_depth;
        self.split = elsewhere.split;
    }

    /// Takes back what a search that was broken off has left played.
    fn rewind(&mut self, keys: usize) {
        while self.keys.len() > keys {
            self.unplay();
        }
    }
}

impl SplitPoint {
    /// The siblings, when everybody has left.
    fn take(&self) -> Siblings {
        let mut siblings = self.siblings();
        let picker = crate::picker::MovePicker::new(self.ground.hints, crate::picker::Purpose::All);
        let window = siblings.window;
        std::mem::replace(&mut siblings, Siblings::new(picker, window))
    }
}
