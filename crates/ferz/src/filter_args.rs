//! Which positions of games are taken: the same options wherever positions are.

use clap::Args;
use ferz_lab::data::Filter;

#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Leave out positions before this half-move of the game
    #[arg(long, default_value_t = 16, value_name = "N")]
    min_ply: u32,
    /// Leave out positions with fewer pieces, kings included
    #[arg(long, default_value_t = 4, value_name = "N")]
    min_pieces: u32,
    /// Leave out positions with a score further from zero
    #[arg(long, default_value_t = 10_000, value_name = "CP")]
    max_score: u16,
    /// Keep positions in which the move that was played takes or promotes
    #[arg(long)]
    keep_noisy: bool,
    /// Keep positions in check
    #[arg(long)]
    keep_checks: bool,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            min_ply: self.min_ply,
            min_pieces: self.min_pieces,
            max_score: self.max_score,
            keep_noisy: self.keep_noisy,
            keep_checks: self.keep_checks,
        }
    }
}
