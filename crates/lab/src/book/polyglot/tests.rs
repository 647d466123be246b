use ferz_rules::CastlingStyle;

use super::*;

/// A Polyglot book of these games, each of their moves with this weight.
fn book(lines: &[(&str, u16)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (line, weight) in lines {
        let mut position = Position::startpos();
        for san in line.split_whitespace() {
            let mv = position.parse_san(san).expect("a test's own move");
            let code = mv.to().index() | (mv.from().index() << 6);
            bytes.extend(position.key().bits().to_be_bytes());
            bytes.extend(u16::try_from(code).expect("twelve bits").to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
            position.play(mv);
        }
    }
    let mut entries: Vec<[u8; 16]> = bytes.as_chunks().0.to_vec();
    entries.sort_by_key(|entry| entry[..8].to_vec());
    entries.concat()
}

/// The openings as moves, in their order.
fn drawn(bytes: &[u8], keys: &str, seed: u64) -> Result<Vec<String>, BookError> {
    let spec = BookSpec::from_group(&format!("file=x.bin {keys}").parse().expect("words"))?;
    let words = |line: BookLine| match line {
        BookLine::Text(text) => text,
        BookLine::Ready(opening) => {
            let moves = opening.moves.iter().map(|mv| mv.uci(CastlingStyle::Standard).to_string());
            moves.collect::<Vec<_>>().join(" ")
        }
    };
    Ok(lines(&spec, bytes, seed)?.into_iter().map(words).collect())
}

#[test]
fn lines_are_drawn_by_weight_and_once() {
    let bytes = book(&[
        ("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O", 500),
        ("d4 d5 Nf3 Nf6", 1),
        // The same position by another way, and a mate, which is no place to start.
        ("Nf3 Nf6 d4 d5", 1),
        ("f3 e5 g4 Qh4", 1),
    ]);
    let read = |keys: &str, seed| drawn(&bytes, keys, seed).expect("a book");
    let lines = read("", 1);
    assert_eq!(lines, read("format=polyglot plies=8", 1));
    assert_eq!(lines[0], "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6", "the likely line is first");
    assert_eq!(read("plies=9", 1)[0], format!("{} e1g1", lines[0]));
    assert_eq!((lines.len(), read("", 2).len()), (2, 2));
    assert_eq!(read("plies=1", 1).len(), 4);
    assert_eq!(read("plies=0", 1), [""]);
    let one = |seed| read("plies=1", seed);
    assert!((1..20).any(|seed| one(seed) != one(0)), "the seed matters");
}

#[test]
fn what_is_no_book_is_refused() {
    let refused = |bytes: &[u8], keys| drawn(bytes, keys, 1).expect_err("refused").to_string();
    assert!(refused(b"", "").contains("x.bin: the book is empty"));
    assert!(refused(b"1. e4 e5", "").contains("no Polyglot book: its 8 bytes"));
    assert!(refused(&[7; 64], "").contains("no legal move for the starting position"));
    assert!(refused(b"", "order=sequential").contains("no order"));
}
