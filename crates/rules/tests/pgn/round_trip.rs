//! Whatever is written is read again as the same game, and whatever is read can be written.

use ferz_rules::pgn::{Comment, GameResult, Line, Nag, Node, PgnGame};
use ferz_rules::{Color, Position, StartNumber};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};

use crate::{read, read_one, sketch};

/// Writes a game that was read and reads it again. The headers gain what the export form asks
/// for, so they are compared only in what they had.
#[track_caller]
pub(crate) fn check_survives(game: &PgnGame) {
    let text = game.to_string();
    let again = read_one(&text);
    assert_eq!(sketch(&again), sketch(game), "{text}");
    assert!(again.moves == game.moves && again.start == game.start, "{text}");
    assert_eq!(again.warnings, [], "{text}");
    assert_eq!(again.to_string(), text);
    for (name, value) in game.headers.iter() {
        let is_written_otherwise =
            ["Result", "SetUp", "FEN", "Variant"].iter().any(|tag| name.eq_ignore_ascii_case(tag));
        assert!(is_written_otherwise || again.headers.get(name) == Some(value), "{name}: {text}");
    }
}

/// Random numbers that shrink well: when they run out, all are zero and nothing more grows.
struct Dice<'a> {
    rolls: std::slice::Iter<'a, u16>,
    texts: &'a [String],
}

impl Dice<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        self.rolls.next().map_or(0, |&roll| roll as usize % sides)
    }

    fn comments(&mut self) -> Vec<Comment> {
        // Seven times out of ten there is no comment.
        let count = self.roll(10).saturating_sub(7);
        (0..count)
            .filter_map(|_| self.texts.get(self.roll(self.texts.len().max(1))))
            .map(|text| Comment::new(text))
            .filter(|comment| !comment.is_empty())
            .collect()
    }

    fn line(&mut self, mut position: Position, depth: usize) -> Line {
        let mut line = Line { comments: self.comments(), nodes: Vec::new() };
        for _ in 0..self.roll(12) {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(self.roll(moves.len().max(1))) else { break };
            let mut node = Node { comments_before: self.comments(), ..Node::from(mv) };
            node.nags =
                (0..self.roll(6).saturating_sub(3)).map(|_| Nag(self.roll(256) as u8)).collect();
            node.comments = self.comments();
            if depth < 6 {
                for _ in 0..self.roll(5).saturating_sub(2) {
                    let variation = self.line(position.clone(), depth + 1);
                    node.variations.extend(Some(variation).filter(|line| !line.is_empty()));
                }
            }
            position.play(mv);
            line.nodes.push(node);
        }
        line
    }

    fn start(&mut self) -> Position {
        let number = StartNumber::new(self.roll(960) as u16).expect("below 960");
        let mut start =
            if self.roll(2) == 0 { Position::startpos() } else { Position::chess960(number) };
        for _ in 0..self.roll(2) * self.roll(30) {
            let moves = start.legal_moves();
            let Some(&mv) = moves.get(self.roll(moves.len().max(1))) else { break };
            start.play(mv);
        }
        start
    }

    fn game(&mut self, tags: &[(String, String)]) -> PgnGame {
        let start = self.start();
        let mut game = PgnGame::new(start.clone());
        game.moves = self.line(start, 0);
        game.result = [
            None,
            Some(GameResult::Win(Color::White)),
            Some(GameResult::Win(Color::Black)),
            Some(GameResult::Draw),
        ][self.roll(4)];
        self.headers(&mut game, tags);
        game
    }

    /// All that the export form asks for and more, in its order.
    fn headers(&mut self, game: &mut PgnGame, tags: &[(String, String)]) {
        for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
            let value = self.texts.get(self.roll(self.texts.len().max(1)));
            game.headers.set(name, value.map_or("?", String::as_str));
        }
        let result = game.result.map_or("*".to_owned(), |result| result.to_string());
        game.headers.set("Result", &result);
        if game.start.needs_chess960() {
            game.headers.set("Variant", "Chess960");
        }
        if game.start != Position::startpos() {
            game.headers.set("SetUp", "1");
            game.headers.set("FEN", &game.start.to_string());
        }
        for (name, value) in tags {
            if !game.headers.contains(name) {
                game.headers.set(name, value);
            }
        }
    }
}

