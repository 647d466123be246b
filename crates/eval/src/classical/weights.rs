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
        PIECE_VALUE: Row = [(74, 108), (319, 305), (341, 323), (455, 539), (1024, 940)];
        /// Two bishops on squares of both colors.
        BISHOP_PAIR: One = [(21, 46)];
    }
    Placement {
        /// Where a pawn stands.
        PAWN_SQUARES: Board = [
       (0, 0),    (0, 0),    (0, 0),    (0, 0),   (0, 0),   (0, 0),   (0, 0),    (0, 0),
     (38, 40),  (44, 32),  (27, 42),  (29, 24), (24, 27), (42, 21), (13, 37),  (-4, 37),
     (-4, 35),   (7, 28),  (15, 29),  (22, 22), (42, 21), (35, 12), (18, 25), (-10, 28),
    (-15, 15),   (9, 17),    (8, 6),   (19, 3),  (25, 1),  (14, 6),  (4, 12), (-17, 13),
    (-23, 10), (-12, 10),  (-4, -2),   (12, 2), (11, -6), (15, -7),   (7, 6), (-21, -2),
     (-19, 0),   (-5, 6),   (-2, 1),  (-10, 9),   (4, 4),  (2, -5),  (24, 1), (-10, -6),
     (-28, 9),  (-1, 13), (-18, 12), (-20, -2), (-16, 6), (19, -2),  (32, 1), (-19, -2),
       (0, 0),    (0, 0),    (0, 0),    (0, 0),   (0, 0),   (0, 0),   (0, 0),    (0, 0),
        ];
        /// Where a knight stands.
        KNIGHT_SQUARES: Board = [
    (-113, -44), (-61, -29),  (-24, -9), (-34, -21), (42, -25), (-68, -22),  (-9, -48), (-74, -79),
     (-45, -18),  (-27, -3),  (41, -19),    (25, 0),  (15, -8),  (42, -18),   (4, -19), (-10, -39),
     (-36, -21),  (29, -23),    (19, 5),    (42, 2),  (53, -3),  (83, -12),  (44, -15),  (29, -35),
       (-3, -8),   (16, -1),    (4, 17),   (33, 16),  (23, 20),    (33, 5),    (12, 4),   (18, -9),
        (0, -7),   (11, -6),   (16, 16),   (14, 18),  (22, 16),   (18, 14),    (12, 4),   (-2, -8),
     (-14, -18),    (-6, 3),     (5, 0),   (18, 11),   (8, 12),   (13, -6),  (17, -19),  (-8, -18),
     (-17, -34), (-33, -14),  (-6, -10),   (-2, -2),   (1, -6),  (13, -20), (-14, -17), (-14, -36),
     (-74, -21), (-15, -38), (-37, -16),  (-23, -9), (-8, -16), (-22, -14), (-19, -40), (-15, -48),
        ];
        /// Where a bishop stands.
        BISHOP_SQUARES: Board = [
     (-19, -9), (4, -15), (-56, -6), (-27, -5), (-17, -6),  (-28, -5),  (5, -13),  (-7, -18),
     (-17, -2), (5, -10),  (-14, 5),  (-6, -8),  (17, -3),  (40, -12),   (8, -2), (-33, -10),
      (-12, 0),  (17, 1),  (27, -1),   (28, 1),  (22, -5),    (31, 3),   (25, 1),     (8, 7),
       (2, -1),   (9, 9),   (9, 10),   (32, 3),   (22, 5),    (17, 7),    (6, 7),   (-2, -3),
       (0, -6), (14, -3),   (11, 9),  (18, 16),  (18, 10),     (9, 8),   (8, -6),    (7, -7),
     (-2, -10),  (11, 1),    (6, 5),   (7, 11),    (8, 9),    (13, 1),  (18, -2),    (7, -9),
      (0, -11), (6, -15),  (15, -6),   (-1, 2),   (-2, 3),    (19, 1), (20, -15),   (5, -21),
    (-20, -19), (-1, -4), (-6, -11), (-15, -3),  (-4, -4), (-10, -15), (-28, -6), (-12, -12),
        ];
        /// Where a rook stands.
        ROOK_SQUARES: Board = [
     (19, 15),  (25, 10),  (18, 16),  (28, 9), (36, 10),   (5, 14),   (19, 9),    (30, 7),
      (17, 9),  (20, 12),   (31, 4),  (38, 8), (44, -5),   (37, 0),   (17, 8),    (22, 6),
     (-6, 12),   (9, 10),   (15, 6),  (24, 3),   (9, 0),   (28, 0),  (33, -6),     (5, 3),
     (-7, 11),   (-3, 8),   (5, 10),  (12, 0),  (20, 4),   (20, 0),   (-3, 6),   (-14, 3),
     (-19, 3),  (-16, 6),   (-4, 6),  (-2, 3),   (5, 2),  (-4, -3),   (3, -4),  (-15, -5),
     (-28, 1),  (-13, 0), (-10, -1), (-7, -3),  (2, -8),  (2, -10),  (-5, -6), (-21, -10),
     (-22, 0), (-19, -4),  (-9, -1),  (-3, 0), (5, -12),  (-8, -9),  (-8, -8),   (-42, 0),
    (-15, -5), (-10, -2),   (3, -9), (7, -10), (9, -16), (-1, -13), (-17, -2), (-12, -12),
        ];
        /// Where a queen stands.
        QUEEN_SQUARES: Board = [
     (-15, -3),    (1, 20),  (19, 18),   (6, 20),  (38, 20),   (30, 14),    (27, 8),   (22, 12),
    (-15, -10),  (-23, 19),   (2, 30),   (0, 34), (-10, 47),   (34, 17),   (20, 25),    (34, 3),
     (-6, -13),   (-10, 6),   (6, 10),   (9, 39),  (17, 37),   (35, 24),   (23, 13),    (35, 4),
      (-17, 3),  (-15, 17), (-10, 19), (-10, 36),  (-7, 44),    (5, 29),    (1, 45),    (3, 30),
     (-1, -11),  (-13, 23),  (-7, 15),  (-3, 36),  (-1, 24),    (2, 29),    (4, 29),    (0, 18),
     (-9, -13),   (2, -19), (-10, 17),   (-4, 4),   (-2, 8),    (2, 17),     (8, 6),     (4, 3),
    (-26, -19),  (-3, -17),  (9, -25),  (3, -13),  (2, -15),   (6, -17),   (4, -28),   (1, -24),
     (-2, -27), (-16, -22), (-6, -19),  (5, -42), (-10, -7), (-20, -26), (-16, -14), (-32, -31),
        ];
        /// Where a king stands.
        KING_SQUARES: Board = [
    (-46, -75), (17, -32), (12, -17), (-10, -17), (-38, -10),  (-23, 18),    (2, 6),  (9, -19),
     (21, -12),   (0, 21), (-12, 20),   (-5, 17),   (-5, 21),   (-6, 33), (-26, 30), (-19, 12),
      (-3, 15),  (15, 12),  (-1, 23),  (-14, 18),  (-15, 21),   (-3, 29),   (8, 25), (-14, 13),
     (-11, -6), (-15, 19), (-12, 19),  (-21, 23),  (-23, 25),  (-20, 31), (-11, 28), (-23, 11),
    (-33, -16),  (-2, -4), (-22, 19),  (-29, 21),  (-34, 24),  (-31, 21),  (-25, 8), (-36, -6),
     (-5, -12),   (-7, 0), (-18, 11),  (-30, 22),  (-33, 19),  (-17, 19),  (-11, 8), (-18, -3),
      (0, -24),  (2, -10),  (-12, 3),  (-43, 15),  (-26, 12),   (-10, 3),  (12, -5),  (7, -17),
     (-8, -50), (16, -36), (12, -17), (-36, -12),   (5, -31), (-15, -13), (24, -30), (14, -42),
        ];
    }
    Mobility {
        /// By the number of squares that a knight can safely go to.
        KNIGHT_MOBILITY: Row = [
            (-47, -63), (-28, -34), (-15, -12), (-7, -4), (0, 2), (6, 8), (12, 11), (16, 12),
            (11, 11),
        ];
        /// By the number of squares that a bishop can safely go to.
        BISHOP_MOBILITY: Row = [
            (-34, -56), (-24, -33), (-12, -19), (-7, -4), (-1, 1), (4, 9), (6, 14), (7, 18),
            (12, 18), (15, 22), (19, 24), (19, 27), (31, 32), (26, 29),
        ];
        /// By the number of squares that a rook can safely go to.
        ROOK_MOBILITY: Row = [
            (-41, -60), (-18, -31), (-8, -20), (-7, -3), (-3, 3), (-1, 14), (0, 18), (2, 23),
            (4, 31), (8, 35), (4, 39), (14, 39), (16, 44), (15, 46), (16, 50),
        ];
        /// By the number of squares that a queen can safely go to.
        QUEEN_MOBILITY: Row = [
            (-30, -50), (-19, -32), (-15, -24), (-12, -18), (-8, -12), (-6, -7), (-3, -1), (-1, 0),
            (2, 5), (3, 12), (5, 14), (9, 18), (6, 26), (9, 27), (9, 31), (9, 36), (13, 37),
            (16, 41), (15, 39), (18, 42), (19, 41), (18, 41), (21, 46), (19, 44), (23, 50),
            (23, 49), (27, 57), (27, 58),
        ];
    }
    Pawns {
        /// A pawn behind another of its own.
        DOUBLED: One = [(-5, -25)];
        /// A pawn without neighbors on the files beside it.
        ISOLATED: One = [(-9, -3)];
        /// More for an isolated pawn that no enemy pawn stands before.
        ISOLATED_OPEN: One = [(-7, -10)];
        /// A pawn whose neighbors have gone ahead and that cannot follow.
        BACKWARD: One = [(-3, -6)];
        /// More for a backward pawn that no enemy pawn stands before.
        BACKWARD_OPEN: One = [(-15, -5)];
        /// A pawn defended by a pawn, by its rank.
        CONNECTED: Row = [(0, 0), (0, 0), (10, 7), (10, 5), (12, 16), (37, 27), (79, 80), (0, 0)];
        /// A pawn beside another, by its rank.
        PHALANX: Row = [(0, 0), (3, -2), (5, 0), (9, 10), (17, 31), (41, 64), (75, 97), (0, 0)];
    }
    Passed {
        /// A passed pawn, by its rank.
        PASSED: Row = [(0, 0), (2, 11), (1, 12), (6, 28), (19, 56), (39, 98), (88, 154), (0, 0)];
        /// Its own king's distance from the square before it, in steps.
        PASSED_OWN_KING: Row = [
            (4, 32), (2, 52), (-4, 22), (-5, 3), (-6, -9), (-2, -12), (5, -17), (-4, -16),
        ];
        /// The enemy king's distance from the square before it, in steps.
        PASSED_ENEMY_KING: Row = [
            (-10, -34), (-1, -27), (10, -21), (-2, 5), (-3, 26), (-9, 37), (1, 36), (6, 36),
        ];
        /// An enemy piece stands before it, by the pawn's rank.
        PASSED_BLOCKED: Row = [
            (0, 0), (0, 0), (0, 0), (-7, -9), (-8, -19), (-16, -39), (-23, -70), (0, 0),
        ];
        /// The next step is free and safe, by the pawn's rank.
        PASSED_SAFE_STEP: Row = [
            (0, 0), (0, 0), (0, 0), (1, 5), (4, 19), (16, 31), (28, 42), (0, 0),
        ];
        /// The whole way is free and safe, by the pawn's rank.
        PASSED_SAFE_PATH: Row = [
            (0, 0), (0, 0), (0, 0), (-2, 15), (3, 22), (13, 40), (24, 66), (0, 0),
        ];
        /// Defended by a pawn.
        PASSED_DEFENDED: One = [(5, 9)];
        /// A rook of its own behind it.
        PASSED_ROOK_BEHIND: One = [(7, 19)];
        /// Nothing but a king to stop it, and that king too far away.
        PASSED_UNSTOPPABLE: One = [(0, 347)];
    }
    Activity {
        /// A knight on a square of the enemy's half that a pawn defends and no pawn can attack.
        KNIGHT_OUTPOST: One = [(23, 11)];
        /// The same for a bishop.
        BISHOP_OUTPOST: One = [(19, 6)];
        /// A knight or bishop right behind a pawn.
        MINOR_BEHIND_PAWN: One = [(4, 8)];
        /// For each own pawn on squares of a bishop's color.
        BISHOP_PAWNS: One = [(-2, -7)];
        /// A rook on a file without pawns.
        ROOK_OPEN_FILE: One = [(24, 3)];
        /// A rook on a file without pawns of its own.
        ROOK_HALF_OPEN_FILE: One = [(6, 11)];
        /// A rook on the seventh rank, with the enemy king or pawns to harass.
        ROOK_SEVENTH: One = [(-7, 14)];
        /// A bishop shut in by a pawn beside the rim of the enemy's side.
        TRAPPED_BISHOP: One = [(-91, -82)];
        /// A rook shut in by its own king.
        TRAPPED_ROOK: One = [(-42, -8)];
    }
    Shelter {
        /// By the rank of the nearest pawn before the king on its own file; 0 is none.
        SHELTER_KING_FILE: Row = [
            (-30, 1), (16, -9), (7, -3), (-7, -4), (-17, 5), (-14, 13), (-11, 14), (0, 0),
        ];
        /// The same on the files beside the king.
        SHELTER_BESIDE: Row = [
            (-20, -2), (15, -7), (12, -5), (-4, -2), (-8, -1), (-13, 10), (-8, 13), (0, 0),
        ];
        /// By the rank of the nearest enemy pawn that advances on the king; 0 is none.
        STORM: Row = [
            (-12, -5), (13, 19), (-30, 17), (-19, 2), (-12, 0), (-3, -1), (-4, -4), (0, 0),
        ];
        /// The same if a pawn of ours stands before it.
        STORM_BLOCKED: Row = [
            (0, 0), (0, 0), (-19, -5), (-7, -10), (-4, -14), (1, -14), (2, -5), (0, 0),
        ];
    }
    Danger {
        /// For each attacker of the squares around the king, from knight to queen.
        DANGER_ATTACKER: Row = [(40, 16), (24, 13), (38, 17), (35, 23)];
        /// For each such square that an attacker attacks.
        DANGER_RING: One = [(13, 12)];
        /// For each such square that is attacked, and defended by nothing but king or queen.
        DANGER_WEAK_RING: One = [(22, 12)];
        /// For each safe check, two at most, from knight to queen.
        DANGER_SAFE_CHECK: Row = [(73, 27), (44, 23), (80, 37), (71, 43)];
        /// The attacker has no queen.
        DANGER_NO_QUEEN: One = [(-144, -75)];
        /// In any case.
        DANGER_BASE: One = [(-33, -16)];
    }
    Threats {
        /// A pawn attacks a piece.
        THREAT_BY_PAWN: One = [(56, 38)];
        /// A pawn could safely step to attack a piece.
        THREAT_BY_PUSH: One = [(18, 12)];
        /// A knight or bishop attacks, by what it attacks: pawn to queen.
        THREAT_BY_MINOR: Row = [(4, 15), (19, 26), (27, 20), (43, 26), (40, 54)];
        /// A rook attacks something weak, by what it attacks: pawn to queen.
        THREAT_BY_ROOK: Row = [(6, 14), (20, 29), (20, 25), (-5, 11), (43, 28)];
        /// The king attacks something weak.
        THREAT_BY_KING: One = [(12, 31)];
        /// Something attacked that nobody defends.
        HANGING: One = [(18, 18)];
    }
    Space {
        /// Each safe square of the center on one's own side.
        SPACE: One = [(1, 1)];
        /// More for such a square behind a pawn.
        SPACE_BEHIND: One = [(1, -3)];
    }
    Tempo {
        /// The right to move.
        TEMPO: One = [(19, 11)];
    }
}
