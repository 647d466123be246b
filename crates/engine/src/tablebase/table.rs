//! One file of tables: who wins with the pieces of its name, or how soon something irreversible
//! happens.

use ferz_rules::{Color, PieceType, Position};
use ferz_search::Wdl;

use super::error::TableError;
use super::index::{Lead, MAX_PIECES, Numbering, edge_distance, leading};
use super::material::Material;
use super::pairs::Pairs;
use super::source::{Cursor, Source};

/// What a table tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    /// Win, draw or loss.
    Wdl,
    /// The distance to the next capture or pawn move.
    Dtz,
}

impl Metric {
    pub(crate) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }

    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }
}

/// The file has values for both players to move.
const SPLIT: u8 = 1;
/// There are pawns, so that the file has a part for each file of the leading one.
const HAS_PAWNS: u8 = 2;

/// The values are for Black to move.
const BLACK_TO_MOVE: u8 = 1;
/// The values are places in a list.
const MAPPED: u8 = 2;
/// Wins are counted in half-moves, not in moves.
const WIN_PLIES: u8 = 4;
/// Losses are.
const LOSS_PLIES: u8 = 8;
/// The list has two bytes for each value.
const WIDE: u8 = 16;

/// After the last block there is a checksum.
const CHECKSUM_BYTES: u64 = 16;

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    source: Source,
    material: Material,
    metric: Metric,
    /// For each file of the leading pawn, for each player to move.
    parts: Vec<Vec<Part>>,
}

#[derive(Debug)]
struct Part {
    pieces: Vec<(Color, PieceType)>,
    numbering: Numbering,
    pairs: Pairs,
    /// For each kind of result, what the values stand for.
    map: [Vec<u16>; 4],
}

/// What the distance table has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Distance {
    /// So many half-moves.
    Plies(u32),
    /// Only the other player's turn is stored.
    OtherTurn,
}

impl Table {
    /// Reads the description of a table and checks that all of it is there.
    pub(crate) fn read(
        source: Source,
        material: Material,
        metric: Metric,
    ) -> Result<Self, TableError> {
        let mut cursor = Cursor::new(&source);
        if cursor.take(4)?[..] != metric.magic() {
            return Err(TableError::Magic);
        }
        let flags = cursor.byte()?;
        let is_split = metric == Metric::Wdl && !material.is_symmetric();
        if (flags & HAS_PAWNS != 0) != material.has_pawns()
            || (metric == Metric::Wdl && (flags & SPLIT != 0) != is_split)
            || material.pieces() > MAX_PIECES
        {
            return Err(TableError::OtherPieces);
        }
        let lead = lead(material);
        let files = if material.has_pawns() { 4 } else { 1 };
        let sides = if is_split { 2 } else { 1 };
        let mut arrangements = Vec::new();
        for file in 0..files {
            arrangements.push(read_arrangements(&mut cursor, material, lead, file, sides)?);
        }
        cursor.align(2);
        let mut parts: Vec<Vec<Part>> = Vec::new();
        for sides in arrangements {
            let mut file = Vec::new();
            for (pieces, numbering) in sides {
                let pairs = Pairs::read(&mut cursor, numbering.size, metric == Metric::Wdl)?;
                file.push(Part { pieces, numbering, pairs, map: Default::default() });
            }
            parts.push(file);
        }
        if metric == Metric::Dtz {
            for part in parts.iter_mut().flatten() {
                part.map = read_map(&mut cursor, part.pairs.flags)?;
            }
            cursor.align(2);
        }
        let mut all: Vec<&mut Pairs> =
            parts.iter_mut().flatten().map(|part| &mut part.pairs).collect();
        all.iter_mut().try_for_each(|pairs| pairs.place_index(&mut cursor))?;
        all.iter_mut().try_for_each(|pairs| pairs.place_sizes(&mut cursor))?;
        all.iter_mut().try_for_each(|pairs| pairs.place_data(&mut cursor))?;
        cursor.align(64);
        let end = cursor.offset + CHECKSUM_BYTES;
        match end.cmp(&source.len()) {
            std::cmp::Ordering::Greater => return Err(TableError::Truncated),
            std::cmp::Ordering::Less => return Err(TableError::TooLong),
            std::cmp::Ordering::Equal => {}
        }
        Ok(Self { source, material, metric, parts })
    }

