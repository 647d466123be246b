//! Asking the processor to bring memory near before it is read.
//!
//! What is looked up by a key lies anywhere in tables larger than the near caches. A child's keys are
//! known a while before its node asks for them; with the transposition table and the corrections
//! fetched in that time a search makes about a tenth more nodes a second (docs/speed.md).

// Only an instruction of the processor says this; there is no safe name for it.
#![allow(unsafe_code)]

/// Asks for the cache line that the value begins on.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program can see and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
