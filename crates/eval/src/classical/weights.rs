//! The weights of the classical evaluation: one row each, and nowhere else.
//!
//! A pair is centipawns in the middle game and in the endgame; under `Danger` it is units of
//! danger. Rows by rank count from the owner's back rank. Boards are drawn as White sees them,
//! the eighth rank on top, and serve Black upside down.
//!
//! The piece-square figures start from the published PeSTO tables, taken in part where another
//! term now counts the same thing; the others are estimates. `Weights::to_source` writes this
//! file, so a change by hand is followed by `cargo run --example render_weights`.

use super::table::{Group, Row, Shape, Term, WeightIndex, weights};

/// How many weights there are.
pub(super) const COUNT: usize = {
    let mut count = 0;
    let mut nth = 0;
    while nth < GROUPS.len() {
        count += GROUPS[nth].defaults.len();
        nth += 1;
    }
    count
};

weights! {
    Material {
        /// What a piece is worth, from pawn to queen.
        PIECE_VALUE: Row = [(82, 94), (337, 281), (365, 297), (477, 512), (1025, 936)];
        /// Two bishops on squares of both colors.
        BISHOP_PAIR: One = [(22, 45)];
    }
    Placement {
        /// Where a pawn stands.
        PAWN_SQUARES: Board = [
       (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),    (0, 0),
     (34, 36), (47, 35), (21, 32), (33, 27), (24, 29), (44, 26), (12, 33),  (-4, 37),
     (-4, 33),  (5, 35), (18, 30), (22, 23), (46, 20), (39, 19), (18, 29), (-14, 29),
    (-14, 22), (13, 17),   (6, 9),  (21, 4), (23, -1),  (12, 3), (17, 12), (-23, 12),
     (-27, 9),  (-2, 6), (-5, -2), (12, -5), (17, -5),  (6, -6),  (10, 2), (-25, -1),
     (-26, 3),  (-4, 5), (-4, -4), (-10, 1),   (3, 0),  (3, -4), (33, -1), (-12, -6),
     (-35, 9),  (-1, 6), (-20, 6), (-23, 7), (-15, 9),  (24, 0),  (38, 1), (-22, -5),
       (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),    (0, 0),
        ];
        /// Where a knight stands.
        KNIGHT_SQUARES: Board = [
    (-117, -46), (-62, -30), (-24, -10), (-34, -22),  (43, -25), (-68, -22), (-10, -50), (-75, -79),
     (-51, -20),  (-29, -6),  (50, -20),   (25, -2),   (16, -7),  (43, -20),   (5, -19), (-12, -42),
     (-33, -19),  (42, -16),    (26, 8),    (46, 7),   (59, -1),   (90, -7),  (51, -15),  (31, -33),
      (-6, -14),    (12, 2),   (13, 18),   (37, 18),   (26, 18),    (48, 9),    (13, 6),  (15, -14),
      (-9, -14),    (3, -5),   (11, 13),    (9, 20),   (20, 13),   (13, 14),    (15, 3),  (-6, -14),
     (-16, -18),   (-6, -2),    (8, -1),    (7, 12),    (13, 8),   (12, -2),  (18, -16), (-11, -18),
     (-20, -34), (-37, -16),   (-8, -8),   (-2, -4),   (-1, -2),  (13, -16), (-10, -18), (-13, -35),
     (-74, -23), (-15, -41), (-41, -18), (-23, -12), (-12, -18), (-20, -14), (-13, -40), (-16, -51),
        ];
        /// Where a bishop stands.
        BISHOP_SQUARES: Board = [
    (-20, -11),  (3, -17),  (-57, -9), (-26, -6), (-18, -6), (-29, -7),  (5, -14),  (-6, -19),
     (-18, -6),  (11, -3),   (-13, 6), (-9, -10),  (21, -2), (41, -10),  (13, -3), (-33, -11),
      (-11, 2),  (26, -6),    (30, 0),  (28, -1),  (24, -2),   (35, 5),   (26, 0),    (-1, 3),
      (-3, -2),    (4, 7),   (13, 10),   (35, 7),  (26, 11),   (26, 8),    (5, 2),    (-1, 2),
      (-4, -5),    (9, 2),    (9, 10),  (18, 15),   (24, 6),    (8, 8),   (7, -2),    (3, -7),
      (0, -10),  (10, -2),    (10, 6),   (10, 8),  (10, 10),   (19, 2),  (13, -6),   (7, -12),
      (3, -11), (10, -14),   (11, -6),   (0, -1),    (5, 3),  (15, -7), (23, -12),   (1, -22),
    (-23, -18),  (-2, -7), (-10, -18), (-15, -4),  (-9, -7), (-8, -13), (-27, -4), (-15, -14),
        ];
        /// Where a rook stands.
        ROOK_SQUARES: Board = [
     (19, 10),   (25, 8),  (19, 14),  (31, 12), (38, 10),  (5, 10),  (19, 6),    (26, 4),
      (16, 9),  (19, 10),  (35, 10),   (37, 9), (48, -2),  (40, 2),  (16, 6),    (26, 2),
      (-3, 6),   (11, 6),   (16, 6),   (22, 4),  (10, 3), (27, -2), (37, -4),   (10, -2),
     (-14, 3),   (-7, 2),   (4, 10),   (16, 1),  (14, 2),  (21, 1), (-5, -1),   (-12, 2),
     (-22, 2),  (-16, 4),   (-7, 6),   (-1, 3),  (5, -4), (-4, -5),  (4, -6),  (-14, -9),
    (-27, -3),  (-15, 0), (-10, -4), (-10, -1),  (2, -6), (0, -10), (-3, -6), (-20, -13),
    (-26, -5), (-10, -5),  (-12, 0),   (-5, 2), (-1, -7),  (7, -7), (-4, -9),  (-43, -2),
    (-11, -7),   (-8, 2),    (1, 2),  (10, -1), (10, -4), (4, -10), (-22, 3), (-16, -16),
        ];
        /// Where a queen stands.
        QUEEN_SQUARES: Board = [
     (-20, -7),    (0, 18),  (20, 18),   (8, 22),  (41, 22),   (31, 15),    (30, 8),   (31, 16),
    (-17, -14),  (-27, 16),  (-4, 26),   (1, 33), (-11, 46),   (40, 20),   (20, 24),    (38, 0),
     (-9, -16),   (-12, 5),    (5, 7),   (6, 39),  (20, 38),   (39, 28),   (33, 15),    (40, 7),
      (-19, 2),  (-19, 18), (-11, 19), (-11, 36),  (-1, 46),   (12, 32),   (-1, 46),    (1, 29),
     (-6, -14),  (-18, 22),  (-6, 15),  (-7, 38),  (-1, 25),   (-3, 27),    (2, 31),   (-2, 18),
    (-10, -13),   (1, -22),  (-8, 12),   (-1, 5),   (-4, 7),    (1, 14),    (10, 8),     (4, 4),
    (-24, -18),  (-6, -18),  (8, -24),  (1, -13),  (6, -13),  (10, -18),  (-2, -29),   (1, -26),
     (-1, -26), (-13, -22), (-6, -18),  (7, -34), (-10, -4), (-18, -26), (-22, -16), (-35, -33),
        ];
        /// Where a king stands.
        KING_SQUARES: Board = [
    (-46, -74), (16, -35), (11, -18), (-10, -18), (-39, -11),  (-24, 15),    (1, 4),   (9, -17),
     (20, -12),  (-1, 17), (-14, 14),   (-5, 17),   (-6, 17),   (-3, 38), (-27, 23),  (-20, 11),
      (-6, 10),  (17, 17),   (1, 23),  (-11, 15),  (-14, 20),    (4, 45),  (15, 44),  (-15, 13),
     (-12, -8), (-14, 22),  (-8, 24),  (-19, 27),  (-21, 26),  (-18, 33), (-10, 26),   (-25, 3),
    (-34, -18),  (-1, -4), (-19, 21),  (-27, 24),  (-32, 27),  (-31, 23),  (-23, 9), (-36, -11),
    (-10, -19), (-10, -3), (-15, 11),  (-32, 21),  (-31, 23),  (-21, 16),  (-10, 7),  (-19, -9),
      (1, -27),  (5, -11),   (-6, 4),  (-45, 13),  (-30, 14),   (-11, 4),   (6, -5),   (6, -17),
    (-10, -53), (25, -34),  (8, -21), (-38, -11),   (6, -28), (-20, -14), (17, -24),  (10, -43),
        ];
    }
    Mobility {
        /// By the number of squares that a knight can safely go to.
        KNIGHT_MOBILITY: Row = [
            (-50, -60), (-26, -35), (-15, -23), (-7, -13), (1, -5), (7, 2), (13, 8), (19, 14),
            (24, 20),
        ];
        /// By the number of squares that a bishop can safely go to.
        BISHOP_MOBILITY: Row = [
            (-42, -55), (-23, -32), (-15, -22), (-8, -13), (-2, -6), (3, 0), (8, 6), (12, 11),
            (16, 16), (20, 21), (24, 26), (27, 30), (31, 34), (34, 38),
        ];
        /// By the number of squares that a rook can safely go to.
        ROOK_MOBILITY: Row = [
            (-40, -60), (-25, -33), (-17, -20), (-12, -10), (-7, -2), (-3, 6), (1, 13), (5, 19),
            (9, 25), (12, 31), (15, 36), (18, 42), (21, 47), (23, 51), (26, 56),
        ];
        /// By the number of squares that a queen can safely go to.
        QUEEN_MOBILITY: Row = [
            (-30, -50), (-21, -32), (-16, -24), (-13, -17), (-10, -12), (-7, -6), (-5, -2),
            (-2, 2), (0, 6), (2, 10), (4, 14), (5, 17), (7, 20), (9, 24), (10, 27), (12, 30),
            (13, 32), (15, 35), (16, 38), (18, 41), (19, 43), (21, 46), (22, 48), (23, 51),
            (24, 53), (26, 55), (27, 58), (28, 60),
        ];
    }
    Pawns {
        /// A pawn behind another of its own.
        DOUBLED: One = [(-8, -22)];
        /// A pawn without neighbors on the files beside it.
        ISOLATED: One = [(-9, -10)];
        /// More for an isolated pawn that no enemy pawn stands before.
        ISOLATED_OPEN: One = [(-8, -6)];
        /// A pawn whose neighbors have gone ahead and that cannot follow.
        BACKWARD: One = [(-8, -9)];
        /// More for a backward pawn that no enemy pawn stands before.
        BACKWARD_OPEN: One = [(-9, -5)];
        /// A pawn defended by a pawn, by its rank.
        CONNECTED: Row = [(0, 0), (0, 0), (11, 6), (9, 7), (14, 14), (30, 38), (80, 90), (0, 0)];
        /// A pawn beside another, by its rank.
        PHALANX: Row = [(0, 0), (2, -1), (7, 2), (11, 8), (22, 26), (40, 60), (75, 95), (0, 0)];
    }
    Passed {
        /// A passed pawn, by its rank.
        PASSED: Row = [(0, 0), (2, 8), (2, 12), (6, 24), (22, 50), (48, 92), (85, 150), (0, 0)];
        /// Its own king's distance from the square before it, in steps.
        PASSED_OWN_KING: Row = [
            (0, 14), (0, 22), (0, 14), (0, 6), (0, 0), (0, -4), (0, -8), (0, -10),
        ];
        /// The enemy king's distance from the square before it, in steps.
        PASSED_ENEMY_KING: Row = [
            (0, -30), (0, -28), (0, -12), (0, 4), (0, 16), (0, 26), (0, 30), (0, 32),
        ];
        /// An enemy piece stands before it, by the pawn's rank.
        PASSED_BLOCKED: Row = [
            (0, 0), (0, 0), (0, 0), (-4, -10), (-6, -20), (-12, -40), (-20, -70), (0, 0),
        ];
        /// The next step is free and safe, by the pawn's rank.
        PASSED_SAFE_STEP: Row = [
            (0, 0), (0, 0), (0, 0), (4, 8), (6, 14), (14, 22), (28, 36), (0, 0),
        ];
        /// The whole way is free and safe, by the pawn's rank.
        PASSED_SAFE_PATH: Row = [
            (0, 0), (0, 0), (0, 0), (2, 12), (6, 22), (16, 40), (24, 60), (0, 0),
        ];
        /// Defended by a pawn.
        PASSED_DEFENDED: One = [(6, 14)];
        /// A rook of its own behind it.
        PASSED_ROOK_BEHIND: One = [(4, 16)];
        /// Nothing but a king to stop it, and that king too far away.
        PASSED_UNSTOPPABLE: One = [(0, 350)];
    }
    Activity {
        /// A knight on a square of the enemy's half that a pawn defends and no pawn can attack.
        KNIGHT_OUTPOST: One = [(28, 20)];
        /// The same for a bishop.
        BISHOP_OUTPOST: One = [(18, 8)];
        /// A knight or bishop right behind a pawn.
        MINOR_BEHIND_PAWN: One = [(7, 4)];
        /// For each own pawn on squares of a bishop's color.
        BISHOP_PAWNS: One = [(-3, -5)];
        /// A rook on a file without pawns.
        ROOK_OPEN_FILE: One = [(30, 8)];
        /// A rook on a file without pawns of its own.
        ROOK_HALF_OPEN_FILE: One = [(12, 6)];
        /// A rook on the seventh rank, with the enemy king or pawns to harass.
        ROOK_SEVENTH: One = [(4, 22)];
        /// A bishop shut in by a pawn beside the rim of the enemy's side.
        TRAPPED_BISHOP: One = [(-95, -85)];
        /// A rook shut in by its own king.
        TRAPPED_ROOK: One = [(-45, -12)];
    }
    Shelter {
        /// By the rank of the nearest pawn before the king on its own file; 0 is none.
        SHELTER_KING_FILE: Row = [
            (-32, 4), (18, -6), (10, -2), (-8, 2), (-14, 4), (-16, 6), (-14, 8), (0, 0),
        ];
        /// The same on the files beside the king.
        SHELTER_BESIDE: Row = [
            (-24, 0), (18, -4), (9, -1), (-3, 1), (-8, 2), (-10, 4), (-8, 6), (0, 0),
        ];
        /// By the rank of the nearest enemy pawn that advances on the king; 0 is none.
        STORM: Row = [(-4, 0), (10, 0), (-36, -4), (-26, -2), (-10, 0), (-2, 0), (0, 0), (0, 0)];
        /// The same if a pawn of ours stands before it.
        STORM_BLOCKED: Row = [
            (0, 0), (0, 0), (-20, -8), (-4, -4), (-2, -2), (0, 0), (0, 0), (0, 0),
        ];
    }
    Danger {
        /// For each attacker of the squares around the king, from knight to queen.
        DANGER_ATTACKER: Row = [(36, 14), (26, 12), (32, 14), (40, 24)];
        /// For each such square that an attacker attacks.
        DANGER_RING: One = [(8, 4)];
        /// For each such square that is attacked, and defended by nothing but king or queen.
        DANGER_WEAK_RING: One = [(20, 8)];
        /// For each safe check, two at most, from knight to queen.
        DANGER_SAFE_CHECK: Row = [(62, 24), (36, 20), (60, 28), (50, 40)];
        /// The attacker has no queen.
        DANGER_NO_QUEEN: One = [(-150, -80)];
        /// In any case.
        DANGER_BASE: One = [(-30, -20)];
    }
    Threats {
        /// A pawn attacks a piece.
        THREAT_BY_PAWN: One = [(56, 38)];
        /// A pawn could safely step to attack a piece.
        THREAT_BY_PUSH: One = [(16, 12)];
        /// A knight or bishop attacks, by what it attacks: pawn to queen.
        THREAT_BY_MINOR: Row = [(3, 12), (20, 18), (24, 22), (44, 38), (40, 56)];
        /// A rook attacks something weak, by what it attacks: pawn to queen.
        THREAT_BY_ROOK: Row = [(2, 14), (18, 22), (20, 24), (0, 12), (40, 30)];
        /// The king attacks something weak.
        THREAT_BY_KING: One = [(10, 34)];
        /// Something attacked that nobody defends.
        HANGING: One = [(24, 14)];
    }
    Space {
        /// Each safe square of the center on one's own side.
        SPACE: One = [(2, 0)];
        /// More for such a square behind a pawn.
        SPACE_BEHIND: One = [(2, 0)];
    }
    Tempo {
        /// The right to move.
        TEMPO: One = [(20, 14)];
    }
}
