//! Extended position description: a position and what is said of it.
//!
//! `<four FEN fields> bm Nf3 e4; id "opening 1"; hmvc 0;`

use std::fmt;
use std::str::FromStr;

use crate::moves::Move;
use crate::notation::excerpt;
use crate::notation::fen::{FenError, parse_counter};
use crate::notation::san::SanError;
use crate::position::Position;
use crate::setup::Setup;

/// A position with operations such as best moves or a name.
///
/// ```
/// use ferz_rules::Epd;
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"two; ways\";".parse()?;
/// assert_eq!(epd.id(), Some("two; ways"));
/// assert_eq!(epd.moves("bm")?.len(), 2);
/// assert!(epd.moves("am")?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position; the operations `hmvc` and `fmvn` have set its counters.
    pub position: Position,
    /// The other operations in the order of the text.
    pub operations: Vec<Operation>,
}

/// An opcode and its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What the operation means, such as `bm` for best moves.
    pub opcode: String,
    /// Its operands.
    pub operands: Vec<Operand>,
}

/// One operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A word: a move or a number.
    Word(String),
    /// A text in quotes.
    Text(String),
}

impl Operand {
    /// The word, or the text without its quotes.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

/// Why a text is not an EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdError {
    /// The position is wrong.
    Fen(FenError),
    /// A quote is opened and not closed.
    Quote(String),
    /// A quoted text where the name of an operation belongs.
    Opcode(String),
    /// A counter operation (`hmvc`, `fmvn`) without a number.
    Counter(String),
    /// A move of an operation is not one.
    Move(SanError),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Quote(text) => {
                write!(f, "expected a closing quote after \"{}\"", excerpt(text))
            }
            Self::Opcode(text) => {
                write!(f, "expected an operation such as bm or id, got \"{}\"", excerpt(text))
            }
            Self::Counter(text) => {
                write!(f, "expected a number after hmvc or fmvn, got \"{}\"", excerpt(text))
            }
            Self::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EpdError {}

impl Epd {
    /// The first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operand of the operation with this opcode.
    pub fn value(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::as_str)
    }

    /// The position's name.
    pub fn id(&self) -> Option<&str> {
        self.value("id")
    }

    /// The moves of an operation such as `bm`, `am` or `pv`; none if it is not there. The moves
    /// of `pv` follow one another, those of other operations are alternatives.
    ///
    /// # Errors
    /// If one of them is not a legal move in algebraic or coordinate notation.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operands = self.operation(opcode).map_or(&[][..], |operation| &operation.operands);
        let mut position = self.position.clone();
        let mut moves = Vec::with_capacity(operands.len());
        for operand in operands {
            let text = operand.as_str();
            let mv = match position.parse_san(text) {
                Ok(mv) => mv,
                Err(error) => position.parse_uci(text).map_err(|_| EpdError::Move(error))?,
            };
            moves.push(mv);
            if opcode == "pv" {
                position.play(mv);
            }
        }
        Ok(moves)
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads an EPD, forgiving a missing last semicolon and the counters of a full FEN.
    fn from_str(text: &str) -> Result<Self, EpdError> {
        let (fields, mut rest) = split_fields(text, 4);
        let mut setup: Setup = fields.parse().map_err(EpdError::Fen)?;
        let (counters, after) = split_fields(rest, 2);
        let mut numbers = counters.split_ascii_whitespace().map(parse_counter);
        if let (Some(Some(clock)), Some(Some(number))) = (numbers.next(), numbers.next()) {
            (setup.halfmove_clock, setup.fullmove_number) = (clock, number.max(1));
            rest = after;
        }
        let mut operations = parse_operations(rest)?;
        for operation in &operations {
            let counter = match operation.opcode.as_str() {
                "hmvc" => &mut setup.halfmove_clock,
                "fmvn" => &mut setup.fullmove_number,
                _ => continue,
            };
            let value = operation.operands.first().map_or("", Operand::as_str);
            *counter = parse_counter(value).ok_or_else(|| EpdError::Counter(value.to_owned()))?;
        }
        operations.retain(|operation| !COUNTERS.contains(&operation.opcode.as_str()));
        let position =
            Position::try_from(setup).map_err(|error| EpdError::Fen(FenError::Position(error)))?;
        Ok(Self { position, operations })
    }
}

