//! Playing an ending to its end by the tables alone.

use ferz_rules::{Game, Move};
use ferz_search::{MAX_PLY, Wdl};

use super::Tablebases;
use super::rank::Patience;

impl Tablebases {
    /// A line that begins as the search would play and goes on by the shortest way to progress,
    /// until mate, a draw, or the end of patience. Moves of the search that do not keep the
    /// result are not taken over, nor anything after them.
    pub(crate) fn complete(
        &self,
        game: &Game,
        line: &[Move],
        fifty_moves: bool,
        patience: Patience<'_>,
    ) -> Vec<Move> {
        let mut game = game.clone();
        let mut completed = Vec::new();
        let mut searched = line.iter();
        while completed.len() < MAX_PLY && game.outcome().is_none() {
            let Some(ranked) = self.rank_while(&game, fifty_moves, patience) else { break };
            let Some(best) = ranked.first() else { break };
            let keeps = |mv: &&Move| {
                ranked.iter().any(|ranked| ranked.mv == **mv && ranked.rank == best.rank)
            };
            let mv = match searched.next() {
                Some(mv) if keeps(&mv) => *mv,
                // The search has thought of nothing more, or of nothing good.
                next => {
                    if next.is_some() {
                        searched = [].iter();
                    }
                    if best.result == Wdl::Draw {
                        break;
                    }
                    best.mv
                }
            };
            if game.play(mv).is_err() {
                break;
            }
            completed.push(mv);
        }
        completed
    }
}
