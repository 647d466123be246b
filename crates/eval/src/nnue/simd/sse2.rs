//! Eight numbers at once. SSE2 is part of every 64-bit x86 processor and has all that is needed
//! here.

use std::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_madd_epi16,
    _mm_max_epi16, _mm_min_epi16, _mm_mullo_epi16, _mm_set1_epi16, _mm_setzero_si128,
    _mm_shuffle_epi32, _mm_store_si128, _mm_sub_epi16,
};
use std::array::from_fn;

use super::super::QA;
use super::super::line::Line;
use super::{BLOCK, kernel};

kernel!(#[target_feature(enable = "sse2")]);

/// A line in registers.
type Vector = [__m128i; 4];

#[inline]
#[target_feature(enable = "sse2")]
fn nothing() -> Vector {
    [_mm_setzero_si128(); 4]
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(line: &Line) -> Vector {
    let from: *const __m128i = std::ptr::from_ref(line).cast();
    // SAFETY: a line has 64 bytes and is aligned to as many, so all four quarters lie inside it
    // and are aligned to the 16 that the load asks for.
    from_fn(|part| unsafe { _mm_load_si128(from.add(part)) })
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(line: &mut Line, value: Vector) {
    let to: *mut __m128i = std::ptr::from_mut(line).cast();
    for (part, register) in value.into_iter().enumerate() {
        // SAFETY: as in `load`, and the line is borrowed exclusively.
        unsafe { _mm_store_si128(to.add(part), register) };
    }
}

#[inline]
#[target_feature(enable = "sse2")]
fn plus(a: Vector, b: Vector) -> Vector {
    from_fn(|part| _mm_add_epi16(a[part], b[part]))
}

#[inline]
#[target_feature(enable = "sse2")]
fn minus(a: Vector, b: Vector) -> Vector {
    from_fn(|part| _mm_sub_epi16(a[part], b[part]))
}

/// A clipped value times its weight fits 16 bits; multiplied by the value again and added in pairs
/// it needs 32.
#[inline]
#[target_feature(enable = "sse2")]
fn weigh(sums: Vector, values: Vector, weights: Vector) -> Vector {
    from_fn(|part| {
        let not_negative = _mm_max_epi16(values[part], _mm_setzero_si128());
        let clipped = _mm_min_epi16(not_negative, _mm_set1_epi16(QA as i16));
        let weighed = _mm_mullo_epi16(clipped, weights[part]);
        _mm_add_epi32(sums[part], _mm_madd_epi16(weighed, clipped))
    })
}

#[inline]
#[target_feature(enable = "sse2")]
fn total(sums: Vector) -> i32 {
    let four = _mm_add_epi32(_mm_add_epi32(sums[0], sums[1]), _mm_add_epi32(sums[2], sums[3]));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
