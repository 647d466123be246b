//! Sixteen-bit numbers in whole cache lines.

/// How many numbers a line holds.
pub(super) const LANES: usize = 32;

/// A cache line of numbers. The type carries the alignment that vector loads ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [i16; LANES]);

/// Packs numbers into lines; their count must be a multiple of [`LANES`].
pub(super) fn pack(values: &[i16]) -> Box<[Line]> {
    let (chunks, rest) = values.as_chunks::<LANES>();
    debug_assert!(rest.is_empty(), "the caller has checked the count");
    chunks.iter().map(|&chunk| Line(chunk)).collect()
}

/// The numbers again.
pub(super) fn unpack(lines: &[Line]) -> impl Iterator<Item = i16> {
    lines.iter().flat_map(|line| line.0)
}
