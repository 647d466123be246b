//! A board of coloured squares: what each square is worth.

use super::svg::{Anchor, Svg};

const CELL: f64 = 30.0;
/// Room for the numbers of the ranks and the letters of the files.
const EDGE: f64 = 18.0;
/// What is good, and what is bad, in colours that everybody can tell apart.
const GOOD: [f64; 3] = [0.0, 114.0, 178.0];
const BAD: [f64; 3] = [213.0, 94.0, 0.0];

/// Draws 64 values, those of the first rank first, with White below. A value as far from zero as
/// `limit` has the full colour; the numbers are hundredths.
pub fn heat_map(values: &[f64], limit: f64) -> Svg {
    let side = 8.0 * CELL + EDGE;
    let mut svg = Svg::new(side, side);
    for (square, value) in values.iter().enumerate().take(64) {
        let (rank, file) = (square / 8, square % 8);
        let corner = (EDGE + CELL * file as f64, CELL * (7 - rank) as f64);
        svg.rect(corner, (CELL - 1.0, CELL - 1.0), &color(*value, limit));
        let at = (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0 + 4.0);
        svg.text(at, Anchor::Middle, &format!("{:.0}", 100.0 * value + 0.0));
    }
    for (index, (rank, file)) in ('1'..='8').zip('a'..='h').enumerate() {
        let along = CELL * index as f64 + CELL / 2.0;
        svg.text((EDGE - 6.0, 8.0 * CELL - along + 4.0), Anchor::End, &rank.to_string());
        svg.text((EDGE + along, side - 4.0), Anchor::Middle, &file.to_string());
    }
    svg
}

/// White for nothing, and the more colour the further from it; never so dark that a number on it
/// cannot be read.
fn color(value: f64, limit: f64) -> String {
    let share = if limit > 0.0 { (value.abs() / limit).min(1.0) * 0.75 } else { 0.0 };
    let full = if value < 0.0 { BAD } else { GOOD };
    let [red, green, blue] = full.map(|part| (255.0 - share * (255.0 - part)).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_white_and_more_is_darker() {
        assert_eq!(color(0.0, 1.0), "#ffffff");
        assert_eq!(color(0.5, 0.0), "#ffffff");
        assert_eq!(color(2.0, 1.0), color(1.0, 1.0));
        assert_ne!(color(1.0, 1.0), color(-1.0, 1.0));
    }

    #[test]
    fn the_first_value_is_at_the_lower_left() {
        let mut values = [0.0; 64];
        values[0] = 0.42;
        let text = heat_map(&values, 1.0).to_string();
        let cell = text.find(">42<").expect("it is there");
        let before = &text[..cell];
        let place = &before[before.rfind("<text").expect("its element")..];
        assert!(place.contains("x=\"33.0\" y=\"229.0\""), "{place}");
    }
}
