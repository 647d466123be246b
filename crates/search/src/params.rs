//! Every number of the search that a tuner may turn, one row each.
//!
//! | suffix | meaning |
//! |---|---|
//! | `_min_depth`, `_max_depth` | depths between which a technique is tried |
//! | `_margin` | a score in centipawns |
//! | `_base`, `_scale`, `_div` | the parts of a formula: base + scale × something / div |
//!
//! In an ordinary build a row is a constant. With the feature `tune` it is a cell of the searching
//! thread, filled at the start of a search from the [`Params`] of its engine: so two engines of one
//! process can play against each other with different values.

mod set;

pub use set::Params;

/// A row of the table, for options and tuners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamRow {
    /// The name of the parameter and of its option.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// The value in force when nobody sets it.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// How far a tuner moves it at the end of its run.
    pub step: i32,
}

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal;)*) => {
        $(
            const _: () = assert!(
                $min <= $default && $default <= $max && $step > 0,
                concat!(stringify!($name), " is not within its range")
            );

            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                here::$name.get()
            }
        )*

        /// Every parameter.
        pub const PARAMS: &[ParamRow] = &[$(ParamRow {
            name: stringify!($name),
            doc: concat!($($doc),+),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
        }),*];

        /// The values in force in this thread.
        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod here {
            use std::cell::Cell;
            thread_local! {
                $(pub(super) static $name: Cell<i32> = const { Cell::new($default) };)*
            }
        }

        /// Puts values in force in this thread.
        #[cfg(feature = "tune")]
        fn install(values: &[i32; PARAMS.len()]) {
            let [$($name),*] = values;
            $(here::$name.set(*$name);)*
        }
    };
}

