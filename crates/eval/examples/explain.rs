//! Prints the classical evaluation of a FEN term by term, row by row.

use std::error::Error;

use ferz_eval::Classical;
use ferz_rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let position: Position =
        if words.is_empty() { Position::startpos() } else { words.join(" ").parse()? };
    println!("{:#}", Classical::default().explain(&position));
    Ok(())
}
