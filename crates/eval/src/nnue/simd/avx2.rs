//! Sixteen numbers at once.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use super::super::QA;
use super::super::line::Line;
use super::{BLOCK, kernel};

kernel!(#[target_feature(enable = "avx2")]);

/// A line in registers.
type Vector = [__m256i; 2];

#[inline]
#[target_feature(enable = "avx2")]
fn nothing() -> Vector {
    [_mm256_setzero_si256(); 2]
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(line: &Line) -> Vector {
    let from: *const __m256i = std::ptr::from_ref(line).cast();
    // SAFETY: a line has 64 bytes and is aligned to as many, so both halves lie inside it and are
    // aligned to the 32 that the load asks for.
    unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(line: &mut Line, [low, high]: Vector) {
    let to: *mut __m256i = std::ptr::from_mut(line).cast();
    // SAFETY: as in `load`, and the line is borrowed exclusively.
    unsafe {
        _mm256_store_si256(to, low);
        _mm256_store_si256(to.add(1), high);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn plus(a: Vector, b: Vector) -> Vector {
    [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn minus(a: Vector, b: Vector) -> Vector {
    [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn weigh(sums: Vector, values: Vector, weights: Vector) -> Vector {
    [weigh_half(sums[0], values[0], weights[0]), weigh_half(sums[1], values[1], weights[1])]
}

/// A clipped value times its weight fits 16 bits; multiplied by the value again and added in pairs
/// it needs 32.
#[inline]
#[target_feature(enable = "avx2")]
fn weigh_half(sums: __m256i, values: __m256i, weights: __m256i) -> __m256i {
    let not_negative = _mm256_max_epi16(values, _mm256_setzero_si256());
    let clipped = _mm256_min_epi16(not_negative, _mm256_set1_epi16(QA as i16));
    let weighed = _mm256_mullo_epi16(clipped, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(weighed, clipped))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: Vector) -> i32 {
    let eight = _mm256_add_epi32(sums[0], sums[1]);
    let upper = _mm256_extracti128_si256::<1>(eight);
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), upper);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
