//! The alpha-beta node, in numbered steps.

mod facts;
mod formulas;
mod learning;
mod moves;
mod pruning;
mod tables;

use facts::Facts;
pub(crate) use formulas::logarithms;
use moves::Alone;
pub(crate) use moves::{Ended, Ground, Siblings, Table};
use tables::Known;

use ferz_eval::Evaluator;
use ferz_rules::{Bitboard, Move, PieceType, Position, attacks::king_attacks};

use crate::feature::Feature;
use crate::params as p;
use crate::picker::{MovePicker, Purpose};
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Record};
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

/// The kind of a node, known when the compiler makes its code.
pub(crate) trait Node {
    /// Whether the node is on a principal variation, so that its exact score is asked for.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// What its children on the principal variation are.
    type Child: Node;
}

/// The root.
pub(crate) struct Root;
/// A node whose exact score is asked for.
pub(crate) struct Pv;
/// A node that is only asked whether it beats a bound.
pub(crate) struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Self;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = Self;
}

impl<E: Evaluator> Worker<E> {
    /// The score of a position, searched to a depth within a window.
    ///
    /// `cut_node` says that a cutoff is expected here, since the parent expects none.
    #[inline(always)]
    pub(crate) fn search<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if self.tracer.is_some() {
            return self.traced_node::<N>(shared, position, window, depth, ply, cut_node);
        }
        self.node::<N>(shared, position, window, depth, ply, cut_node)
    }

    /// The node itself.
    #[allow(clippy::too_many_lines)] // The one long function: every step in the order it is met.
    pub(crate) fn node<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        debug_assert!(N::PV || window.is_null());

        // Step 1. At the horizon the exchanges are searched to their end.
        if depth <= 0 || ply >= MAX_PLY {
            return self.horizon::<N>(shared, position, window, ply);
        }

        // Step 2. Count the node; end where the game ends.
        self.count_node(shared)?;
        self.selective_depth = self.selective_depth.max(ply);
        if N::PV {
            self.pv[ply].clear();
        }
        if !N::ROOT {
            if self.is_draw(position, ply) {
                return Ok(self.draw_score(ply));
            }
            // Who can go back to an earlier position has a draw at least.
            let draw = self.draw_score(ply);
            if self.has(Feature::UpcomingRepetition)
                && window.alpha() < draw
                && self.can_repeat(position, ply)
            {
                self.note(Feature::UpcomingRepetition, window.fails_high(draw));
                if window.fails_high(draw) {
                    return Ok(draw);
                }
                window.raise_alpha(draw);
            }
            // Step 3. Mate-distance pruning: even a mate at once would not beat a shorter one
            // that is known already.
            if self.has(Feature::MateDistance) {
                let within = window.within(Score::mated_in(ply), Score::mate_in(ply + 1));
                let Some(narrowed) = within else {
                    self.note(Feature::MateDistance, true);
                    return Ok(window.alpha().max(Score::mated_in(ply)));
                };
                window = narrowed;
            }
        }
        let excluded = self.frames[ply].excluded;
        let original = window;
        self.frames[ply + 1].killer = None;
        self.frames[ply + 1].excluded = None;
        self.frames[ply + 1].cutoffs = 0;

        // Step 4. The transposition table: another line may have led here before.
        let uses_table = self.has(Feature::Tt);
        let hit = if uses_table && excluded.is_none() {
            shared.tt.probe(position.key(), ply)
        } else {
            None
        };
        // Without principal variation search every window is wide, and no node but the root is
        // asked for more than a bound.
        let only_bound = if self.has(Feature::Pvs) { !N::PV } else { !N::ROOT };
        let cutting = hit.filter(|hit| {
            only_bound
                && hit.depth >= depth
                && hit.settles(window)
                && position.halfmove_clock() < 90
        });
        self.note(Feature::Tt, cutting.is_some());
        if let Some(hit) = cutting {
            return Ok(hit.score);
        }

        // Step 4, continued. Endgame tables: with few pieces the result is known.
        let mut known = Known::NOTHING;
        if !N::ROOT && excluded.is_none() && self.limits.tables.is_some() {
            known = self.ask_tables(shared, position, window, depth, ply)?;
            if let Some(score) = known.settled {
                return Ok(score);
            }
        }

        // Step 5. Static evaluation, corrected by experience.
        let mut facts = self.gather_facts(position, hit, ply, N::PV);
        let Facts { in_check, eval, improving, tt_move, .. } = facts;

        let may_prune = only_bound && !in_check && excluded.is_none();
        if may_prune {
            // Step 6. Razoring: so far below alpha that only captures could help.
            if self.has(Feature::Razoring)
                && depth <= p::razor_max_depth()
                && window.fails_low(eval + p::razor_base() + p::razor_scale() * depth * depth)
            {
                let score = self.quiesce_null(shared, position, window.beta(), ply)?;
                self.note(Feature::Razoring, window.fails_low(score));
                if window.fails_low(score) {
                    return Ok(score);
                }
            }

            // Step 7. Reverse futility: so far above beta that the opponent will not win it back
            // in the plies that are left. In zugzwang that is as wrong as a null move, so not while
            // one is being confirmed, nor where zugzwang is near.
            let margin = p::rfp_scale() * depth
                - p::rfp_improving() * i32::from(improving)
                - p::rfp_worsening() * i32::from(facts.worsening);
            if self.has(Feature::ReverseFutility)
                && depth <= p::rfp_max_depth()
                && ply >= self.null_move_from
                && window.fails_high(eval - margin)
                && !window.beta().is_loss()
                && !eval.is_decisive()
                && !is_near_zugzwang(position)
            {
                self.note(Feature::ReverseFutility, true);
                return Ok(Score::centipawns(i32::midpoint(eval.get(), window.beta().get())));
            }

            // Step 8. Null move: if passing is good enough, some move will be.
            if self.has(Feature::NullMove)
                && let Some(score) =
                    self.try_null_move(shared, position, window.beta(), depth, ply, &facts)?
            {
                return Ok(score);
            }
        }

        facts.threats = position.attacked_squares(!position.turn());

        // Step 9. Internal iterative reduction: a node that nobody has found a move for is not
        // worth its whole depth yet.
        if self.has(Feature::InternalReduction)
            && depth >= p::iir_min_depth()
            && tt_move.is_none()
            && excluded.is_none()
            && (N::PV || cut_node)
        {
            self.note(Feature::InternalReduction, true);
            depth -= 1;
        }

        // Step 10. ProbCut: a capture that beats a raised beta at low depth will beat beta.
        if may_prune
            && self.has(Feature::ProbCut)
            && let Some(score) = self.try_probcut(shared, position, window, depth, ply, &facts)?
        {
            return Ok(score);
        }

        // What tables have proved is the least that the moves have to beat.
        if N::PV && !window.fails_low(known.at_least) {
            window.raise_alpha(known.at_least);
        }

        // Step 11. The moves, one by one: steps 12 to 17 are in `moves.rs`, since a split point lets
        // several threads take part in them.
        let hints = self.hints(&facts, ply);
        let ground =
            Ground { depth, ply, cut_node, excluded, facts, hints, checks: position.checks() };
        let mut siblings = Siblings::new(MovePicker::new(hints, Purpose::All), window);
        match self.try_moves::<N, _>(shared, position, &ground, &mut Alone(&mut siblings))? {
            Ended::Multicut(score) => return Ok(score),
            Ended::Splits => siblings = self.split::<N>(shared, position, &ground, siblings)?,
            Ended::Done => {}
        }
        let Siblings { mut best, best_move, tried, window, .. } = siblings;
        if window.fails_high(best) {
            self.frames[ply].cutoffs += 1;
        }

        // Step 18. No move: mate or stalemate, or nothing but the excluded one.
        if tried == 0 {
            return Ok(match (excluded, in_check) {
                (Some(_), _) => window.alpha(),
                (None, true) => Score::mated_in(ply),
                (None, false) => self.draw_score(ply),
            });
        }
        // Everything was pruned after moves that lose: the bound is all that is known.
        if best == Score::NEG_INFINITY {
            best = window.alpha();
        }

        // No search contradicts the tables.
        best = best.max(known.at_least).min(known.at_most);

        // Step 19. Learn from a cutoff: reward its move, punish those tried before it. Where no
        // move was good enough, the one before was: reward that.
        if let Some(mv) = best_move {
            if original.fails_high(best) {
                let tried = (&siblings.quiets[..], &siblings.captures[..]);
                self.learn_cutoff(position, &hints, mv, tried, depth, ply);
            }
        } else if excluded.is_none() {
            self.learn_refutation(depth, ply);
        }

        // Step 20. Remember in the table, and how wrong the evaluation was.
        if excluded.is_none() {
            let bound = if original.fails_high(best) {
                Bound::Lower
            } else if N::PV && best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // A second-best line of the root is not what the position is worth.
            let is_whole = !N::ROOT || self.root_excluded.is_empty();
            if uses_table && is_whole {
                let is_pv = N::PV || facts.was_pv;
                let eval = facts.raw_eval;
                let record = Record { mv: best_move, score: best, eval, depth, bound, is_pv };
                shared.tt.store(position.key(), ply, &record);
            }
            self.learn_correction(position, &facts, best, best_move, bound, depth, ply);
        }
        Ok(best)
    }

    /// A child's score; the window tells what kind of node it is to be.
    #[inline(always)]
    fn child(
        &mut self,
        shared: &Shared,
        child: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if window.is_null() {
            self.search::<NonPv>(shared, child, -window, depth, ply + 1, cut_node)
        } else {
            self.search::<Pv>(shared, child, -window, depth, ply + 1, cut_node)
        }
    }

    /// Where the depth has run out: quiescence, or the bare evaluation without it.
    fn horizon<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if self.has(Feature::Quiescence) || position.in_check() || ply >= MAX_PLY {
            return self.quiesce::<N>(shared, position, window, ply);
        }
        self.count_node(shared)?;
        if N::PV {
            self.pv[ply].clear();
        }
        Ok(if self.is_draw(position, ply) { self.draw_score(ply) } else { self.raw_eval(position) })
    }

    /// Puts a move in front of the child's principal variation.
    pub(crate) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let (line, rest) = (&mut here[ply], &below[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}

/// Whether the king of the player to move cannot move, so that beside pawns only a lone knight or
/// bishop can: passing is often best there, so nothing that rests on the right to pass proves
/// anything. Without this a mate in two (`zugzwang 9` of `data/tactics.epd`) takes three million
/// nodes and not two thousand.
fn is_near_zugzwang(position: &Position) -> bool {
    let pieces = pieces_of_mover(position);
    if pieces.len() != 1 || !pieces.is_subset(minor_pieces(position)) {
        return false;
    }
    let us = position.turn();
    let king = position.king(us);
    let occupied = position.occupied().without(king);
    let steps = king_attacks(king) - position.color(us);
    steps.into_iter().all(|square| position.is_attacked(square, !us, occupied))
}

/// The knights and bishops of both players.
fn minor_pieces(position: &Position) -> Bitboard {
    position.kind(PieceType::Knight) | position.kind(PieceType::Bishop)
}

/// What the player to move has beside pawns and king: without it zugzwang is too near.
fn pieces_of_mover(position: &Position) -> Bitboard {
    let pawns_and_kings = position.kind(PieceType::Pawn) | position.kind(PieceType::King);
    position.color(position.turn()) & !pawns_and_kings
}