/// The operations that belong to the position.
const COUNTERS: [&str; 2] = ["hmvc", "fmvn"];

/// Splits off so many words from the front, as they stand in the text.
fn split_fields(text: &str, count: usize) -> (&str, &str) {
    let mut rest = text;
    for _ in 0..count {
        rest = rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        rest = &rest[end..];
    }
    text.split_at(text.len() - rest.len())
}

fn parse_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<Operand> = Vec::new();
    let mut rest = text.trim_start();
    let mut finish = |words: &mut Vec<Operand>| {
        let mut operands = std::mem::take(words).into_iter();
        match operands.next() {
            Some(Operand::Word(opcode)) => {
                operations.push(Operation { opcode, operands: operands.collect() });
                Ok(())
            }
            Some(Operand::Text(text)) => Err(EpdError::Opcode(text)),
            None => Ok(()),
        }
    };
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            finish(&mut words)?;
            rest = &rest[1..];
        } else if first == '"' {
            let (quoted, after) =
                rest[1..].split_once('"').ok_or_else(|| EpdError::Quote(rest.to_owned()))?;
            words.push(Operand::Text(quoted.to_owned()));
            rest = after;
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            words.push(Operand::Word(rest[..end].to_owned()));
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    finish(&mut words)?;
    Ok(operations)
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.to_setup().write_fields(f)?;
        if self.position.halfmove_clock() > 0 {
            write!(f, " hmvc {};", self.position.halfmove_clock())?;
        }
        if self.position.fullmove_number() > 1 {
            write!(f, " fmvn {};", self.position.fullmove_number())?;
        }
        for Operation { opcode, operands } in &self.operations {
            write!(f, " {opcode}")?;
            for operand in operands {
                match operand {
                    Operand::Word(word) => write!(f, " {word}")?,
                    Operand::Text(text) => write!(f, " \"{text}\"")?,
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_round_trip(text: &str) {
        let epd: Epd = text.parse().unwrap();
        assert_eq!(epd.to_string(), text);
    }

    #[test]
    fn writes_what_it_reads() {
        check_round_trip("4k3/8/8/8/8/8/8/4K2R w K -");
        check_round_trip("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; id \"a; b\"; draw_reject;");
        check_round_trip("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;");
    }

    #[track_caller]
    fn check_counters(text: &str, clock: u16, number: u16) {
        let epd: Epd = text.parse().unwrap();
        assert_eq!(
            (epd.position.halfmove_clock(), epd.position.fullmove_number()),
            (clock, number)
        );
    }

    #[test]
    fn counters_come_from_operations_or_from_a_full_fen() {
        check_counters("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30", 7, 30);
        check_counters("4k3/8/8/8/8/8/8/4K2R w K - 7 30 bm O-O;", 7, 30);
        check_counters("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;", 0, 1);
    }

    #[track_caller]
    fn check_error(text: &str, message: &str) {
        let error = text.parse::<Epd>().and_then(|epd| epd.moves("bm")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn errors_name_the_text() {
        let position = "4k3/8/8/8/8/8/8/4K2R w K -";
        check_error("4k3/8 w - -", "expected eight ranks separated by '/', got \"4k3/8\"");
        check_error("4k3/8", "expected 4 to 6 fields in a FEN, got 1");
        check_error(&format!("{position} id \"x;"), "expected a closing quote after \"\"x;\"");
        check_error(
            &format!("{position} hmvc many;"),
            "expected a number after hmvc or fmvn, got \"many\"",
        );
        check_error(
            &format!("{position} \"a b\" 1;"),
            "expected an operation such as bm or id, got \"a b\"",
        );
        check_error(&format!("{position} bm Rh1;"), "illegal move \"Rh1\"");
    }
}
