//! The numbering of positions: squares of the pieces in, the place in the table out.
//!
//! Symmetry and order leave few of all arrangements. The leading pieces, which are the two kings,
//! three different pieces, or the pawns of one colour, are reflected into a corner of the board
//! and numbered together; each group of like pieces after them is a set of the squares left.

use super::error::TableError;

/// At most so many pieces are on the board.
pub(crate) const MAX_PIECES: usize = 7;

/// What the numbering begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lead {
    /// Both kings, where no other piece is the only one of its kind.
    Kings,
    /// Three pieces of different kinds.
    Three,
    /// Pawns of one colour, then those of the other, of which there may be none.
    Pawns { first: usize, second: usize },
}

impl Lead {
    /// How many pieces are numbered before the groups that depend on their order in the file.
    const fn pieces(self) -> usize {
        match self {
            Self::Kings => 2,
            Self::Three => 3,
            Self::Pawns { first, second } => first + second,
        }
    }
}

/// A set of like pieces: where it ends in the list, and what its number is multiplied by.
#[derive(Clone, Copy, Debug)]
struct Group {
    end: usize,
    factor: u64,
}

/// How the squares of one table become a number.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    lead: Lead,
    lead_factor: u64,
    second_pawns_factor: u64,
    groups: Vec<Group>,
    /// How many numbers there are.
    pub(crate) size: u64,
}

impl Numbering {
    /// The numbering of pieces in this order, given as counts of like pieces after the leading
    /// ones. `order` tells after how many groups the leading pieces are multiplied in; so does
    /// `second_order` for the pawns of the other colour. `file` is that of the leading pawn.
    pub(crate) fn new(
        lead: Lead,
        like: &[usize],
        order: usize,
        second_order: Option<usize>,
        file: usize,
    ) -> Result<Self, TableError> {
        let corrupt = || TableError::Corrupt("the order of its pieces makes no sense");
        let times = |a: u64, b: u64| a.checked_mul(b).ok_or_else(corrupt);
        let mut free = 64 - lead.pieces();
        let mut end = lead.pieces();
        let mut size = 1;
        let mut factors = [None; 2];
        let mut groups = Vec::new();
        let mut rest = like.iter();
        for step in 0.. {
            if step == order {
                factors[0] = Some(size);
                size = times(size, lead_size(lead, file))?;
            } else if Some(step) == second_order {
                factors[1] = Some(size);
                let Lead::Pawns { first, second } = lead else { return Err(corrupt()) };
                size = times(size, choose(48 - first, second))?;
            } else if let Some(&count) = rest.next() {
                end += count;
                groups.push(Group { end, factor: size });
                size = times(size, choose(free, count))?;
                free -= count;
            } else {
                break;
            }
        }
        let [Some(lead_factor), second] = factors else { return Err(corrupt()) };
        if second.is_none() && second_order.is_some() {
            return Err(corrupt());
        }
        let second_pawns_factor = second.unwrap_or(0);
        Ok(Self { lead, lead_factor, second_pawns_factor, groups, size })
    }

    /// The number of a position. The squares come in the order of the pieces in the file and are
    /// moved about on the way; the leading pawn is the first of them.
    pub(crate) fn number(&self, squares: &mut [u8]) -> u64 {
        if squares[0] & 4 != 0 {
            reflect(squares, |square| square ^ 7);
        }
        let mut number = self.lead_factor
            * match self.lead {
                Lead::Kings => {
                    into_triangle(squares, 2);
                    kings(squares[0], squares[1])
                }
                Lead::Three => {
                    into_triangle(squares, 3);
                    three(squares[0], squares[1], squares[2])
                }
                Lead::Pawns { first, .. } => pawns(&mut squares[..first]),
            };
        let mut start = self.lead.pieces();
        if let Lead::Pawns { first, second } = self.lead
            && second > 0
        {
            number += self.second_pawns_factor * set(squares, first, first + second, 8);
        }
        for group in &self.groups {
            number += group.factor * set(squares, start, group.end, 0);
            start = group.end;
        }
        number
    }
}

