//! Writes the table of weights back as the Rust source that it came from.
//!
//! A tuner replaces `weights.rs` with this text; nobody copies numbers by hand.

use std::fmt::Write;

use super::score::TaperedScore;
use super::table::{Group, Shape, Weights};
use super::weights::GROUPS;

/// The file as it is committed; what stands before the table is kept as it is.
const SOURCE: &str = include_str!("weights.rs");
const TABLE_STARTS: &str = "weights! {\n";
const MAX_WIDTH: usize = 100;

impl Weights {
    /// The text of `weights.rs` with these values in it.
    pub fn to_source(&self) -> String {
        let header = SOURCE.find(TABLE_STARTS).expect("the table is in its file");
        let mut text = SOURCE[..header + TABLE_STARTS.len()].to_owned();
        let mut values = self.list().map(|weight| TaperedScore::new(weight.mg, weight.eg));
        for (nth, group) in GROUPS.iter().enumerate() {
            let previous = nth.checked_sub(1).map(|nth| GROUPS[nth].term);
            if previous != Some(group.term) {
                text += if previous.is_some() { "    }\n" } else { "" };
                writeln!(text, "    {:?} {{", group.term).expect("a string takes any text");
            }
            let values: Vec<_> = values.by_ref().take(group.defaults.len()).collect();
            text += &render(group, &values);
        }
        text + "    }\n}\n"
    }
}

fn render(group: &Group, values: &[TaperedScore]) -> String {
    let doc: Vec<_> = group.doc.iter().map(|line| format!("        ///{line}\n")).collect();
    let name = format!("        {}: {:?} = [", group.name, group.shape);
    let cells = match group.shape {
        Shape::Board => board(values),
        Shape::One | Shape::Row => row(&name, values),
    };
    doc.concat() + &name + &cells + "];\n"
}

/// On one line if there is room, else on as many as it takes.
fn row(name: &str, values: &[TaperedScore]) -> String {
    let cells: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
    let line = cells.join(", ");
    if name.len() + line.len() + "];".len() <= MAX_WIDTH {
        return line;
    }
    let mut text = String::new();
    let mut width = MAX_WIDTH;
    for cell in cells {
        width += cell.len() + 2;
        if width > MAX_WIDTH {
            text = text.trim_end().to_owned() + "\n            ";
            width = 12 + cell.len() + 2;
        }
        text += &(cell + ", ");
    }
    text.trim_end().to_owned() + "\n        "
}

/// Eight lines of eight, each column as wide as its widest cell. They start further left than
/// their name, else the widest boards would not fit.
fn board(values: &[TaperedScore]) -> String {
    let cells: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
    let widths: Vec<_> = (0..8)
        .map(|file| cells.iter().skip(file).step_by(8).map(String::len).max().unwrap_or(0))
        .collect();
    let pad = |(cell, &width): (&String, &usize)| format!("{cell:>width$}");
    let lines = cells.chunks(8).map(|line| line.iter().zip(&widths).map(pad).collect::<Vec<_>>());
    let lines: Vec<_> = lines.map(|line| format!("    {},\n", line.join(", "))).collect();
    format!("\n{}        ", lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_weights_render_the_committed_file() {
        assert!(
            Weights::default().to_source() == SOURCE,
            "weights.rs is not as its renderer draws it: cargo run --example render_weights"
        );
    }

    #[test]
    fn no_line_is_too_wide() {
        for line in SOURCE.lines() {
            assert!(line.len() <= MAX_WIDTH, "{line}");
        }
    }
}