/// Texts that have meant something to some part of the reader.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        vec(
            prop_oneof![
                Just("}"),
                Just("{"),
                Just("\n[Event \"x\"]\n"),
                Just("\r\n"),
                Just("\n%"),
                Just(";"),
                Just("\\"),
                Just("\""),
                Just("\"]"),
                Just("["),
                Just("("),
                Just(" 1-0 "),
                Just("\n\n"),
                Just("[%eval 0.1]"),
                Just("é"),
                Just("\u{feff}"),
                Just("word "),
                Just("1. e4"),
            ],
            0..12
        )
        .prop_map(|pieces| pieces.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_games_are_read_as_they_were(
        rolls in vec(any::<u16>(), 0..600),
        texts in vec(text(), 1..8),
        tags in vec((any::<String>(), text()), 0..4),
    ) {
        let mut dice = Dice { rolls: rolls.iter(), texts: &texts };
        let games = [dice.game(&tags), dice.game(&tags)];
        let text = format!("{}\n{}", games[0], games[1]);
        let again: Vec<PgnGame> = read(&text).into_iter().map(|game| game.expect(&text)).collect();
        for (again, game) in again.iter().zip(&games) {
            // The sketch is what a person can compare, the equality what counts.
            assert_eq!(sketch(again), sketch(game));
            assert!(again == game, "{game}\n{again}");
        }
        assert_eq!(again.len(), games.len(), "{text}");
    }

    #[test]
    fn whatever_can_be_read_of_damaged_games_survives(
        rolls in vec(any::<u16>(), 0..200),
        damage in vec((any::<prop::sample::Index>(), 0usize..4, piece()), 0..6),
    ) {
        let mut dice = Dice { rolls: rolls.iter(), texts: &["a comment".to_owned()] };
        let mut text = format!("{}\n{}", dice.game(&[]), dice.game(&[])).into_bytes();
        for (place, lost, piece) in damage {
            let start = place.index(text.len() + 1);
            let end = text.len().min(start + lost);
            text.splice(start..end, piece.iter().copied());
        }
        for game in read(&text).into_iter().flatten() {
            check_survives(&game);
        }
    }

    #[test]
    fn no_bytes_are_a_panic(bytes in vec(any::<u8>(), 0..400)) {
        let items = read(&bytes).len();
        assert!(items <= bytes.len());
    }
}

/// Pieces of games, to be put where they do not belong.
fn piece() -> impl Strategy<Value = &'static [u8]> {
    const PIECES: [&[u8]; 45] = [
        b"1. ",
        b"1... ",
        b"2.",
        b"e4 ",
        b"e5 ",
        b"d4 ",
        b"Nf3 ",
        b"Nc6 ",
        b"a3 ",
        b"h6 ",
        b"g2g3 ",
        b"(",
        b") ",
        b"(e4 ",
        b"(a3 ",
        b"{x}",
        b"{a\nb} ",
        b"{",
        b"}",
        b";c\n",
        b"\n%d\n",
        b"\n",
        b"\n\n",
        b"\r\n",
        b"\r",
        b" ",
        b"! ",
        b"?! ",
        b"$13 ",
        b"-- ",
        b"1-0 ",
        b"0-1\n",
        b"1/2-1/2 ",
        b"* ",
        b"[Event \"E\"]\n",
        b"[White \"\xe9\"]",
        b"[Result \"1-0\"]",
        b"[Variant \"Chess960\"]",
        b"[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]",
        b"[Event \"x\n",
        b"[",
        b"\xef\xbb\xbf",
        b"\xc2\xb1 ",
        b"{[%clk 0:00:01]} ",
        b"Zz ",
    ];
    (0..PIECES.len()).prop_map(|index| PIECES[index])
}
