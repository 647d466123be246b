//! Networks: their numbers, their files and what they say of positions.

#[path = "../support/mod.rs"]
mod support;

mod files;
mod lines;
mod networks;
mod values;
