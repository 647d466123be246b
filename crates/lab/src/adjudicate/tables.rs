//! Ending games by endgame tables.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ferz_engine::Tablebases;
use ferz_rules::Position;
use ferz_search::{Tablebase, Wdl};

use super::Adjudication;

/// Which results of tables end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableResults {
    /// Wins only.
    WinLoss,
    /// Draws only.
    Draw,
    /// Both.
    #[default]
    Both,
}

impl fmt::Display for TableResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WinLoss => "WIN_LOSS",
            Self::Draw => "DRAW",
            Self::Both => "BOTH",
        })
    }
}

impl FromStr for TableResults {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::WinLoss, Self::Draw, Self::Both];
        let found = all.into_iter().find(|results| results.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("expected WIN_LOSS, DRAW or BOTH, got \"{text}\""))
    }
}

/// End games whose result tables know.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// The tables.
    pub tables: Arc<Tablebases>,
    /// The directories they are from.
    pub path: String,
    /// Not with more pieces than this.
    pub pieces: u32,
    /// Whether wins that the fifty-move rule prevents count as draws.
    pub fifty_moves: bool,
    /// Which results end a game.
    pub results: TableResults,
}

impl TableRule {
    /// The end of a game at this position. Tables of results know nothing of the moves without
    /// progress that went before, so only the position after an irreversible move is looked up.
    pub(super) fn judge(&self, position: &Position) -> Option<Adjudication> {
        if position.halfmove_clock() != 0
            || position.occupied().len() > self.pieces
            || !position.castling().is_empty()
        {
            return None;
        }
        let result = self.tables.result(position)?.under(self.fifty_moves);
        match (result, self.results) {
            (Wdl::Win, TableResults::WinLoss | TableResults::Both) => {
                Some(Adjudication::TableWin(position.turn()))
            }
            (Wdl::Loss, TableResults::WinLoss | TableResults::Both) => {
                Some(Adjudication::TableWin(!position.turn()))
            }
            (Wdl::Draw, TableResults::Draw | TableResults::Both) => Some(Adjudication::TableDraw),
            _ => None,
        }
    }
}

impl fmt::Display for TableRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, pieces, results, fifty_moves, .. } = self;
        write!(f, "{path} pieces={pieces} {results}")?;
        if *fifty_moves { Ok(()) } else { f.write_str(" ignoring fifty moves") }
    }
}

impl PartialEq for TableRule {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for TableRule {}
