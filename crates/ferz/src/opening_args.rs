//! Where the games of a study start: the same options for every study.

use anyhow::Context;
use clap::Args;
use ferz_lab::{Book, BookSpec};

use crate::match_args::group;

#[derive(Args, Clone)]
pub(crate) struct OpeningArgs {
    /// Where games start, a file or keys as in `ferz match --openings`
    #[arg(long, default_value = "data/openings.epd", value_name = "FILE", num_args = 1..)]
    openings: Vec<String>,
    /// The seed of the order of openings and of whatever else is left to chance
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub(crate) srand: u64,
}

impl OpeningArgs {
    /// What the book is.
    pub(crate) fn spec(&self) -> anyhow::Result<BookSpec> {
        Ok(BookSpec::from_group(&group(&self.openings))?)
    }

    /// The book, in the order of the seed.
    pub(crate) fn book(&self) -> anyhow::Result<Book> {
        Book::read(&self.spec()?, self.srand).context("the games need a book: --openings FILE")
    }
}