    /// Who wins, if the best move is no capture. `is_flipped` says that Black has the pieces that
    /// White has in the table's name.
    pub(crate) fn wdl(&self, position: &Position, is_flipped: bool) -> Result<Wdl, TableError> {
        debug_assert_eq!(self.metric, Metric::Wdl);
        let (part, number, _) = self.find(position, is_flipped);
        match part.pairs.value(&self.source, number)? {
            0 => Ok(Wdl::Loss),
            1 => Ok(Wdl::BlessedLoss),
            2 => Ok(Wdl::Draw),
            3 => Ok(Wdl::CursedWin),
            4 => Ok(Wdl::Win),
            _ => Err(TableError::Corrupt("it knows a result that does not exist")),
        }
    }

    /// How far it is to a capture or pawn move that keeps this result, if that is not the best
    /// move already.
    pub(crate) fn distance(
        &self,
        position: &Position,
        is_flipped: bool,
        wdl: Wdl,
    ) -> Result<Distance, TableError> {
        debug_assert_eq!(self.metric, Metric::Dtz);
        let (part, number, side) = self.find(position, is_flipped);
        let flags = part.pairs.flags;
        if !self.material.is_symmetric() && usize::from(flags & BLACK_TO_MOVE) != side {
            return Ok(Distance::OtherTurn);
        }
        let mut value = part.pairs.value(&self.source, number)?;
        if flags & MAPPED != 0 {
            let list = match wdl {
                Wdl::Win | Wdl::Draw => 0,
                Wdl::Loss => 1,
                Wdl::CursedWin => 2,
                Wdl::BlessedLoss => 3,
            };
            let meant = part.map[list].get(usize::from(value));
            value = *meant.ok_or(TableError::Corrupt("it knows a distance that does not exist"))?;
        }
        let in_plies = match wdl {
            Wdl::Win => flags & WIN_PLIES != 0,
            Wdl::Loss => flags & LOSS_PLIES != 0,
            _ => false,
        };
        Ok(Distance::Plies(u32::from(value) * if in_plies { 1 } else { 2 } + 1))
    }

    /// The part that a position belongs to, its number there, and the player to move as the table
    /// sees it.
    fn find(&self, position: &Position, is_flipped: bool) -> (&Part, u64, usize) {
        // Where both players have the same pieces, the one to move is always White.
        let flips =
            if self.material.is_symmetric() { position.turn() == Color::Black } else { is_flipped };
        let side = usize::from((position.turn() == Color::Black) != flips);
        let side = if self.material.is_symmetric() { 0 } else { side };
        let mut squares = [0; MAX_PIECES];
        let first = &self.parts[0][0].pieces;
        let file = if self.material.has_pawns() {
            let pawns = place(position, first[0], flips, true, &mut squares);
            let lead = (0..pawns).min_by_key(|i| leading(squares[*i])).unwrap_or(0);
            usize::from(edge_distance(squares[lead]))
        } else {
            0
        };
        let sides = &self.parts[file];
        let part = sides.get(side).unwrap_or(&sides[0]);
        let mut filled = 0;
        while filled < part.pieces.len() {
            let (piece, rest) = (part.pieces[filled], &mut squares[filled..]);
            let count = place(position, piece, flips, self.material.has_pawns(), rest);
            if filled == 0 && self.material.has_pawns() {
                let lead = (0..count).min_by_key(|i| leading(rest[*i])).unwrap_or(0);
                rest.swap(0, lead);
            }
            // Never zero for a position with the table's material.
            filled += count.max(1);
        }
        let number = part.numbering.number(&mut squares[..part.pieces.len()]);
        (part, number, side)
    }
}

/// Writes down where the pieces of one kind are, and says how many there are.
fn place(
    position: &Position,
    (color, kind): (Color, PieceType),
    flips: bool,
    has_pawns: bool,
    squares: &mut [u8],
) -> usize {
    let color = if flips { !color } else { color };
    // Without pawns the ranks need not be exchanged: reflection takes care of that.
    let mirror = if flips && has_pawns { 0x38 } else { 0 };
    let found = position.pieces(color, kind);
    for (slot, square) in squares.iter_mut().zip(found) {
        *slot = square.index() as u8 ^ mirror;
    }
    found.len() as usize
}

