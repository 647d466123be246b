//! The weights of the classical evaluation: one row each, and nowhere else.
//!
//! A pair is centipawns in the middle game and in the endgame; under `Danger` it is units of
//! danger. Rows by rank count from the owner's back rank. Boards are drawn as White sees them,
//! the eighth rank on top, and serve Black upside down.
//!
//! `ferz tune texel` fits them to Ferz's own games, each held near the value it had before: at
//! first the published PeSTO tables in part, and estimates. `Weights::to_source` writes this
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
        PIECE_VALUE: Row = [(71, 118), (301, 342), (309, 362), (413, 601), (999, 1007)];
        /// Two bishops on squares of both colors.
        BISHOP_PAIR: One = [(22, 47)];
    }
    Placement {
        /// Where a pawn stands.
        PAWN_SQUARES: Board = [
       (0, 0),   (0, 0),    (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),    (0, 0),
     (36, 28), (41, 38),  (29, 49), (39, 26), (37, 28), (36, 25), (-3, 48), (-14, 31),
      (2, 33), (16, 26),  (11, 31), (27, 18), (32, 17), (36, 26), (23, 32),  (-2, 23),
    (-10, 14), (10, 12),    (9, 7), (21, -3),  (22, 4),  (18, 2),  (9, 13),  (-11, 9),
     (-21, 7),  (-5, 4),  (-3, -1), (13, -4),  (10, 2),  (9, -2),   (4, 1),  (-21, 4),
     (-18, 2),  (-5, 3),   (-5, 4), (-11, 8),  (-4, 6),   (0, 3), (18, -6), (-16, -6),
    (-25, 10),  (-3, 9), (-15, 12), (-11, 0), (-17, 9),   (9, 6), (21, -1), (-24, -2),
       (0, 0),   (0, 0),    (0, 0),   (0, 0),   (0, 0),   (0, 0),   (0, 0),    (0, 0),
        ];
        /// Where a knight stands.
        KNIGHT_SQUARES: Board = [
    (-111, -42), (-55, -21), (-33, -12),  (-26, -6), (40, -18), (-78, -20),  (-3, -31), (-78, -74),
     (-23, -25),   (-23, 2),   (27, -5),    (19, 6),  (12, -8),  (43, -19),   (0, -12),  (-2, -39),
     (-21, -15),  (18, -17),    (21, 9),    (38, 4),  (45, -2),  (62, -13),   (25, -4),  (16, -29),
       (-1, -6),   (13, -5),    (13, 9),   (31, 14),  (12, 22),    (23, 8),   (12, -2),   (18, -6),
       (9, -15),   (20, -7),   (13, 17),   (18, 10),  (19, 12),   (16, 11),    (13, 1),    (3, -7),
     (-17, -15),  (-7, -10),   (-1, -5),     (5, 8),    (4, 3),    (7, -7),  (16, -20),  (-7, -12),
     (-20, -35),  (-24, -9),  (-9, -17),   (-4, -8),  (4, -12),   (4, -31),  (-2, -12), (-11, -35),
     (-34, -29), (-18, -37), (-26, -19), (-10, -14), (-7, -17), (-19, -13), (-22, -34), (-21, -40),
        ];
        /// Where a bishop stands.
        BISHOP_SQUARES: Board = [
     (-25, -2),   (0, -5),  (-50, 1), (-27, 7), (-20, 1),  (-38, -3),   (7, -4),  (3, -10),
      (-19, 8),   (-5, 5),   (-5, 8),   (8, 6),  (6, -2),   (26, -9),  (-17, 5),  (-16, 0),
      (-8, -4),   (13, 5),  (19, -2),  (28, 7), (22, -6),    (23, 1),  (14, -2),    (4, 2),
       (8, -7),    (4, 7),   (17, 1),  (26, 2),  (18, 8),     (6, 8),    (7, 7),   (3, -6),
       (6, -7),  (17, -2),   (18, 7),  (16, 8),  (10, 8),    (11, 1),  (10, -6),  (7, -13),
      (-4, -8),  (17, -2),    (7, 6),   (7, 5),  (6, 10),   (13, -5),   (22, 0),   (3, -3),
      (2, -19),  (4, -14),  (15, -9),  (0, -4),  (1, -4),  (17, -13), (15, -15),   (3, -9),
    (-12, -15), (-3, -15), (-6, -16), (-3, -9), (-7, -4), (-15, -18),  (-16, 0), (-7, -18),
        ];
        /// Where a rook stands.
        ROOK_SQUARES: Board = [
     (22, 20),  (21, 18),  (17, 21), (24, 12),  (26, 18),    (6, 27),   (15, 15),  (35, 19),
     (21, 11),  (17, 14),   (36, 5), (42, -2),  (43, -5),    (38, 0),    (21, 8),   (19, 8),
     (-8, 17),   (2, 10),    (8, 6),  (30, 7),  (16, -3),    (22, 4),   (26, -1),    (4, 8),
     (-5, 20),   (5, 11),   (12, 7),   (5, 4),  (17, -3),    (11, 3),   (-3, 17),   (-6, 6),
     (-14, 6), (-11, 11), (-13, 15),  (-4, 9),   (2, -3),    (-9, 1),     (3, 2),  (-10, 3),
    (-25, -2), (-13, -3),  (-15, 5), (-11, 2),  (-5, -6),   (-2, -8),   (-5, -6), (-21, -7),
    (-27, -9), (-15, -8),  (-5, -3), (-3, -8), (-8, -16), (-14, -13), (-12, -14), (-43, -4),
    (-10, -9), (-8, -14),   (0, -8), (5, -19),  (6, -23),  (-4, -16), (-10, -12), (-6, -24),
        ];
        /// Where a queen stands.
        QUEEN_SQUARES: Board = [
      (-12, 6),    (7, 21),  (13, 14),  (7, 23),  (31, 18),   (27, 13),   (28, 11),   (15, 12),
       (-4, 7),   (-8, 33),   (2, 34),  (4, 42),  (-2, 61),   (28, 15),   (12, 31),   (17, 12),
      (-2, -5),    (5, 15),  (-1, 24),  (7, 42),  (10, 39),   (26, 34),   (16, 24),    (16, 9),
       (-2, 2),  (-10, 24),  (-5, 23), (-7, 44),  (-5, 51),   (-4, 30),    (3, 44),    (2, 31),
      (-3, -4),  (-14, 21),  (-8, 26), (-4, 47),   (0, 30),    (3, 23),    (4, 27),   (-2, 14),
    (-12, -17),    (3, -7),  (-9, 19),  (-5, 6),  (-7, 14),     (1, 8),     (2, 6),   (-3, -1),
    (-14, -20),  (-3, -18),  (8, -42), (2, -27),  (1, -20),   (6, -40),   (6, -30), (-10, -26),
    (-13, -33), (-12, -25), (-8, -28), (4, -57), (-1, -24), (-19, -31), (-16, -24), (-20, -30),
        ];
        /// Where a king stands.
        KING_SQUARES: Board = [
    (-47, -76), (24, -13),  (16, -9),  (-7, -7),  (-30, 9), (-16, 28),   (-4, 3),  (0, -54),
      (23, -8),  (-6, 25),  (-7, 39),  (-4, 27), (-10, 27), (-13, 37), (-36, 39), (-19, 12),
      (-3, 15),   (4, 12), (-15, 26), (-21, 31), (-18, 30), (-16, 36),  (-3, 23), (-14, 15),
      (-10, 2), (-11, 27), (-26, 21), (-27, 20), (-34, 24), (-31, 28), (-18, 24),  (-23, 8),
     (-30, -5),   (-8, 0), (-18, 16), (-34, 20), (-37, 21), (-29, 24),  (-30, 4),  (-39, 1),
     (-1, -12),   (2, -1), (-17, 15), (-28, 15), (-33, 19), (-18, 12),  (-4, -4),  (-7, -5),
     (13, -29),  (2, -11),  (-17, 2),  (-33, 6),  (-28, 6),  (-12, 0),  (7, -10),  (8, -19),
      (7, -56), (23, -38), (11, -26), (-2, -30),  (1, -35), (-4, -24), (28, -39), (22, -54),
        ];
    }
    Mobility {
        /// By the number of squares that a knight can safely go to.
        KNIGHT_MOBILITY: Row = [
            (-37, -68), (-26, -28), (-15, -6), (-11, 2), (-4, 8), (0, 17), (4, 16), (13, 15),
            (6, 7),
        ];
        /// By the number of squares that a bishop can safely go to.
        BISHOP_MOBILITY: Row = [
            (-27, -65), (-21, -25), (-10, -7), (-5, 4), (-1, 6), (4, 15), (4, 21), (6, 20),
            (5, 24), (8, 25), (10, 19), (9, 26), (29, 28), (15, 25),
        ];
        /// By the number of squares that a rook can safely go to.
        ROOK_MOBILITY: Row = [
            (-42, -62), (-16, -23), (-7, -12), (-5, 2), (-4, 8), (-5, 19), (-4, 25), (-2, 30),
            (3, 34), (3, 35), (1, 42), (5, 45), (3, 52), (10, 51), (20, 45),
        ];
        /// By the number of squares that a queen can safely go to.
        QUEEN_MOBILITY: Row = [
            (-38, -52), (-25, -35), (-11, -27), (-2, -22), (2, -17), (-2, -5), (3, -2), (6, 11),
            (6, 15), (6, 24), (7, 36), (9, 37), (10, 45), (9, 52), (9, 54), (0, 56), (4, 60),
            (15, 55), (10, 56), (14, 47), (21, 40), (13, 14), (20, 32), (17, 15), (13, 30),
            (11, 23), (26, 53), (21, 44),
        ];
    }
    Pawns {
        /// A pawn behind another of its own.
        DOUBLED: One = [(-6, -23)];
        /// A pawn without neighbors on the files beside it.
        ISOLATED: One = [(-6, -6)];
        /// More for an isolated pawn that no enemy pawn stands before.
        ISOLATED_OPEN: One = [(-2, -7)];
        /// A pawn whose neighbors have gone ahead and that cannot follow.
        BACKWARD: One = [(-2, -9)];
        /// More for a backward pawn that no enemy pawn stands before.
        BACKWARD_OPEN: One = [(-10, 3)];
        /// A pawn defended by a pawn, by its rank.
        CONNECTED: Row = [(0, 0), (0, 0), (12, 8), (9, 6), (12, 13), (29, 28), (78, 74), (0, 0)];
        /// A pawn beside another, by its rank.
        PHALANX: Row = [(0, 0), (3, -2), (5, 2), (7, 9), (15, 33), (46, 71), (78, 107), (0, 0)];
    }
    Passed {
        /// A passed pawn, by its rank.
        PASSED: Row = [(0, 0), (1, 9), (-8, 12), (1, 27), (5, 59), (18, 115), (88, 168), (0, 0)];
        /// Its own king's distance from the square before it, in steps.
        PASSED_OWN_KING: Row = [
            (3, 64), (-33, 74), (-16, 30), (-6, 2), (0, -13), (1, -21), (11, -26), (-9, -23),
        ];
        /// The enemy king's distance from the square before it, in steps.
        PASSED_ENEMY_KING: Row = [
            (-26, -21), (-5, -21), (13, -31), (-3, -1), (-10, 31), (-8, 45), (-5, 47), (-4, 44),
        ];
        /// An enemy piece stands before it, by the pawn's rank.
        PASSED_BLOCKED: Row = [
            (0, 0), (0, 0), (0, 0), (1, -8), (-3, -17), (-7, -31), (-36, -53), (0, 0),
        ];
        /// The next step is free and safe, by the pawn's rank.
        PASSED_SAFE_STEP: Row = [
            (0, 0), (0, 0), (0, 0), (0, 6), (-4, 21), (14, 24), (11, 45), (0, 0),
        ];
        /// The whole way is free and safe, by the pawn's rank.
        PASSED_SAFE_PATH: Row = [
            (0, 0), (0, 0), (0, 0), (-28, 20), (-30, 23), (-4, 43), (7, 69), (0, 0),
        ];
        /// Defended by a pawn.
        PASSED_DEFENDED: One = [(11, 4)];
        /// A rook of its own behind it.
        PASSED_ROOK_BEHIND: One = [(10, 17)];
        /// Nothing but a king to stop it, and that king too far away.
        PASSED_UNSTOPPABLE: One = [(-2, 276)];
    }
    Activity {
        /// A knight on a square of the enemy's half that a pawn defends and no pawn can attack.
        KNIGHT_OUTPOST: One = [(16, 5)];
        /// The same for a bishop.
        BISHOP_OUTPOST: One = [(15, 9)];
        /// A knight or bishop right behind a pawn.
        MINOR_BEHIND_PAWN: One = [(4, 10)];
        /// For each own pawn on squares of a bishop's color.
        BISHOP_PAWNS: One = [(-1, -5)];
        /// A rook on a file without pawns.
        ROOK_OPEN_FILE: One = [(25, -1)];
        /// A rook on a file without pawns of its own.
        ROOK_HALF_OPEN_FILE: One = [(6, 10)];
        /// A rook on the seventh rank, with the enemy king or pawns to harass.
        ROOK_SEVENTH: One = [(-10, 11)];
        /// A bishop shut in by a pawn beside the rim of the enemy's side.
        TRAPPED_BISHOP: One = [(-66, -42)];
        /// A rook shut in by its own king.
        TRAPPED_ROOK: One = [(-24, -12)];
    }
    Shelter {
        /// By the rank of the nearest pawn before the king on its own file; 0 is none.
        SHELTER_KING_FILE: Row = [
            (-26, -5), (13, -9), (7, -10), (-8, -4), (-13, 2), (-13, 10), (-12, 34), (0, 0),
        ];
        /// The same on the files beside the king.
        SHELTER_BESIDE: Row = [
            (-19, -5), (14, -12), (6, -7), (-5, -4), (-6, -1), (-18, 15), (-2, 20), (0, 0),
        ];
        /// By the rank of the nearest enemy pawn that advances on the king; 0 is none.
        STORM: Row = [
            (-14, -10), (22, 57), (-28, 43), (-19, 11), (-11, -8), (-4, -7), (-6, -10), (0, 0),
        ];
        /// The same if a pawn of ours stands before it.
        STORM_BLOCKED: Row = [
            (0, 0), (0, 0), (-22, -16), (-8, -12), (-5, -17), (-2, -22), (-2, -17), (0, 0),
        ];
    }
    Danger {
        /// For each attacker of the squares around the king, from knight to queen.
        DANGER_ATTACKER: Row = [(43, 27), (22, 25), (28, 16), (22, 16)];
        /// For each such square that an attacker attacks.
        DANGER_RING: One = [(18, 14)];
        /// For each such square that is attacked, and defended by nothing but king or queen.
        DANGER_WEAK_RING: One = [(25, -3)];
        /// For each safe check, two at most, from knight to queen.
        DANGER_SAFE_CHECK: Row = [(85, 45), (54, 50), (88, 90), (82, 63)];
        /// The attacker has no queen.
        DANGER_NO_QUEEN: One = [(-120, -54)];
        /// In any case.
        DANGER_BASE: One = [(-48, 2)];
    }
    Threats {
        /// A pawn attacks a piece.
        THREAT_BY_PAWN: One = [(48, 36)];
        /// A pawn could safely step to attack a piece.
        THREAT_BY_PUSH: One = [(13, 13)];
        /// A knight or bishop attacks, by what it attacks: pawn to queen.
        THREAT_BY_MINOR: Row = [(3, 16), (14, 30), (26, 26), (44, 18), (37, 41)];
        /// A rook attacks something weak, by what it attacks: pawn to queen.
        THREAT_BY_ROOK: Row = [(5, 16), (18, 28), (21, 26), (1, 12), (43, 19)];
        /// The king attacks something weak.
        THREAT_BY_KING: One = [(16, 29)];
        /// Something attacked that nobody defends.
        HANGING: One = [(13, 20)];
    }
    Space {
        /// Each safe square of the center on one's own side.
        SPACE: One = [(-1, 2)];
        /// More for such a square behind a pawn.
        SPACE_BEHIND: One = [(1, -4)];
    }
    Tempo {
        /// The right to move.
        TEMPO: One = [(19, 11)];
    }
}
