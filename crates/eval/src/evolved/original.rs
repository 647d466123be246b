//! The hand-made chromosome, which evolution starts from and is measured against.
//!
//! The tables follow from a few rules that every textbook has; nothing in them was tuned.

use ferz_rules::{PieceType, Square};

use super::chromosome::{Genes, TABLES};
use super::gene::Gene;
use super::principle::Principle;

/// The hand-made values.
pub(super) fn genes() -> Genes {
    Genes {
        principles: Principle::ALL.map(|principle| Gene::new(weight(principle))),
        tables: tables(),
    }
}

/// What a principle counts in pawns, as a club player might guess.
const fn weight(principle: Principle) -> f64 {
    match principle {
        Principle::Material => 1.0,
        Principle::Mobility | Principle::SpaceControl => 0.03,
        Principle::Castling | Principle::PassedPawns | Principle::KnightOutpost => 0.3,
        Principle::Development => 0.05,
        Principle::DoubledPawns | Principle::IsolatedPawns | Principle::ConnectedRooks => 0.15,
        Principle::ConnectedPawns | Principle::EnemyKingPressure | Principle::KingPressure => 0.08,
        Principle::PieceDefense => 0.02,
        Principle::BishopPair => 0.4,
        Principle::KingCentralization => 0.0,
        Principle::BlockedPieces => 0.2,
        Principle::KingShield => 0.1,
    }
}

fn tables() -> [[Gene; 64]; TABLES] {
    PieceType::ALL.map(|kind| {
        Square::ALL.map(|square| Gene::new(f64::from(centipawns(kind, square)) / 100.0))
    })
}

/// What a square is worth to a piece of White's.
fn centipawns(kind: PieceType, square: Square) -> i32 {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    // 0 at the edge, 3 in the middle.
    let (in_files, in_ranks) = (file.min(7 - file), rank.min(7 - rank));
    match kind {
        PieceType::Pawn if in_ranks == 0 => 0,
        PieceType::Pawn => 2 * (rank - 1) * (rank - 1) + 4 * in_files - 4,
        PieceType::Knight => 8 * (in_files + in_ranks) - 24,
        PieceType::Bishop => 4 * (in_files + in_ranks) - 12,
        PieceType::Rook => 3 * in_files + if rank == 6 { 20 } else { 0 },
        PieceType::Queen => 2 * (in_files + in_ranks) - 6,
        PieceType::King => 6 * (3 - in_files) - 8 * rank,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_textbooks_say() {
        let better = |kind, good, bad| assert!(centipawns(kind, good) > centipawns(kind, bad));
        better(PieceType::Pawn, Square::E4, Square::E2);
        better(PieceType::Pawn, Square::E4, Square::A4);
        better(PieceType::Knight, Square::F3, Square::A1);
        better(PieceType::Rook, Square::D7, Square::D6);
        better(PieceType::King, Square::G1, Square::E1);
        better(PieceType::King, Square::E1, Square::E3);
    }
}
