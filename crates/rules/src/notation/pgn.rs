//! Portable game notation.
