//! Prints the table of `docs/options.md`.

fn main() {
    print!("{}", ferz_uci::options_table());
}