/// How many arrangements of the leading pieces there are; of pawns, with the first on this file.
fn lead_size(lead: Lead, file: usize) -> u64 {
    match lead {
        Lead::Kings => 462,
        Lead::Three => 31332,
        Lead::Pawns { first, .. } => (0..6).map(|rank| behind(first, file, rank)).sum(),
    }
}

/// Above the diagonal from a1 to h8, on it, or below.
const fn off_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

const fn transpose(square: u8) -> u8 {
    square >> 3 | (square & 7) << 3
}

fn reflect(squares: &mut [u8], image: impl Fn(u8) -> u8) {
    for square in squares {
        *square = image(*square);
    }
}

/// Reflects all squares so that the first lies in the triangle a1-d1-d4, and the first of the
/// leading ones that is off the diagonal lies below it.
fn into_triangle(squares: &mut [u8], leading: usize) {
    if squares[0] & 0x20 != 0 {
        reflect(squares, |square| square ^ 0x38);
    }
    let first_off = squares[..leading].iter().find(|square| off_diagonal(**square) != 0);
    if first_off.is_some_and(|square| off_diagonal(*square) > 0) {
        reflect(squares, transpose);
    }
}

/// The ten squares of the triangle: those below the diagonal first, then those on it.
const fn triangle(square: u8) -> u64 {
    match square {
        1..=3 => square as u64 - 1,
        10 => 3,
        11 => 4,
        19 => 5,
        _ => 6 + (square & 7) as u64,
    }
}

/// The 28 squares below the diagonal, row by row from the diagonal outwards.
const fn lower(square: u8) -> u64 {
    let (mut low, mut high) = ((square >> 3) as u64, (square & 7) as u64);
    if low > high {
        (low, high) = (high, low);
    }
    low * (15 - low) / 2 + high - low - 1
}

/// Both kings: 441 arrangements with one of them off the diagonal, then 21 on it.
fn kings(first: u8, second: u8) -> u64 {
    u64::from(KINGS[triangle(first) as usize][second as usize])
}

static KINGS: [[u16; 64]; 10] = number_kings();

const fn number_kings() -> [[u16; 64]; 10] {
    const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];
    let mut numbers = [[0; 64]; 10];
    let mut next = 0;
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut corner = 0;
        while corner < 10 {
            let first = TRIANGLE[corner];
            let mut second = 0;
            while second < 64 {
                let files = ((first & 7) as i8 - (second & 7) as i8).abs();
                let ranks = ((first >> 3) as i8 - (second >> 3) as i8).abs();
                let is_first_on = off_diagonal(first) == 0;
                let both_on = is_first_on && off_diagonal(second) == 0;
                let is_reflected = is_first_on && off_diagonal(second) > 0;
                if (files > 1 || ranks > 1) && !is_reflected && both_on == (on_diagonal == 1) {
                    numbers[corner][second as usize] = next;
                    next += 1;
                }
                second += 1;
            }
            corner += 1;
        }
        on_diagonal += 1;
    }
    assert!(next == 462);
    numbers
}

/// Three different pieces: the first off the diagonal, then the second, then the third, then none.
fn three(a: u8, b: u8, c: u8) -> u64 {
    // Squares that are taken are left out of the counting.
    let skip_b = u64::from(b > a);
    let skip_c = u64::from(c > a) + u64::from(c > b);
    let (second, third) = (u64::from(b), u64::from(c));
    let rank = |square: u8| u64::from(square >> 3);
    if off_diagonal(a) != 0 {
        triangle(a) * 63 * 62 + (second - skip_b) * 62 + third - skip_c
    } else if off_diagonal(b) != 0 {
        6 * 63 * 62 + rank(a) * 28 * 62 + lower(b) * 62 + third - skip_c
    } else if off_diagonal(c) != 0 {
        6 * 63 * 62 + 4 * 28 * 62 + rank(a) * 7 * 28 + (rank(b) - skip_b) * 28 + lower(c)
    } else {
        6 * 63 * 62
            + 4 * 28 * 62
            + 4 * 7 * 28
            + rank(a) * 7 * 6
            + (rank(b) - skip_b) * 6
            + (rank(c) - skip_c)
    }
}

