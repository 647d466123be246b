//! The kernels compiled for processors with AVX2.

// Calling a function that is compiled for more instructions than the program assumes cannot be
// said in safe Rust.
#![allow(unsafe_code)]

use super::{AdamStep, Lists, adam_body, add_rows_body, output_body, output_slopes_body};

/// The proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

#[expect(clippy::unused_self, reason = "having one is the proof")]
impl Avx2 {
    /// Asks the processor; the answer is remembered by the standard library.
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        let has = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let has = false;
        has.then_some(Self(()))
    }

    pub(super) fn add_rows(self, sums: &mut [f32], lists: &Lists, rows: &[f32], width: usize) {
        // SAFETY: only `detect` makes a `Self`, and only where the processor has AVX2.
        unsafe { add_rows(sums, lists, rows, width) }
    }

    pub(super) fn output(self, hidden: &[f32], weights: &[f32]) -> f32 {
        // SAFETY: only `detect` makes a `Self`, and only where the processor has AVX2.
        unsafe { output(hidden, weights) }
    }

    pub(super) fn output_slopes(
        self,
        hidden: &mut [f32],
        weights: &[f32],
        slope: f32,
        weight_slopes: &mut [f32],
    ) {
        // SAFETY: only `detect` makes a `Self`, and only where the processor has AVX2.
        unsafe { output_slopes(hidden, weights, slope, weight_slopes) }
    }

    pub(super) fn adam(
        self,
        step: &AdamStep,
        values: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        slopes: &[f32],
    ) {
        // SAFETY: only `detect` makes a `Self`, and only where the processor has AVX2.
        unsafe { adam(step, values, means, squares, slopes) }
    }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
// SAFETY: safe code throughout; whoever calls it has to know that the processor has AVX2.
unsafe fn add_rows(sums: &mut [f32], lists: &Lists, rows: &[f32], width: usize) {
    add_rows_body(sums, lists, rows, width);
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
// SAFETY: safe code throughout; whoever calls it has to know that the processor has AVX2.
unsafe fn output(hidden: &[f32], weights: &[f32]) -> f32 {
    output_body(hidden, weights)
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
// SAFETY: safe code throughout; whoever calls it has to know that the processor has AVX2.
unsafe fn output_slopes(
    hidden: &mut [f32],
    weights: &[f32],
    slope: f32,
    weight_slopes: &mut [f32],
) {
    output_slopes_body(hidden, weights, slope, weight_slopes);
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
// SAFETY: safe code throughout; whoever calls it has to know that the processor has AVX2.
unsafe fn adam(
    step: &AdamStep,
    values: &mut [f32],
    means: &mut [f32],
    squares: &mut [f32],
    slopes: &[f32],
) {
    adam_body(step, values, means, squares, slopes);
}
