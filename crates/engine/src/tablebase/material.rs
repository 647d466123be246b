//! Which pieces are on the board, as tables are named by them.

use ferz_rules::{Color, PieceType, Position};

/// The letters of a table's name, strongest first, as the files have them.
const ORDER: [PieceType; 6] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// How many pieces of each kind both players have, four bits for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Material(u64);

impl Material {
    pub(crate) fn of(position: &Position) -> Self {
        let mut material = Self(0);
        for color in Color::ALL {
            for kind in ORDER {
                let count = u64::from(position.pieces(color, kind).len()).min(15);
                material.0 |= count << shift(color, kind);
            }
        }
        material
    }

    /// The material of a name such as `KQvKR`: White's pieces come first.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let mut material = Self(0);
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            // Eight letters cannot overflow a count of four bits.
            if !letters.starts_with('K') || letters.len() > 8 {
                return None;
            }
            for letter in letters.chars() {
                let kind = ORDER.into_iter().find(|kind| capital(*kind) == letter)?;
                material.0 += 1 << shift(color, kind);
            }
        }
        let kings = |color| material.count(color, PieceType::King);
        (kings(Color::White) == 1 && kings(Color::Black) == 1).then_some(material)
    }

    pub(crate) const fn count(self, color: Color, kind: PieceType) -> usize {
        (self.0 >> shift(color, kind) & 15) as usize
    }

    pub(crate) fn pieces(self) -> usize {
        let of = |color| ORDER.into_iter().map(move |kind| self.count(color, kind));
        of(Color::White).chain(of(Color::Black)).sum()
    }

    /// The same with the colours exchanged.
    pub(crate) const fn flip(self) -> Self {
        Self((self.0 & 0xff_ffff) << 24 | self.0 >> 24)
    }

    pub(crate) fn is_symmetric(self) -> bool {
        self == self.flip()
    }

    pub(crate) fn has_pawns(self) -> bool {
        self.pawns() != [0, 0]
    }

    /// White's pawns and Black's.
    pub(crate) fn pawns(self) -> [usize; 2] {
        [Color::White, Color::Black].map(|color| self.count(color, PieceType::Pawn))
    }

    /// Whether nothing but the kings is there.
    pub(crate) fn is_bare(self) -> bool {
        self.pieces() == 2
    }

    /// How many pieces are the only one of their kind and colour.
    pub(crate) fn unique(self) -> usize {
        let of = |color| ORDER.into_iter().filter(move |kind| self.count(color, *kind) == 1);
        of(Color::White).chain(of(Color::Black)).count()
    }

    /// The name of its table.
    #[cfg(test)]
    pub(crate) fn name(self) -> String {
        let side = |color| -> String {
            let letters = |kind| std::iter::repeat_n(capital(kind), self.count(color, kind));
            ORDER.into_iter().flat_map(letters).collect()
        };
        format!("{}v{}", side(Color::White), side(Color::Black))
    }
}

const fn capital(kind: PieceType) -> char {
    kind.to_char().to_ascii_uppercase()
}

const fn shift(color: Color, kind: PieceType) -> u32 {
    4 * (6 * color.index() + kind.index()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_positions_agree() {
        let position: Position = "4k3/8/8/3r4/8/8/P7/Q3K3 w - - 0 1".parse().expect("legal");
        let material = Material::of(&position);
        assert_eq!(material.name(), "KQPvKR");
        assert_eq!(Material::parse("KQPvKR"), Some(material));
        assert_eq!(material.flip().name(), "KRvKQP");
        assert_eq!((material.pieces(), material.unique()), (5, 5));
        assert!(material.has_pawns() && !material.is_symmetric() && !material.is_bare());
    }

    #[test]
    fn other_names_are_no_tables() {
        for name in ["", "KQ", "KQvR", "KvKX", "vK", "KKvK", "KQvKvK", "KPPPPPPPPPPPPPPPPPvK"] {
            assert_eq!(Material::parse(name), None, "{name}");
        }
    }
}
