//! Sliding attacks by magic multiplication, for processors without a fast bit-extract instruction.
//!
//! For each square, the relevant occupancy times a magic number has in its top bits an index of
//! its own into that square's part of one table. The numbers come from
//! `examples/find_magics.rs`; the tables are filled when the crate is compiled.

use crate::attacks::slow;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Squares attacked by a bishop.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &BISHOP_ENTRIES[square.index()];
    BISHOP_TABLE[entry.index(occupied)]
}

/// Squares attacked by a rook.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &ROOK_ENTRIES[square.index()];
    ROOK_TABLE[entry.index(occupied)]
}

static ROOK_ENTRIES: [Entry; 64] = entries(true);
static BISHOP_ENTRIES: [Entry; 64] = entries(false);
static ROOK_TABLE: [Bitboard; slow::ROOK_OCCUPANCIES] = fill(true);
static BISHOP_TABLE: [Bitboard; slow::BISHOP_OCCUPANCIES] = fill(false);

#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

impl Entry {
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied.bits() & self.mask).wrapping_mul(self.magic);
        self.offset as usize + (product >> self.shift) as usize
    }
}

const fn entries(rook: bool) -> [Entry; 64] {
    let magics = if rook { &ROOK_MAGICS } else { &BISHOP_MAGICS };
    let mut entries = [Entry { mask: 0, magic: 0, offset: 0, shift: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = slow::relevant_occupancy(Square::ALL[square], rook);
        entries[square] =
            Entry { mask: mask.bits(), magic: magics[square], offset, shift: 64 - mask.len() };
        offset += 1 << mask.len();
        square += 1;
    }
    entries
}

const fn fill<const LEN: usize>(rook: bool) -> [Bitboard; LEN] {
    let entries = entries(rook);
    let mut table = [Bitboard::EMPTY; LEN];
    let mut square = 0;
    while square < 64 {
        let (here, entry) = (Square::ALL[square], &entries[square]);
        let mut subset = 0u64;
        loop {
            let occupied = Bitboard::from_bits(subset);
            table[entry.index(occupied)] = slow::slider_attacks(here, occupied, rook);
            subset = subset.wrapping_sub(entry.mask) & entry.mask;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

/// Multipliers for rooks, a1 to h8.
#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x0580003022400084, 0x0540200040001002, 0x0200220008804010, 0x0100050821009000,
    0x0200082004108200, 0x0200082200100401, 0x4900240200108100, 0x0080014900052080,
    0x1885800081C00024, 0x0821400320005000, 0x0021001300200044, 0x1000801000804804,
    0x0A00808008000400, 0x10B2000822001004, 0x80C5002100048200, 0x3828800880104100,
    0xA000828004204000, 0x6000210040010080, 0x38308A8010002000, 0x00008B0010010022,
    0xC008008044008009, 0x35120080321C0080, 0x0000040001025018, 0x1000420004408421,
    0x2020400180002180, 0x1000400100208104, 0x0100100080802000, 0x0004100080080080,
    0x0000A80080540080, 0x2804000480020080, 0x0000500C00250208, 0x0C4004020010A041,
    0x2000400082800223, 0x2210084001402008, 0x0208100085802004, 0x9400300080800800,
    0x0900980081801401, 0x0082000832001004, 0x0122000802000C45, 0x0000802140800500,
    0x0000884000708004, 0x0100804102120020, 0x0001042000410014, 0x0002016008420011,
    0x000C004080180800, 0x400A060004008080, 0x0001005A00010084, 0x0C00058044020009,
    0x0440801040002480, 0x00B0810020C00100, 0x0002820020401200, 0x0041009004200900,
    0x0040050010080100, 0x00010002081C0100, 0x2921000A00042700, 0xC800C08414410200,
    0x3023006080004015, 0x0481001040008421, 0x0010116080C00A02, 0x048100A104085001,
    0x6001000408003003, 0x4211001400080203, 0x400090060483080C, 0x000800E40D084482,
];

/// Multipliers for bishops, a1 to h8.
#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x004D200812C1002A, 0x00A0080189104020, 0x0208881108A08000, 0x0004440080200002,
    0x0014042053208048, 0x0810900420110B09, 0x040402020220000A, 0x3000440201100310,
    0x00210C8828213C00, 0x808010090210B201, 0x0800840114010402, 0x08A8282040401880,
    0x08040C1C20000045, 0x0014020290042000, 0x30000A4808041201, 0x001301C424040600,
    0x0458504118150C20, 0x10200808080104C0, 0x2004000800440009, 0x0034C00404008028,
    0x0001800402A00021, 0x4042004101420210, 0x2000800401A41104, 0x4002005242008401,
    0x0004314440123800, 0x00501006080B2120, 0x2448022205040300, 0x0004002004020880,
    0x0011040002002110, 0x1910420000411014, 0x402E420000411002, 0x0003090205442080,
    0x3402186002402E00, 0x1160881400881041, 0x0004020200430410, 0x146A0040400C0100,
    0x2401440400014100, 0x0008084100819000, 0x0258880080004A00, 0x00848C1042088E00,
    0x0084012010090802, 0x8011080854040280, 0x10800A0090000200, 0x00100A0212000400,
    0x1725240094000203, 0x420401005A000300, 0x0420020481011A00, 0x0408008100410200,
    0x0000A20120204002, 0x04008200C6200002, 0x1C0802A201100001, 0x0008904020982000,
    0x10A02090020A0000, 0x0010042810010040, 0x0810431004208120, 0x2010020084018000,
    0x1514210130012004, 0x24200100A8011800, 0x2100001A00840400, 0x0008280000840404,
    0x0403404810212200, 0x0100020510020A00, 0x0030B2200A008A00, 0x0082140108021080,
];
