//! The arithmetic of networks on whole lines of numbers, for the processor at hand.
//!
//! Each kernel is the same three loops over a small vocabulary of its own: `load`, `store`, `plus`,
//! `minus`, `nothing`, `weigh` and `total`. All of them give the same numbers, since all arithmetic is of
//! whole numbers and none overflows: accumulators fit 16 bits by the network's own check, a
//! clipped value times an output weight fits as well, and the sum of a [`BLOCK`] fits 32.

// Vector loads and stores take pointers, and the compiler cannot see that the processor was asked
// before a kernel was chosen.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

use std::fmt;

use super::line::{LANES, Line};
use super::{MAX_OUTPUT_WEIGHT, QA};

/// Lines of each perspective whose weighed squares are added up in 32 bits, before 64 take over.
const BLOCK: usize = 4;

const _: () = {
    let largest = QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64;
    assert!(QA as i64 * MAX_OUTPUT_WEIGHT as i64 <= i16::MAX as i64);
    assert!(2 * (BLOCK * LANES) as i64 * largest <= i32::MAX as i64);
};

/// The loops of a kernel, in the words of the module that asks for them.
macro_rules! kernel {
    ($(#[$feature:meta])*) => {
        /// Sets the target to the source with some rows added and some taken away.
        $(#[$feature])*
        pub(super) fn combine<const ADDED: usize, const REMOVED: usize>(
            target: &mut [Line],
            source: &[Line],
            added: [&[Line]; ADDED],
            removed: [&[Line]; REMOVED],
        ) {
            // Equal lengths spare the checks of every index below.
            let length = target.len();
            let source = &source[..length];
            let added = added.map(|row| &row[..length]);
            let removed = removed.map(|row| &row[..length]);
            for index in 0..length {
                let mut sum = load(&source[index]);
                for row in added {
                    sum = plus(sum, load(&row[index]));
                }
                for row in removed {
                    sum = minus(sum, load(&row[index]));
                }
                store(&mut target[index], sum);
            }
        }

        /// Adds any number of rows to the target and takes others away.
        $(#[$feature])*
        pub(super) fn apply(target: &mut [Line], added: &[&[Line]], removed: &[&[Line]]) {
            for (index, line) in target.iter_mut().enumerate() {
                let mut sum = load(line);
                for row in added {
                    sum = plus(sum, load(&row[index]));
                }
                for row in removed {
                    sum = minus(sum, load(&row[index]));
                }
                store(line, sum);
            }
        }

        /// The sum of clipped squares times weights, those of `ours` first.
        $(#[$feature])*
        pub(super) fn dot(ours: &[Line], theirs: &[Line], weights: &[Line]) -> i64 {
            let length = ours.len();
            let theirs = &theirs[..length];
            let (our_weights, their_weights) = (&weights[..length], &weights[length..2 * length]);
            let mut sum = 0;
            for start in (0..length).step_by(BLOCK) {
                let mut sums = nothing();
                for index in start..length.min(start + BLOCK) {
                    sums = weigh(sums, load(&ours[index]), load(&our_weights[index]));
                    sums = weigh(sums, load(&theirs[index]), load(&their_weights[index]));
                }
                sum += i64::from(total(sums));
            }
            sum
        }
    };
}
use kernel;

/// A way of doing the arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel(Choice);

/// Private, so that a kernel that the processor lacks cannot be named from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Kernel {
    /// What every processor can do.
    pub const PORTABLE: Self = Self(Choice::Portable);

    /// Every kernel that this processor can run, the best one last.
    pub fn available() -> Vec<Self> {
        let mut kernels = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            kernels.push(Self(Choice::Sse2));
            if std::arch::is_x86_feature_detected!("avx2") {
                kernels.push(Self(Choice::Avx2));
            }
        }
        kernels
    }

    /// The best kernel that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::PORTABLE)
    }

    /// Sets the target to the source with some rows added and some taken away.
    #[inline(always)]
    pub(super) fn combine<const ADDED: usize, const REMOVED: usize>(
        self,
        target: &mut [Line],
        source: &[Line],
        added: [&[Line]; ADDED],
        removed: [&[Line]; REMOVED],
    ) {
        match self.0 {
            Choice::Portable => portable::combine(target, source, added, removed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every 64-bit x86 processor has SSE2.
            Choice::Sse2 => unsafe { sse2::combine(target, source, added, removed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this choice is made in `available` alone, where the processor has been asked.
            Choice::Avx2 => unsafe { avx2::combine(target, source, added, removed) },
        }
    }

    /// Adds any number of rows to the target and takes others away.
    pub(super) fn apply(self, target: &mut [Line], added: &[&[Line]], removed: &[&[Line]]) {
        match self.0 {
            Choice::Portable => portable::apply(target, added, removed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every 64-bit x86 processor has SSE2.
            Choice::Sse2 => unsafe { sse2::apply(target, added, removed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this choice is made in `available` alone, where the processor has been asked.
            Choice::Avx2 => unsafe { avx2::apply(target, added, removed) },
        }
    }

    /// The sum of clipped squares times weights, those of `ours` first.
    #[inline(always)]
    pub(super) fn dot(self, ours: &[Line], theirs: &[Line], weights: &[Line]) -> i64 {
        match self.0 {
            Choice::Portable => portable::dot(ours, theirs, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every 64-bit x86 processor has SSE2.
            Choice::Sse2 => unsafe { sse2::dot(ours, theirs, weights) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this choice is made in `available` alone, where the processor has been asked.
            Choice::Avx2 => unsafe { avx2::dot(ours, theirs, weights) },
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Choice::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Choice::Sse2 => "SSE2",
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2 => "AVX2",
        })
    }
}
