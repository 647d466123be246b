//! The compressed values of one table.
//!
//! Pairs of values have been replaced by symbols again and again, as long as it paid, and the
//! symbols written in a canonical Huffman code. The stream is cut into blocks of equal size. A
//! sparse index leads to a block near a value, and a list of how many values each block holds
//! to the right one.

use super::error::TableError;
use super::source::{Cursor, Source};

/// The table has one value only.
const SINGLE_VALUE: u8 = 0x80;
/// This instead of a second half says that a symbol stands for a value and not for a pair.
const NO_PAIR: u16 = 0xfff;
/// No table in use has larger blocks; a larger number is damage.
const MAX_BLOCK_BITS: u8 = 16;
/// How far from the index entry a block can be, in blocks.
const MAX_WALK: usize = 1 << 16;

/// A compressed sequence of values.
#[derive(Debug)]
pub(crate) struct Pairs {
    /// What the file says about the values beside them.
    pub(crate) flags: u8,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Constant(u16),
    Blocks(Box<Blocks>),
}

#[derive(Debug)]
struct Blocks {
    block_bits: u8,
    index_bits: u8,
    /// How many blocks there are, and how many entries the list of their sizes has.
    count: u32,
    sizes: u64,
    values: u64,
    code: Code,
    symbols: Vec<Symbol>,
    index_at: u64,
    sizes_at: u64,
    data_at: u64,
}

/// The Huffman code.
#[derive(Debug)]
struct Code {
    shortest: u32,
    /// By length, the smallest code of that length, at the upper end of the word.
    bases: Vec<u64>,
    /// By length, the first symbol of that length.
    first: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// How many values it stands for beside the first.
    length: u8,
}

impl Pairs {
    /// Reads the description of so many values. The values themselves come later in the file.
    pub(crate) fn read(
        cursor: &mut Cursor<'_>,
        values: u64,
        constant_follows: bool,
    ) -> Result<Self, TableError> {
        let flags = cursor.byte()?;
        let second = cursor.byte()?;
        if flags & SINGLE_VALUE != 0 {
            let value = if constant_follows { u16::from(second) } else { 0 };
            return Ok(Self { flags, content: Content::Constant(value) });
        }
        let block_bits = second;
        let index_bits = cursor.byte()?;
        let padding = cursor.byte()?;
        let blocks = cursor.u32()?;
        if block_bits > MAX_BLOCK_BITS || !(1..=32).contains(&index_bits) {
            return Err(TableError::Corrupt("its blocks have an impossible size"));
        }
        let code = Code::read(cursor)?;
        let symbols = read_symbols(cursor)?;
        let sizes = u64::from(blocks) + u64::from(padding);
        let blocks = Blocks {
            block_bits,
            index_bits,
            count: blocks,
            sizes,
            values,
            code,
            symbols,
            index_at: 0,
            sizes_at: 0,
            data_at: 0,
        };
        Ok(Self { flags, content: Content::Blocks(Box::new(blocks)) })
    }

    fn blocks_mut(&mut self) -> Option<&mut Blocks> {
        match &mut self.content {
            Content::Blocks(blocks) => Some(blocks),
            Content::Constant(_) => None,
        }
    }

    /// Finds the sparse index.
    pub(crate) fn place_index(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TableError> {
        let Some(blocks) = self.blocks_mut() else { return Ok(()) };
        let entries = blocks.values.div_ceil(1 << blocks.index_bits);
        blocks.index_at = cursor.skip(6 * entries)?;
        Ok(())
    }

    /// Finds the sizes of the blocks.
    pub(crate) fn place_sizes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TableError> {
        let Some(blocks) = self.blocks_mut() else { return Ok(()) };
        blocks.sizes_at = cursor.skip(2 * blocks.sizes)?;
        Ok(())
    }

    /// Finds the blocks.
    pub(crate) fn place_data(&mut self, cursor: &mut Cursor<'_>) -> Result<(), TableError> {
        let Some(blocks) = self.blocks_mut() else { return Ok(()) };
        cursor.align(64);
        blocks.data_at = cursor.skip(u64::from(blocks.count) << blocks.block_bits)?;
        Ok(())
    }

    /// The value with this number.
    pub(crate) fn value(&self, source: &Source, number: u64) -> Result<u16, TableError> {
        match &self.content {
            Content::Constant(value) => Ok(*value),
            Content::Blocks(blocks) => blocks.value(source, number),
        }
    }
}

impl Blocks {
    fn value(&self, source: &Source, number: u64) -> Result<u16, TableError> {
        if number >= self.values {
            return Err(TableError::Corrupt("a position has no place in it"));
        }
        let (block, place) = self.find_block(source, number)?;
        let size = 1 << self.block_bits;
        let bytes = source.read(self.data_at + (u64::from(block) << self.block_bits), size)?;
        self.decode(&bytes, place)
    }

    /// The block that a value is in, and its place there.
    fn find_block(&self, source: &Source, number: u64) -> Result<(u32, u32), TableError> {
        let entry = source.read(self.index_at + 6 * (number >> self.index_bits), 6)?;
        let mut block = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        // The entry tells where the value in the middle of its stretch is.
        let middle = 1_i64 << (self.index_bits - 1);
        let within = (number & ((1 << self.index_bits) - 1)) as i64;
        let mut place = i64::from(u16::from_le_bytes([entry[4], entry[5]])) + within - middle;
        for _ in 0..MAX_WALK {
            if place < 0 {
                block = block.checked_sub(1).ok_or(BAD_INDEX)?;
                place += self.block_size(source, block)?;
                continue;
            }
            let size = self.block_size(source, block)?;
            if place < size && block < self.count {
                return Ok((block, place as u32));
            }
            place -= size;
            block = block.checked_add(1).ok_or(BAD_INDEX)?;
        }
        Err(BAD_INDEX)
    }