params! {
    /// Half the width of the first aspiration window.
    asp_margin = 14, 4..=60, step 3;
    /// The first iteration with an aspiration window.
    asp_min_depth = 4, 2..=10, step 1;
    /// Percent by which a failed aspiration window grows.
    asp_scale = 60, 20..=200, step 12;

    /// Razoring: the margin at depth zero.
    razor_base = 280, 100..=600, step 30;
    /// Razoring: the margin for the square of the depth.
    razor_scale = 230, 80..=500, step 25;
    /// Razoring: the deepest node.
    razor_max_depth = 4, 1..=8, step 1;

    /// Reverse futility: the margin for each ply of depth.
    rfp_scale = 72, 30..=160, step 8;
    /// Reverse futility: what an improving evaluation is let off.
    rfp_improving = 42, 0..=160, step 8;
    /// Reverse futility: what a worsening evaluation of the opponent lets off.
    rfp_worsening = 13, -40..=80, step 5;
    /// Reverse futility: the deepest node.
    rfp_max_depth = 9, 4..=14, step 1;

    /// Null move: the reduction at depth zero.
    nmp_base = 4, 2..=6, step 1;
    /// Null move: plies of depth for one ply of reduction.
    nmp_depth_div = 3, 2..=6, step 1;
    /// Null move: centipawns above beta for one ply of reduction.
    nmp_eval_div = 225, 80..=500, step 22;
    /// Null move: the depth from which a cutoff is verified.
    nmp_verify_min_depth = 14, 8..=24, step 1;
    /// Null move: how far below beta the static evaluation may be at depth zero.
    nmp_margin = 102, 0..=400, step 20;
    /// Null move: how much of that each ply of depth takes away.
    nmp_scale = 20, 0..=50, step 4;

    /// Internal iterative reduction: the shallowest node.
    iir_min_depth = 4, 2..=8, step 1;

    /// ProbCut: the margin above beta.
    probcut_margin = 200, 80..=400, step 16;
    /// ProbCut: what an improving evaluation is let off.
    probcut_improving = 55, 0..=150, step 8;
    /// ProbCut: the shallowest node.
    probcut_min_depth = 5, 3..=9, step 1;

    /// Late move pruning: moves at depth zero.
    lmp_base = 4, 1..=10, step 1;
    /// Late move pruning: moves for the square of the depth, in 64ths.
    lmp_scale = 75, 24..=160, step 6;
    /// Late move pruning: the deepest node.
    lmp_max_depth = 9, 4..=16, step 1;

    /// Futility: the margin at depth zero.
    fp_base = 131, 30..=300, step 14;
    /// Futility: the margin for each ply of reduced depth.
    fp_scale = 71, 30..=200, step 10;
    /// Futility of captures: the deepest reduced depth.
    fp_noisy_max_depth = 6, 0..=10, step 1;
    /// Futility of captures: the margin at depth zero, beside what they take.
    fp_noisy_base = 201, 30..=500, step 20;
    /// Futility of captures: the margin for each ply of reduced depth.
    fp_noisy_scale = 173, 30..=400, step 16;
    /// Futility: the deepest reduced depth.
    fp_max_depth = 9, 4..=14, step 1;

    /// Exchange pruning: what a quiet move may lose, times the square of the reduced depth.
    see_quiet_scale = 26, 8..=60, step 4;
    /// Exchange pruning: what a capture may lose for each ply of depth.
    see_noisy_scale = 95, 30..=200, step 10;
    /// Exchange pruning: the deepest node.
    see_max_depth = 10, 5..=16, step 1;

    /// History pruning: the history below which a quiet move is skipped, for each ply.
    hp_scale = 2416, 800..=6000, step 300;
    /// History pruning: the deepest reduced depth.
    hp_max_depth = 5, 2..=10, step 1;

    /// Singular extensions: the shallowest node.
    se_min_depth = 7, 5..=12, step 1;
    /// Singular extensions: by how much the entry may be shallower than the node.
    se_depth_margin = 3, 2..=5, step 1;
    /// Singular extensions: the margin below the entry's score, in sixteenths for each ply.
    se_scale = 16, 6..=40, step 2;
    /// Singular extensions: how far below it the others must be for a double extension.
    se_double_margin = 18, 4..=60, step 4;
    /// Singular extensions: how far below it the others must be for a triple extension.
    se_triple_margin = 110, 40..=240, step 12;

    /// Late move reductions: the shallowest node.
    lmr_min_depth = 2, 2..=4, step 1;
    /// Late move reductions of quiet moves: the constant, in 1024ths of a ply.
    lmr_base = 1230, 0..=2000, step 80;
    /// Late move reductions of quiet moves: the factor of the logarithms, in 1024ths.
    lmr_scale = 641, 200..=800, step 30;
    /// Late move reductions: more where a cutoff is expected.
    lmr_cut_node = 1258, 0..=2600, step 130;
    /// Late move reductions: less where a principal variation once was.
    lmr_was_pv = 766, 0..=2000, step 100;
    /// Late move reductions: less on the principal variation.
    lmr_pv = 800, 0..=2000, step 100;
    /// Late move reductions: more when the evaluation does not improve.
    lmr_not_improving = 691, 0..=1600, step 80;
    /// Late move reductions: less for moves that give check.
    lmr_check = 900, 0..=2000, step 100;
    /// Late move reductions: more when the table's move is a capture.
    lmr_noisy_tt_move = 858, 0..=2000, step 80;
    /// Late move reductions: less for killers.
    lmr_killer = 900, 0..=2000, step 100;
    /// Late move reductions: more when the replies cut off quickly.
    lmr_cutoffs = 1026, 0..=2000, step 100;
    /// Late move reductions: points of history for one ply less.
    lmr_history_div = 8030, 3000..=20000, step 800;
    /// Late move reductions: less where the table knows a search as deep.
    lmr_deep_hit = 278, -500..=1500, step 80;
    /// Late move reductions: points of history of a capture for one ply less.
    lmr_noisy_history_div = 8030, 2000..=20000, step 800;
    /// Late move reductions: what captures are reduced by, in 64ths of what quiet moves are.
    lmr_noisy_scale = 36, 0..=80, step 4;
    /// Late move reductions: less for each centipawn by which the evaluation was corrected, in
    /// 1024ths of a ply.
    lmr_correction = 2, -16..=40, step 2;
    /// After a reduction: search deeper if the score is this much better.
    lmr_deeper_margin = 50, 10..=120, step 6;

    /// History: the bonus for each ply of depth.
    hist_bonus_scale = 185, 60..=400, step 16;
    /// History: taken off the bonus.
    hist_bonus_base = 80, -200..=400, step 30;
    /// History: the largest bonus.
    hist_bonus_max = 1700, 600..=3200, step 140;
    /// History: the malus for each ply of depth.
    hist_malus_scale = 216, 60..=500, step 18;
    /// History: taken off the malus.
    hist_malus_base = 40, -200..=400, step 30;
    /// History: the largest malus.
    hist_malus_max = 1400, 400..=3200, step 140;
    /// History: the bonus of a move that left the opponent nothing good, in 64ths of the usual one.
    hist_refutation_scale = 32, 0..=128, step 6;
    /// History: what the move one ply ago says of a quiet move, in 64ths.
    hist_one_scale = 72, 16..=192, step 8;
    /// History: what the move two plies ago says of it.
    hist_two_scale = 70, 16..=192, step 8;
    /// History: what the move four plies ago says of it.
    hist_four_scale = 60, 0..=192, step 8;
    /// History: what the pawns on the board say of a quiet move, in 64ths.
    hist_pawn_scale = 64, 0..=192, step 8;
    /// History: what a quiet move earns by changing the evaluation, in 16ths of a point for a centipawn.
    hist_eval_scale = 48, 0..=160, step 8;
    /// History: the most that it earns so.
    hist_eval_max = 397, 50..=1600, step 60;
    /// Order of quiet moves: what a check that loses next to nothing counts, as history everywhere.
    order_check_bonus = 7568, 0..=24000, step 1000;
    /// Order of quiet moves: what a knight or bishop counts for leaving the attack of a pawn.
    order_escape_minor = 6000, 0..=30000, step 1200;
    /// Order of quiet moves: what a rook counts for leaving the attack of a cheaper piece.
    order_escape_rook = 10000, 0..=40000, step 1600;
    /// Order of quiet moves: what a queen counts for leaving the attack of a cheaper piece.
    order_escape_queen = 16000, 0..=60000, step 2000;
    /// Order of captures: the weight of their history, in 64ths; what they win counts sixteen times.
    order_capture_scale = 16, 2..=64, step 3;
    /// Order of captures: points of that score for one centipawn that a good capture may lose.
    order_loss_div = 64, 16..=200, step 6;

    /// Young Brothers Wait: the least depth at which a node is shared.
    split_min_depth = 4, 2..=16, step 1;

    /// Correction: how fast it is learned, in 1024ths of the difference times the depth.
    corr_learn_scale = 128, 32..=512, step 12;
    /// Correction: what the pawns say, in 6144ths of a centipawn.
    corr_pawn_scale = 69, 0..=200, step 8;
    /// Correction: what the minor pieces say.
    corr_minor_scale = 64, 0..=200, step 8;
    /// Correction: what the major pieces say.
    corr_major_scale = 58, 0..=200, step 8;
    /// Correction: what each player's pieces say.
    corr_pieces_scale = 66, 0..=200, step 8;
    /// Correction: what the last move says.
    corr_move_scale = 74, 0..=200, step 8;

    /// Time: how long a move may take before the search is known to be calm or not, in percent.
    time_scale = 100, 40..=200, step 8;
    /// Time: the factor for a best move that has taken no effort, in percent.
    time_effort_base = 215, 100..=320, step 12;
    /// Time: what is taken off it if the best move has taken all effort.
    time_effort_scale = 150, 0..=280, step 12;
    /// Time: the factor for a best move that has just changed, in percent.
    time_move_base = 125, 100..=200, step 6;
    /// Time: what each iteration with the same best move takes off it, in tenths of a percent.
    time_move_scale = 50, 0..=120, step 8;
    /// Time: the factor for a score that has just changed, in percent.
    time_score_base = 120, 100..=200, step 6;
    /// Time: what each iteration with nearly the same score takes off it, in tenths of a percent.
    time_score_scale = 40, 0..=120, step 8;

    /// Quiescence: the margin below alpha at which a capture that wins nothing is skipped.
    qs_futility_margin = 120, 40..=300, step 14;
    /// Quiescence: after how many captures only those that take back are tried.
    qs_moves = 3, 1..=8, step 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_rows_have_room_to_move() {
        for (index, row) in PARAMS.iter().enumerate() {
            assert!(PARAMS[..index].iter().all(|other| other.name != row.name), "{}", row.name);
            assert!(row.max - row.min >= 2 * row.step, "{}", row.name);
            assert!(row.doc.trim_end().ends_with('.'), "{}", row.name);
        }
    }
}
