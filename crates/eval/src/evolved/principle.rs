//! The eighteen principles by name.

use std::fmt;

use ferz_rules::{Color, Position};

use super::principles::{activity, king, material, pawns, pieces};
use super::scene::Scene;

macro_rules! principles {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal;)*) => {
        /// Something that is good or bad about a position. In the order of the document's list.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Principle {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Principle {
            /// All of them.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),*];

            /// The name in files and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

principles! {
    /// Algorithm 7: the pieces, counted 1, 3, 3, 5 and 9.
    Material = "material";
    /// Algorithm 8: where pieces can go.
    Mobility = "mobility";
    /// Algorithm 9: a castled king, or one that still may.
    Castling = "castling";
    /// Algorithm 10: who has left his first square.
    Development = "development";
    /// Algorithm 11, a penalty: pawns behind each other.
    DoubledPawns = "doubled_pawns";
    /// Algorithm 12, a penalty: pawns without neighbours.
    IsolatedPawns = "isolated_pawns";
    /// Algorithm 13: pawns that protect pawns.
    ConnectedPawns = "connected_pawns";
    /// Algorithm 14: pawns that no pawn can stop.
    PassedPawns = "passed_pawns";
    /// Algorithm 15 for the other king.
    EnemyKingPressure = "enemy_king_pressure";
    /// Algorithm 16: pieces that are protected.
    PieceDefense = "piece_defense";
    /// Algorithm 17: two bishops.
    BishopPair = "bishop_pair";
    /// Algorithm 18: rooks that see each other.
    ConnectedRooks = "connected_rooks";
    /// Algorithm 19: the king near the middle.
    KingCentralization = "king_centralization";
    /// Algorithm 20: knights that no pawn can drive away.
    KnightOutpost = "knight_outpost";
    /// Algorithm 21, a penalty: pieces that cannot move.
    BlockedPieces = "blocked_pieces";
    /// Algorithm 22: squares beyond the middle that are attacked.
    SpaceControl = "space_control";
    /// Algorithm 23: friends in front of the king.
    KingShield = "king_shield";
    /// Algorithm 15, a penalty: attacks around the own king.
    KingPressure = "king_pressure";
}

impl Principle {
    /// How many there are.
    pub const COUNT: usize = 18;
    /// The finest step of any of them is a quarter.
    pub const UNIT: i32 = 4;

    /// Whether it counts against the player. A positive gene means the usual opinion of every
    /// principle, of a penalty too.
    pub const fn is_penalty(self) -> bool {
        matches!(
            self,
            Self::DoubledPawns | Self::IsolatedPawns | Self::BlockedPieces | Self::KingPressure
        )
    }

    /// What a player gets for it, penalties negative.
    ///
    /// ```
    /// use ferz_eval::evolved::Principle;
    /// use ferz_rules::{Color, Position};
    /// let start = Position::startpos();
    /// assert_eq!(Principle::Material.score(&start, Color::White), 39.0);
    /// ```
    pub fn score(self, position: &Position, color: Color) -> f64 {
        f64::from(self.quarters(&Scene::new(position), color)) / f64::from(Self::UNIT)
    }

    /// White's score minus Black's, in quarters.
    #[inline]
    pub(super) fn balance(self, scene: &Scene<'_>) -> i32 {
        self.quarters(scene, Color::White) - self.quarters(scene, Color::Black)
    }

    /// What a player gets for it in quarters.
    #[inline]
    pub(super) fn quarters(self, scene: &Scene<'_>, color: Color) -> i32 {
        let position = scene.position;
        let wholes = Self::UNIT;
        match self {
            Self::Material => wholes * material::material(position, color),
            Self::Mobility => wholes * scene.activity[color].mobility,
            Self::Castling => wholes / 2 * king::castling_halves(position, color),
            Self::Development => wholes / 2 * material::development_halves(position, color),
            Self::DoubledPawns => -wholes * pawns::doubled(position, color),
            Self::IsolatedPawns => -wholes * pawns::isolated(position, color),
            Self::ConnectedPawns => wholes * pawns::connected(position, color),
            Self::PassedPawns => wholes * pawns::passed(position, color),
            Self::EnemyKingPressure => wholes * scene.pressure[!color],
            Self::PieceDefense => wholes * activity::defended(scene, color),
            Self::BishopPair => wholes * pieces::bishop_pair(position, color),
            Self::ConnectedRooks => wholes * pieces::connected_rooks(position, color),
            Self::KingCentralization => king::centralization_quarters(position, color),
            Self::KnightOutpost => wholes * pieces::knight_outposts(position, color),
            Self::BlockedPieces => -wholes * scene.activity[color].blocked,
            Self::SpaceControl => wholes * activity::space(scene, color),
            Self::KingShield => wholes * king::shield(position, color),
            Self::KingPressure => -wholes * scene.pressure[color],
        }
    }
}

impl fmt::Display for Principle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_order_is_the_list() {
        for (index, principle) in Principle::ALL.into_iter().enumerate() {
            assert_eq!(principle as usize, index);
            let later = &Principle::ALL[index + 1..];
            assert!(later.iter().all(|other| other.name() != principle.name()));
        }
    }

    #[test]
    fn one_pressure_is_good_for_one_and_bad_for_the_other() {
        let board: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().expect("legal");
        let scene = Scene::new(&board);
        assert_eq!(Principle::KingPressure.quarters(&scene, Color::White), -12);
        assert_eq!(Principle::EnemyKingPressure.quarters(&scene, Color::Black), 12);
    }
}