/// How far a pawn's square is from leading: the files from the edge inwards, ranks upwards.
pub(crate) const fn leading(square: u8) -> u8 {
    let file = edge_distance(square);
    6 * file + (square >> 3) - 1
}

/// The distance of a square's file from the nearer edge.
pub(crate) const fn edge_distance(square: u8) -> u8 {
    let file = square & 7;
    if file > 3 { 7 - file } else { file }
}

/// The number of a pawn behind the leading one: both squares of a pair of files follow each other.
const fn twist(square: u8) -> usize {
    let pair = 47 - 12 * edge_distance(square) as usize - 2 * ((square >> 3) as usize - 1);
    if square & 7 > 3 { pair - 1 } else { pair }
}

/// In how many ways the other pawns can stand when the leading one is there.
fn behind(pawns: usize, file: usize, rank: usize) -> u64 {
    choose(twist((8 * (rank + 1) + file) as u8), pawns - 1)
}

/// Pawns of one colour, the leading one first.
fn pawns(squares: &mut [u8]) -> u64 {
    let (file, rank) = (usize::from(squares[0] & 7), usize::from(squares[0] >> 3) - 1);
    let before: u64 = (0..rank).map(|rank| behind(squares.len(), file, rank)).sum();
    let rest = &mut squares[1..];
    rest.sort_unstable_by_key(|square| std::cmp::Reverse(twist(*square)));
    let count = rest.len();
    let set = rest.iter().enumerate().map(|(i, square)| choose(twist(*square), count - i));
    before + set.sum::<u64>()
}

/// The number of a set of like pieces among the squares that those before it have left. Pawns
/// cannot stand on the first rank, whose `offset` squares do not count.
fn set(squares: &mut [u8], start: usize, end: usize, offset: u8) -> u64 {
    let (before, rest) = squares.split_at_mut(start);
    let like = &mut rest[..end - start];
    like.sort_unstable();
    let place = |square: u8| {
        let taken = before.iter().filter(|other| square > **other).count();
        usize::from(square - offset) - taken
    };
    like.iter().enumerate().map(|(i, square)| choose(place(*square), i + 1)).sum()
}

/// The binomial coefficient.
fn choose(n: usize, k: usize) -> u64 {
    BINOMIAL[k][n]
}

static BINOMIAL: [[u64; 64]; 8] = binomial();

const fn binomial() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 8 {
            if n > 0 {
                table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            }
            k += 1;
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_pieces_are_numbered_without_gaps_up_to_reflection() {
        let mut seen = vec![false; 31332];
        for a in 0..64_u8 {
            for b in (0..64).filter(|b| *b != a) {
                for c in (0..64).filter(|c| *c != a && *c != b) {
                    let mut squares = [a, b, c];
                    if squares[0] & 4 != 0 {
                        reflect(&mut squares, |square| square ^ 7);
                    }
                    into_triangle(&mut squares, 3);
                    seen[three(squares[0], squares[1], squares[2]) as usize] = true;
                }
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }

    #[test]
    fn pawns_are_numbered_without_gaps() {
        for file in 0..4 {
            let lead = Lead::Pawns { first: 2, second: 0 };
            let mut seen = vec![false; lead_size(lead, file) as usize];
            for first in 8..56_u8 {
                for second in (8..56).filter(|second| *second != first) {
                    let mut squares = [first, second];
                    squares.sort_by_key(|square| leading(*square));
                    if usize::from(edge_distance(squares[0])) == file {
                        if squares[0] & 4 != 0 {
                            reflect(&mut squares, |square| square ^ 7);
                        }
                        seen[pawns(&mut squares) as usize] = true;
                    }
                }
            }
            assert!(seen.iter().all(|seen| *seen), "file {file}");
        }
    }

    #[test]
    fn a_senseless_order_is_refused() {
        assert!(Numbering::new(Lead::Kings, &[1, 1], 9, None, 0).is_err());
        assert!(Numbering::new(Lead::Three, &[1], 0, Some(1), 0).is_err());
        let size = Numbering::new(Lead::Three, &[1], 1, None, 0).map(|numbering| numbering.size);
        assert_eq!(size.ok(), Some(31332 * 61));
    }
}
