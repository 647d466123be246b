//! Positions without a game.

use axum::Json;
use ferz_engine::embedded_network;
use ferz_eval::nnue::NetworkReport;
use ferz_eval::{Breakdown, Classical, Phase, Scale, TaperedScore, Term};
use ferz_rules::{Color, Game, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::extract::Body;
use crate::games::StatusView;
use crate::openapi::Failures;
use crate::state::blocking;
use crate::wire::{LegalMove, Side, Step, Variant, read_fen, read_line, steps};

/// A position, and moves from it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// Where to start; the ordinary start if it is missing.
    #[serde(default)]
    fen: Option<String>,
    /// Chess or Chess960.
    #[serde(default)]
    variant: Variant,
    /// The moves from there, as UCI or people write them.
    #[serde(default)]
    moves: Vec<String>,
}

impl PositionRequest {
    pub(crate) const fn new(fen: Option<String>, variant: Variant, moves: Vec<String>) -> Self {
        Self { fen, variant, moves }
    }

    pub(crate) fn game(&self) -> Result<(Game, Variant), ApiError> {
        let start = match &self.fen {
            Some(fen) => read_fen(fen)?,
            None => Position::startpos(),
        };
        let variant = self.variant.of(&start);
        Ok((read_line(start, &self.moves, variant)?, variant))
    }
}

/// A position with all that the rules say about it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionView {
    /// Where it started.
    start_fen: String,
    /// Where it stands.
    fen: String,
    /// Who is to move.
    turn: Side,
    /// How many moves were made.
    ply: usize,
    /// Chess or Chess960.
    variant: Variant,
    /// The moves made.
    moves: Vec<Step>,
    /// The moves that may be made.
    legal: Vec<LegalMove>,
    /// Where it stands, in words.
    status: StatusView,
}

/// Plays moves from a position and says what can be played then.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionView), Failures))]
pub(crate) async fn position(
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionView>, ApiError> {
    let view = blocking(move || {
        let (game, variant) = request.game()?;
        let position = game.position();
        let ending = game.outcome();
        let moves = position.legal_moves();
        let legal = moves.iter().filter(|_| ending.is_none());
        Ok(PositionView {
            start_fen: game.start().to_string(),
            fen: position.to_string(),
            turn: position.turn().into(),
            ply: game.moves().len(),
            variant,
            moves: steps(&game, variant),
            legal: legal.map(|&mv| LegalMove::new(position, mv, variant)).collect(),
            status: StatusView::new(&game, ending, None),
        })
    });
    view.await.map(Json)
}

/// A position in the eyes of the evaluations, in their own centipawns for White.
#[derive(Serialize, ToSchema)]
pub(crate) struct EvaluationView {
    /// The position.
    fen: String,
    /// Who is to move.
    turn: Side,
    /// The terms of the classical evaluation.
    classical: ClassicalView,
    /// The network, if this build has one.
    network: Option<NetworkView>,
}

/// The classical evaluation term by term.
#[derive(Serialize, ToSchema)]
struct ClassicalView {
    /// Centipawns for White.
    score: i32,
    /// How much of the middle game is left.
    phase: i32,
    /// All of it.
    phase_max: i32,
    /// How much of the endgame's half counts.
    scale: i32,
    /// All of it.
    scale_max: i32,
    /// The known ending that replaces the sum.
    known_ending: Option<String>,
    /// The terms.
    terms: Vec<TermView>,
}

/// What a term gives to each side.
#[derive(Serialize, ToSchema)]
struct TermView {
    /// Its name.
    name: String,
    /// White's.
    white: Tapered,
    /// Black's.
    black: Tapered,
    /// White's minus Black's at the present phase.
    total: i32,
}

/// Centipawns in the middle game and in the endgame.
#[derive(Serialize, ToSchema)]
struct Tapered {
    /// Middle game.
    mg: i32,
    /// Endgame.
    eg: i32,
}

/// The network's view.
#[derive(Serialize, ToSchema)]
struct NetworkView {
    /// Which network.
    name: String,
    /// Centipawns for White.
    score: i32,
    /// The output bucket in use.
    bucket: usize,
    /// What each bucket says.
    buckets: Vec<i32>,
    /// What each piece is worth.
    pieces: Vec<PieceWorth>,
}

/// What a piece is worth.
#[derive(Serialize, ToSchema)]
struct PieceWorth {
    /// Where it stands.
    square: String,
    /// Its letter.
    piece: String,
    /// By how much White's score drops without it; nothing for kings.
    worth: Option<i32>,
}

/// Explains what the evaluations think of a position.
#[utoipa::path(post, path = "/api/evaluate", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = EvaluationView), Failures))]
pub(crate) async fn evaluate(
    Body(request): Body<PositionRequest>,
) -> Result<Json<EvaluationView>, ApiError> {
    let view = blocking(move || {
        let (game, _) = request.game()?;
        let position = game.position();
        let network = embedded_network().ok().flatten();
        Ok(EvaluationView {
            fen: position.to_string(),
            turn: position.turn().into(),
            classical: classical_view(&Classical::default().explain(position)),
            network: network.map(|network| network_view(&network.explain(position))),
        })
    });
    view.await.map(Json)
}

fn classical_view(breakdown: &Breakdown) -> ClassicalView {
    let report = breakdown.report();
    let phase = report.phase.get();
    let terms = Term::ALL.into_iter().map(|term| {
        let [white, black] = Color::ALL.map(|color| breakdown.term(term, color));
        let difference = white - black;
        let total = difference.mg() * phase + difference.eg() * (Phase::MAX - phase);
        TermView {
            name: format!("{term:?}"),
            white: tapered(white),
            black: tapered(black),
            total: total / Phase::MAX,
        }
    });
    ClassicalView {
        score: report.score,
        phase,
        phase_max: Phase::MAX,
        scale: report.scale.get(),
        scale_max: Scale::FULL,
        known_ending: report.ending.map(|ending| ending.to_string()),
        terms: terms.collect(),
    }
}

const fn tapered(score: TaperedScore) -> Tapered {
    Tapered { mg: score.mg(), eg: score.eg() }
}

fn network_view(report: &NetworkReport) -> NetworkView {
    let pieces = report.worth.iter().map(|(square, piece, worth)| PieceWorth {
        square: square.to_string(),
        piece: piece.to_string(),
        worth: *worth,
    });
    NetworkView {
        name: report.network.clone(),
        score: report.score(),
        bucket: report.bucket,
        buckets: report.buckets.clone(),
        pieces: pieces.collect(),
    }
}