/// What the numbering of this material begins with.
fn lead(material: Material) -> Lead {
    let [white, black] = material.pawns();
    match (white, black) {
        (0, 0) if material.unique() == 2 => Lead::Kings,
        (0, 0) => Lead::Three,
        // The fewer pawns lead.
        (white, black) if black > 0 && (white == 0 || white > black) => {
            Lead::Pawns { first: black, second: white }
        }
        (white, black) => Lead::Pawns { first: white, second: black },
    }
}

type Arrangement = (Vec<(Color, PieceType)>, Numbering);

/// The order of the pieces on one file of the leading pawn, for one or both players to move.
fn read_arrangements(
    cursor: &mut Cursor<'_>,
    material: Material,
    lead: Lead,
    file: usize,
    sides: usize,
) -> Result<Vec<Arrangement>, TableError> {
    let order = cursor.byte()?;
    let second_order = match lead {
        Lead::Pawns { second: 1.., .. } => Some(cursor.byte()?),
        _ => None,
    };
    let codes = cursor.take(material.pieces())?;
    let mut arrangements = Vec::new();
    for side in 0..sides {
        let half = |byte: u8| byte >> (4 * side) & 0xf;
        let pieces: Vec<_> = codes.iter().filter_map(|code| piece(half(*code))).collect();
        let like = check_order(&pieces, material, lead)?;
        let second = second_order.map(|order| usize::from(half(order)));
        let numbering = Numbering::new(lead, &like, usize::from(half(order)), second, file)?;
        arrangements.push((pieces, numbering));
    }
    Ok(arrangements)
}

fn piece(code: u8) -> Option<(Color, PieceType)> {
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    let kind = match code & 7 {
        1 => PieceType::Pawn,
        2 => PieceType::Knight,
        3 => PieceType::Bishop,
        4 => PieceType::Rook,
        5 => PieceType::Queen,
        6 => PieceType::King,
        _ => return None,
    };
    Some((color, kind))
}

/// Checks that the pieces are those of the name, like ones together and the leading ones first.
/// Gives the number of pieces in each group after the leading ones.
fn check_order(
    pieces: &[(Color, PieceType)],
    material: Material,
    lead: Lead,
) -> Result<Vec<usize>, TableError> {
    let groups: Vec<&[(Color, PieceType)]> = pieces.chunk_by(|a, b| a == b).collect();
    let is_whole = |group: &&[(Color, PieceType)]| {
        let (color, kind) = group[0];
        material.count(color, kind) == group.len()
    };
    if pieces.len() != material.pieces() || !groups.iter().all(is_whole) {
        return Err(TableError::OtherPieces);
    }
    let (leading, rest) = match lead {
        Lead::Kings | Lead::Pawns { second: 1.., .. } => groups.split_at_checked(2),
        Lead::Three => groups.split_at_checked(3),
        Lead::Pawns { second: 0, .. } => groups.split_at_checked(1),
    }
    .ok_or(TableError::OtherPieces)?;
    let fits = |(i, group): (usize, &&[(Color, PieceType)])| match lead {
        Lead::Kings => group[0].1 == PieceType::King,
        Lead::Three => group.len() == 1,
        Lead::Pawns { first, second } => {
            group[0].1 == PieceType::Pawn && group.len() == [first, second][i]
        }
    };
    if !leading.iter().enumerate().all(fits) {
        return Err(TableError::Corrupt("its leading pieces cannot lead"));
    }
    Ok(rest.iter().map(|group| group.len()).collect())
}

/// The lists that values are places in, one for each kind of result.
fn read_map(cursor: &mut Cursor<'_>, flags: u8) -> Result<[Vec<u16>; 4], TableError> {
    let mut lists: [Vec<u16>; 4] = Default::default();
    if flags & MAPPED == 0 {
        return Ok(lists);
    }
    let is_wide = flags & WIDE != 0;
    if is_wide {
        cursor.align(2);
    }
    for list in &mut lists {
        if is_wide {
            let count = usize::from(cursor.u16()?);
            let bytes = cursor.take(2 * count)?;
            *list = bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        } else {
            let count = usize::from(cursor.byte()?);
            *list = cursor.take(count)?.iter().map(|byte| u16::from(*byte)).collect();
        }
    }
    Ok(lists)
}