    /// How many values a block holds. The list goes on behind the last block, since the middle of
    /// the last stretch may lie there.
    fn block_size(&self, source: &Source, block: u32) -> Result<i64, TableError> {
        if u64::from(block) >= self.sizes {
            return Err(BAD_INDEX);
        }
        let size = source.read(self.sizes_at + 2 * u64::from(block), 2)?;
        Ok(i64::from(u16::from_le_bytes([size[0], size[1]])) + 1)
    }

    fn decode(&self, bytes: &[u8], place: u32) -> Result<u16, TableError> {
        let mut left = place;
        let mut bits = Bits { bytes, at: 0 };
        let symbol = loop {
            let (symbol, length) = self.code.next(bits.window());
            let found = *self.symbols.get(symbol).ok_or(BAD_CODE)?;
            let values = u32::from(found.length) + 1;
            if left < values {
                break found;
            }
            left -= values;
            bits.at += length;
            if bits.at >= 8 * bytes.len() as u32 {
                return Err(BAD_CODE);
            }
        };
        Ok(self.expand(symbol, left))
    }

    /// The value at a place within a symbol. Its halves were checked when they were read.
    fn expand(&self, mut symbol: Symbol, mut place: u32) -> u16 {
        while symbol.length > 0 {
            let left = self.symbols[usize::from(symbol.left)];
            let values = u32::from(left.length) + 1;
            symbol = if place < values {
                left
            } else {
                place -= values;
                self.symbols[usize::from(symbol.right)]
            };
        }
        symbol.left
    }
}

const BAD_INDEX: TableError = TableError::Corrupt("its index leads nowhere");
const BAD_CODE: TableError = TableError::Corrupt("its code has unknown symbols");

/// The bits of a block, the highest of each byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: u32,
}

impl Bits<'_> {
    /// At least the next 57 bits, from the highest on; zeros after the end.
    fn window(&self) -> u64 {
        let start = (self.at / 8) as usize;
        let mut word = [0; 8];
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = rest.len().min(8);
        word[..length].copy_from_slice(&rest[..length]);
        u64::from_be_bytes(word) << (self.at % 8)
    }
}

impl Code {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, TableError> {
        let longest = u32::from(cursor.byte()?);
        let shortest = u32::from(cursor.byte()?);
        // A window always has room for the longest code.
        if shortest == 0 || longest < shortest || longest > 32 {
            return Err(TableError::Corrupt("its code has an impossible length"));
        }
        let lengths = (longest - shortest + 1) as usize;
        let first = (0..lengths).map(|_| cursor.u16()).collect::<Result<Vec<u16>, _>>()?;
        let mut bases = vec![0_u64; lengths];
        for i in (0..lengths - 1).rev() {
            let sum = bases[i + 1].wrapping_add(u64::from(first[i]));
            bases[i] = sum.wrapping_sub(u64::from(first[i + 1])) / 2;
        }
        for (i, base) in bases.iter_mut().enumerate() {
            // The base of the longest code is zero, so that every code has a length.
            *base = base.wrapping_shl(64 - shortest - i as u32);
        }
        Ok(Self { shortest, bases, first })
    }

    /// The symbol at the beginning of a window, and how many bits it takes.
    fn next(&self, window: u64) -> (usize, u32) {
        let found = self.bases.iter().position(|base| window >= *base);
        let index = found.unwrap_or(self.bases.len() - 1);
        let length = self.shortest + index as u32;
        let distance = (window - self.bases[index]) >> (64 - length);
        (usize::from(self.first[index]).saturating_add(distance as usize), length)
    }
}

fn read_symbols(cursor: &mut Cursor<'_>) -> Result<Vec<Symbol>, TableError> {
    let count = usize::from(cursor.u16()?);
    let bytes = cursor.take(3 * count)?;
    cursor.align(2);
    let mut symbols: Vec<Symbol> = bytes
        .chunks_exact(3)
        .map(|bytes| Symbol {
            left: u16::from(bytes[0]) | u16::from(bytes[1] & 0xf) << 8,
            right: u16::from(bytes[2]) << 4 | u16::from(bytes[1] >> 4),
            length: 0,
        })
        .collect();
    measure(&mut symbols)?;
    Ok(symbols)
}

/// How many values each symbol stands for. Symbols may refer to later ones, but never in a circle.
fn measure(symbols: &mut [Symbol]) -> Result<(), TableError> {
    const CIRCLE: TableError = TableError::Corrupt("its symbols refer to each other in a circle");
    let mut done = vec![false; symbols.len()];
    let mut stack = Vec::new();
    for start in 0..symbols.len() {
        stack.push(start);
        while let Some(&index) = stack.last() {
            let Symbol { left, right, .. } = symbols[index];
            if done[index] || right == NO_PAIR {
                done[index] = true;
                stack.pop();
                continue;
            }
            let halves = [usize::from(left), usize::from(right)];
            if halves.iter().any(|half| *half >= symbols.len()) {
                return Err(BAD_CODE);
            }
            if let Some(open) = halves.into_iter().find(|half| !done[*half]) {
                if stack.len() > symbols.len() {
                    return Err(CIRCLE);
                }
                stack.push(open);
                continue;
            }
            let [left, right] = halves.map(|half| u32::from(symbols[half].length));
            let length = u8::try_from(left + right + 1);
            symbols[index].length = length.map_err(|_| BAD_CODE)?;
            done[index] = true;
            stack.pop();
        }
    }
    Ok(())
}
