//! A game as PGN.

use std::time::Duration;

use ferz_rules::Color;
use ferz_rules::pgn::{Eval, EvalScore, GameResult, PgnGame};

use super::{LiveGame, Played, status};
use crate::time::day;
use crate::wire::Value;

impl LiveGame {
    /// The game with clocks and scores in its comments.
    pub(crate) fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame::new(self.game.start().clone());
        let headers = &mut pgn.headers;
        headers.set("Event", "Game at Ferz");
        headers.set("Site", "?");
        headers.set("Date", &day(self.created));
        headers.set("Round", "-");
        headers.set("White", self.players[Color::White].name());
        headers.set("Black", self.players[Color::Black].name());
        if let Some(opening) = super::view::opening(&self.game) {
            headers.set("Opening", opening);
        }
        if let Some(clock) = &self.clock {
            let [initial, increment] =
                [clock.setting.initial, clock.setting.increment].map(|ms| ms as f64 / 1000.0);
            headers.set("TimeControl", &format!("{initial}+{increment}"));
        }
        if let Some(outcome) = self.ending {
            headers.set("Termination", &status::reason(outcome));
            pgn.result = Some(GameResult::from(outcome));
        }
        pgn.moves = self.game.moves().collect();
        for (node, played) in pgn.moves.nodes.iter_mut().zip(&self.played) {
            let mut comment = ferz_rules::pgn::Comment::new("");
            annotate(&mut comment, played);
            if !comment.is_empty() {
                node.comments.push(comment);
            }
        }
        pgn
    }
}

fn annotate(comment: &mut ferz_rules::pgn::Comment, played: &Played) {
    if let Some(thought) = played.thought {
        let score = match thought.score {
            Value::Cp(value) => EvalScore::Centipawns(value),
            Value::Mate(moves) => EvalScore::Mate(moves),
        };
        comment.set_eval(Eval { score, depth: u32::try_from(thought.depth).ok() });
    }
    if let Some(left) = played.clock {
        comment.set_clock(Duration::from_millis(left));
    }
}
