//! Reviews as clients see them.

use ferz_lab::analysis::{
    GameSummary, JudgedMove, Judgement, Moment, Opinion, PlayerSummary, judge_moves, win_percent,
};
use ferz_rules::Position;
use ferz_rules::pgn::EvalScore;
use serde::Serialize;
use utoipa::ToSchema;

use super::record::{Review, ReviewState};
use crate::wire::{Value, Variant, san_line};

/// As much of the engine's line as is shown.
const SHOWN_LINE: usize = 10;

/// A review in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewEntry {
    /// Its number.
    pub(crate) id: i64,
    /// What it is doing.
    pub(crate) state: ReviewState,
    /// Who has White.
    pub(crate) white: String,
    /// Who has Black.
    pub(crate) black: String,
    /// The result of the game.
    #[schema(example = "1-0")]
    pub(crate) result: String,
    /// How many positions are done.
    pub(crate) done: usize,
    /// How many there are: one more than moves.
    pub(crate) total: usize,
    /// When it was asked for.
    pub(crate) created: u64,
    /// When it last got on.
    pub(crate) updated: u64,
}

/// Reviews.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewList {
    /// The reviews, the newest first.
    pub(crate) reviews: Vec<ReviewEntry>,
    /// How many there are in all.
    pub(crate) total: usize,
}

/// What a review has found, without its positions.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewHead {
    #[serde(flatten)]
    pub(crate) entry: ReviewEntry,
    /// The name of the opening.
    opening: Option<String>,
    /// White's moves so far.
    white_report: PlayerReport,
    /// Black's moves so far.
    black_report: PlayerReport,
    /// The moves that cost most, in the order of the game.
    moments: Vec<MomentView>,
}

/// A review.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewView {
    #[serde(flatten)]
    head: ReviewHead,
    /// Chess or Chess960.
    variant: Variant,
    /// Where the game starts.
    start_fen: String,
    /// The positions that are done, from the start on.
    points: Vec<ReviewPoint>,
}

/// What a player's moves come to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
struct PlayerReport {
    /// How many moves.
    moves: u32,
    /// The mean accuracy in percent.
    accuracy: Option<f64>,
    /// The mean loss in centipawns.
    average_loss: Option<f64>,
    /// Moves that cost more than five percent of the chance of winning.
    inaccuracies: u32,
    /// More than ten.
    mistakes: u32,
    /// More than twenty.
    blunders: u32,
}

/// A move on which much depended.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
struct MomentView {
    /// The move as it is written in the game.
    #[schema(example = "12... Nxe4")]
    played: String,
    /// What the engine would have played.
    better: Option<String>,
    /// What it cost, in percent of the chance of winning.
    lost: f64,
}

/// A position of a game, and the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(super) struct ReviewPoint {
    /// How many moves have been made.
    ply: usize,
    /// The move, nothing at the start.
    uci: Option<String>,
    /// The same as people write it.
    san: Option<String>,
    /// What the position is worth for White.
    score: Value,
    /// White's chances to win, draw and lose, in thousandths.
    wdl: [u32; 3],
    /// White's chance of winning among people, in percent: the height of the graph.
    win: f64,
    /// How deep it was searched; nothing if the game is over.
    depth: Option<u32>,
    /// What the move cost, in percent of the chance of winning.
    lost: Option<f64>,
    /// What is wrong with the move.
    judgement: Option<JudgementView>,
    /// What the engine would have played instead.
    better: Option<String>,
    /// The engine's line from the position before the move, where it is another.
    line: Option<String>,
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum JudgementView {
    /// It costs more than five percent of the chance of winning.
    Inaccuracy,
    /// More than ten.
    Mistake,
    /// More than twenty.
    Blunder,
}

impl From<Judgement> for JudgementView {
    fn from(judgement: Judgement) -> Self {
        match judgement {
            Judgement::Inaccuracy => Self::Inaccuracy,
            Judgement::Mistake => Self::Mistake,
            Judgement::Blunder => Self::Blunder,
        }
    }
}

impl From<PlayerSummary> for PlayerReport {
    fn from(summary: PlayerSummary) -> Self {
        Self {
            moves: summary.moves,
            accuracy: summary.accuracy(),
            average_loss: summary.average_loss(),
            inaccuracies: summary.inaccuracies,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
        }
    }
}

impl From<Moment> for MomentView {
    fn from(Moment { played, better, lost }: Moment) -> Self {
        Self { played, better, lost }
    }
}

impl Review {
    fn entry(&self) -> ReviewEntry {
        ReviewEntry {
            id: self.id,
            state: self.state,
            white: self.tag("White"),
            black: self.tag("Black"),
            result: self.result(),
            done: self.opinions.len(),
            total: self.total(),
            created: self.created,
            updated: self.updated,
        }
    }

    pub(super) fn head(&self) -> ReviewHead {
        let summary = GameSummary::new(&self.game, &self.opinions);
        let [white, black] = summary.players;
        ReviewHead {
            entry: self.entry(),
            opening: summary.opening,
            white_report: white.into(),
            black_report: black.into(),
            moments: summary.moments.into_iter().map(MomentView::from).collect(),
        }
    }

    pub(super) fn view(&self) -> ReviewView {
        ReviewView {
            head: self.head(),
            variant: self.variant(),
            start_fen: self.game.start.to_string(),
            points: self.points(),
        }
    }

    fn variant(&self) -> Variant {
        Variant::Standard.of(&self.game.start)
    }

    /// The positions that are done.
    pub(super) fn points(&self) -> Vec<ReviewPoint> {
        let mut points: Vec<_> =
            self.opinions.first().map(ReviewPoint::start).into_iter().collect();
        let mut position = self.game.start.clone();
        let judged = judge_moves(&self.game, &self.opinions);
        for (judged, pair) in judged.iter().zip(self.opinions.windows(2)) {
            let [before, after] = pair else { break };
            let mut point = ReviewPoint { ply: points.len(), ..ReviewPoint::start(after) };
            point.take_move(&position, judged, before, self.variant());
            points.push(point);
            if position.try_play(judged.mv).is_err() {
                break;
            }
        }
        points
    }
}

impl ReviewPoint {
    /// A position to which no move has led.
    fn start(opinion: &Opinion) -> Self {
        let chances = opinion.chances;
        Self {
            ply: 0,
            uci: None,
            san: None,
            score: opinion.score.into(),
            wdl: [chances.win, chances.draw, chances.loss],
            win: win_chance(opinion),
            depth: opinion.depth,
            lost: None,
            judgement: None,
            better: None,
            line: None,
        }
    }

    fn take_move(
        &mut self,
        position: &Position,
        judged: &JudgedMove,
        before: &Opinion,
        variant: Variant,
    ) {
        self.uci = Some(judged.mv.uci(variant.style()).to_string());
        self.san = Some(position.san(judged.mv));
        self.lost = Some(judged.lost);
        self.judgement = judged.judgement.map(JudgementView::from);
        let other = judged.best.filter(|best| *best != judged.mv);
        self.better = other.map(|best| position.san(best));
        let line = before.lines.first().filter(|_| other.is_some());
        self.line = line.map(|line| san_line(position, &line.moves, SHOWN_LINE));
    }
}

/// As `ferz analyse` draws it: mates are as good as certain.
fn win_chance(opinion: &Opinion) -> f64 {
    match opinion.score {
        EvalScore::Centipawns(value) => win_percent(value),
        EvalScore::Mate(0) => f64::from(opinion.chances.win) / 10.0,
        EvalScore::Mate(moves) if moves > 0 => 100.0,
        EvalScore::Mate(_) => 0.0,
    }
}
