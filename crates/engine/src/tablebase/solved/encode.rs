//! The writing side of the format, as plain as the reader allows: a code of one length, and one
//! level of pairs.

use ferz_rules::{Color, PieceType};

use super::super::index::{Lead, Numbering, edge_distance};
use super::solve::{Ending, Verdict};

/// Bytes of a block, and values between two entries of the index, as powers of two.
const BLOCK_BITS: u8 = 5;
const INDEX_BITS: u8 = 7;

/// Results for both players to move.
pub(super) fn wdl_table(ending: &Ending) -> Vec<u8> {
    let split = 1 | u8::from(ending.kind == PieceType::Pawn) << 1;
    let sides = [Color::White, Color::Black];
    table([0x71, 0xe8, 0x23, 0x5d, split], ending, &sides, |verdict| match verdict {
        Verdict::Loss(_) => 0,
        Verdict::Draw => 2,
        Verdict::Win(_) => 4,
    })
}

/// Distances for White to move, in moves.
pub(super) fn dtz_table(ending: &Ending) -> Vec<u8> {
    table([0xd7, 0x66, 0x0c, 0xa5, 0], ending, &[Color::White], |verdict| {
        verdict.plies_to_win().map_or(0, |plies| plies / 2)
    })
}

fn table(
    head: [u8; 5],
    ending: &Ending,
    sides: &[Color],
    value: impl Fn(Verdict) -> u16,
) -> Vec<u8> {
    let has_pawn = ending.kind == PieceType::Pawn;
    let (lead, like): (_, &[usize]) =
        if has_pawn { (Lead::Pawns { first: 1, second: 0 }, &[1, 1]) } else { (Lead::Three, &[]) };
    let files = 0..if has_pawn { 4 } else { 1 };
    let numberings: Vec<Numbering> = files
        .map(|file| Numbering::new(lead, like, 0, None, file).expect("a plain order"))
        .collect();
    let values = |numbering: &Numbering| vec![vec![0; numbering.size as usize]; sides.len()];
    let mut values: Vec<Vec<Vec<u16>>> = numberings.iter().map(values).collect();
    for (position, verdict) in ending.positions() {
        let piece = position.pieces(Color::White, ending.kind).first().expect("it is there");
        let kings = [Color::White, Color::Black].map(|color| position.king(color));
        let mut squares = [piece, kings[0], kings[1]].map(|square| square.index() as u8);
        let file = if has_pawn { usize::from(edge_distance(squares[0])) } else { 0 };
        if let Some(side) = sides.iter().position(|side| *side == position.turn()) {
            let number = numberings[file].number(&mut squares);
            values[file][side][number as usize] = value(verdict);
        }
    }
    let mut bytes = head.to_vec();
    for _ in &numberings {
        // The leading pieces come first in either order; then the pieces, for either turn.
        bytes.push(0);
        bytes.extend([ending.kind as u8 + 1, 6, 14].map(|code| code | code << 4));
    }
    let parts: Vec<Part> = values.iter().flatten().map(|values| Part::new(values)).collect();
    pad(&mut bytes, 2);
    for part in &parts {
        part.describe(&mut bytes);
    }
    bytes.extend(parts.iter().flat_map(Part::index));
    bytes.extend(parts.iter().flat_map(|part| &part.sizes).flat_map(|size| size.to_le_bytes()));
    for part in &parts {
        pad(&mut bytes, 64);
        bytes.extend(&part.blocks);
    }
    pad(&mut bytes, 64);
    bytes.extend([0; 16]);
    bytes
}

fn pad(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
}

/// The values of one file and one player to move.
struct Part {
    values: usize,
    /// How many kinds there are. Symbol `v` stands for the value `v`, `kinds + v` for two of them.
    kinds: u16,
    /// For each block one less than the values that it holds; at the end some that do not exist.
    sizes: Vec<u16>,
    blocks: Vec<u8>,
}

/// Sizes behind the last block: the middle of the last stretch of the index may lie there.
const PADDING: u8 = 1 << (INDEX_BITS - 2);

impl Part {
    fn new(values: &[u16]) -> Self {
        let kinds = values.iter().max().expect("there are values") + 1;
        let mut part = Self { values: values.len(), kinds, sizes: vec![], blocks: vec![] };
        let room = (8 << BLOCK_BITS) / part.code_bits();
        let mut rest = values;
        while !rest.is_empty() {
            let mut symbols = Vec::new();
            let before = rest.len();
            while symbols.len() < room && !rest.is_empty() {
                let is_pair = rest.len() > 1 && rest[0] == rest[1];
                symbols.push(if is_pair { kinds + rest[0] } else { rest[0] });
                rest = &rest[1 + usize::from(is_pair)..];
            }
            part.sizes.push((before - rest.len() - 1) as u16);
            part.write(&symbols);
        }
        part.sizes.extend([15; PADDING as usize]);
        part
    }

    fn code_bits(&self) -> usize {
        (2 * self.kinds).next_power_of_two().ilog2() as usize
    }

    /// Writes a block, the highest bit of each byte first.
    fn write(&mut self, symbols: &[u16]) {
        let mut block = vec![0; 1 << BLOCK_BITS];
        let bits = self.code_bits();
        for (place, symbol) in symbols.iter().enumerate() {
            for bit in 0..bits {
                let at = place * bits + bit;
                block[at / 8] |= ((symbol >> (bits - 1 - bit) & 1) as u8) << (7 - at % 8);
            }
        }
        self.blocks.extend(block);
    }

    fn describe(&self, bytes: &mut Vec<u8>) {
        bytes.extend([0, BLOCK_BITS, INDEX_BITS, PADDING]);
        bytes.extend(((self.blocks.len() >> BLOCK_BITS) as u32).to_le_bytes());
        // The longest and the shortest code, and the first symbol of that length.
        bytes.extend([self.code_bits() as u8; 2]);
        bytes.extend([0; 2]);
        bytes.extend((2 * self.kinds).to_le_bytes());
        // Twelve bits for each half; a second half of all ones says that the first is a value.
        for (left, right) in (0..self.kinds)
            .map(|value| (value, 0xfff))
            .chain((0..self.kinds).map(|value| (value, value)))
        {
            bytes.extend([left as u8, (left >> 8 | (right & 0xf) << 4) as u8, (right >> 4) as u8]);
        }
        pad(bytes, 2);
    }

    /// Where the value in the middle of each stretch is: a block, and the place there.
    fn index(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut block, mut before) = (0_u32, 0);
        for stretch in 0..self.values.div_ceil(1 << INDEX_BITS) {
            let middle = (stretch << INDEX_BITS) + (1 << (INDEX_BITS - 1));
            loop {
                let size = usize::from(self.sizes[block as usize]) + 1;
                if middle < before + size {
                    break;
                }
                before += size;
                block += 1;
            }
            bytes.extend(block.to_le_bytes());
            bytes.extend(((middle - before) as u16).to_le_bytes());
        }
        bytes
    }
}
