//! Two other chess libraries as judges: in random games of chess, Chess960 and double Chess960
//! they must see the same moves, checks, FENs, SANs and outcomes as we do.

mod support;

use std::collections::HashMap;

use ferz_rules::{
    CastlingStyle, Color, DrawReason, Game, Move, MoveKind, Outcome, PieceType, Position,
    StartNumber,
};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};

use support::{Tally, random_games, skirmishes};

/// A move in words that all three libraries share: from, to (the rook when castling), promotion.
type PlainMove = (usize, usize, Option<char>);

fn plain(mv: Move) -> PlainMove {
    (mv.from().index(), mv.to().index(), mv.promotion().map(PieceType::to_char))
}

fn plain_shakmaty(mv: shakmaty::Move) -> PlainMove {
    let from = mv.from().expect("no drops in chess");
    (from.to_usize(), mv.to().to_usize(), mv.promotion().map(shakmaty::Role::char))
}

fn plain_cozy(mv: cozy_chess::Move) -> PlainMove {
    (mv.from as usize, mv.to as usize, mv.promotion.map(char::from))
}

fn sorted(moves: impl IntoIterator<Item = PlainMove>) -> Vec<PlainMove> {
    let mut moves: Vec<PlainMove> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// The judges' boards, which follow a game move by move rather than from our FENs.
struct Judges {
    cozy: cozy_chess::Board,
    shakmaty: Chess,
}

impl Judges {
    fn at(position: &Position) -> Self {
        Self { cozy: cozy_from_fen(position), shakmaty: shakmaty_from_fen(&position.to_string()) }
    }

    fn play(&mut self, mv: Move) {
        let of_cozy =
            self.cozy_moves().into_iter().find(|&of_cozy| plain_cozy(of_cozy) == plain(mv));
        self.cozy.play_unchecked(of_cozy.expect("cozy-chess finds the move legal"));
        self.shakmaty.play_unchecked(self.find(mv));
    }

    fn find(&self, mv: Move) -> shakmaty::Move {
        let moves = self.shakmaty.legal_moves();
        let found = moves.iter().copied().find(|&found| plain_shakmaty(found) == plain(mv));
        found.expect("shakmaty finds the move legal")
    }

    fn cozy_moves(&self) -> Vec<cozy_chess::Move> {
        let mut moves = Vec::new();
        self.cozy.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        moves
    }

    #[track_caller]
    fn check_moves_and_checks(&self, position: &Position) {
        let moves = sorted(position.legal_moves().iter().map(|&mv| plain(mv)));
        let cozy = sorted(self.cozy_moves().into_iter().map(plain_cozy));
        let shakmaty = sorted(self.shakmaty.legal_moves().into_iter().map(plain_shakmaty));
        assert_eq!(moves, cozy, "{position}");
        assert_eq!(moves, shakmaty, "{position}");
        assert_eq!(position.checkers().bits(), self.cozy.checkers().0, "{position}");
        assert_eq!(position.checkers().bits(), self.shakmaty.checkers().0, "{position}");
        assert_eq!(position.in_check(), self.shakmaty.is_check(), "{position}");
        let pinned = self.cozy.pinned() & self.cozy.colors(self.cozy.side_to_move());
        assert_eq!(position.pinned().bits(), pinned.0, "{position}");
    }

    /// Each judge, having reached the position by itself, writes the FEN that we write, and reads
    /// from ours the position that it has reached.
    #[track_caller]
    fn check_fens(&self, position: &Position) {
        let (x_fen, shredder_fen) = (format!("{position}"), format!("{position:#}"));
        let of_shakmaty = Fen::from_position(&self.shakmaty, EnPassantMode::PseudoLegal);
        assert_eq!(of_shakmaty.to_string(), x_fen);
        for fen in [&x_fen, &shredder_fen] {
            assert_eq!(fen.parse().as_ref(), Ok(position), "{fen}");
            assert_eq!(shakmaty_from_fen(fen), self.shakmaty, "{fen}");
        }
        let of_cozy = cozy_from_fen(position);
        assert_eq!(format!("{of_cozy:#}"), shredder_fen);
        // Not `same_position`: it takes any piece beside an en-passant square for a pawn.
        assert_eq!(of_cozy.hash_without_ep(), self.cozy.hash_without_ep(), "{shredder_fen}");
        assert_eq!(of_cozy.halfmove_clock(), self.cozy.halfmove_clock(), "{shredder_fen}");
        assert_eq!(of_cozy.fullmove_number(), self.cozy.fullmove_number(), "{shredder_fen}");
        if !position.needs_chess960() {
            assert_eq!(cozy_chess::Board::from_fen(&x_fen, false).ok(), Some(of_cozy), "{x_fen}");
        }
    }

    /// Every legal move is written as shakmaty writes it, and read back from SAN and from both
    /// ways of UCI.
    #[track_caller]
    fn check_notation(&self, position: &Position, tally: &mut Tally) {
        for mv in &position.legal_moves() {
            let san = position.san(mv);
            let expected = SanPlus::from_move(self.shakmaty.clone(), self.find(mv));
            assert_eq!(san, expected.to_string(), "{position} {mv:?}");
            assert_eq!(position.parse_san(&san), Ok(mv), "{position} {san}");
            let uci = mv.uci(CastlingStyle::Chess960).to_string();
            assert_eq!(position.parse_uci(&uci), Ok(mv), "{position} {uci}");
            if !position.needs_chess960() {
                let uci = mv.uci(CastlingStyle::Standard).to_string();
                assert_eq!(position.parse_uci(&uci), Ok(mv), "{position} {uci}");
            }
            count_signs(&san, tally);
        }
    }

    #[track_caller]
    fn check_outcome(&self, position: &Position) {
        let shakmaty = &self.shakmaty;
        for (ours, theirs) in
            [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            let insufficient = shakmaty.has_insufficient_material(theirs);
            assert_eq!(position.has_mating_material(ours), !insufficient, "{position}");
        }
        let ours = position.outcome();
        let theirs = shakmaty.outcome();
        assert_eq!(ours.map(Outcome::result), theirs.is_known().then(|| theirs.as_str()));
        match ours {
            Some(Outcome::Win { .. }) => assert!(shakmaty.is_checkmate(), "{position}"),
            Some(Outcome::Draw(DrawReason::Stalemate)) => {
                assert!(shakmaty.is_stalemate(), "{position}");
            }
            Some(Outcome::Draw(reason)) => {
                assert_eq!(reason, DrawReason::InsufficientMaterial, "{position}");
                assert!(shakmaty.is_insufficient_material(), "{position}");
            }
            None => assert!(!shakmaty.is_game_over(), "{position}"),
        }
    }
}

fn cozy_from_fen(position: &Position) -> cozy_chess::Board {
    let fen = format!("{position:#}");
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn shakmaty_from_fen(fen: &str) -> Chess {
    let parsed: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    // Shakmaty looks closer than we do: it refuses double checks that no move can give, and two
    // bishops on squares of one color beside eight pawns.
    parsed
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Walks through a game with the judges beside.
fn judge(game: &Game, mut check: impl FnMut(&Judges, &Position)) {
    let mut judges = Judges::at(game.start());
    let mut moves = game.moves();
    for position in game.positions() {
        check(&judges, position);
        if let Some(mv) = moves.next() {
            judges.play(mv);
        }
    }
}

fn count_signs(san: &str, tally: &mut Tally) {
    tally.note("move", true);
    tally.note("castling", san.starts_with("O-O"));
    for (name, sign) in [("capture", 'x'), ("promotion", '='), ("check", '+'), ("mate", '#')] {
        tally.note(name, san.contains(sign));
    }
    // Between a piece's letter and its target stands whatever of the origin must be said.
    let origin = san.trim_end_matches(['+', '#']).replace('x', "");
    if let Some(origin) = origin.strip_prefix(['N', 'B', 'R', 'Q', 'K']) {
        let origin = &origin[..origin.len() - 2];
        tally.note("origin's file", origin.len() == 1 && origin > "8");
        tally.note("origin's rank", origin.len() == 1 && origin <= "8");
        tally.note("origin's square", origin.len() == 2);
    }
}

/// Counts what a game shows: games that never castle would say nothing of castling.
fn count_events(game: &Game, tally: &mut Tally) {
    for (position, mv) in game.positions().zip(game.moves()) {
        tally.note("castling", mv.is_castle());
        tally.note("castling of Chess960", mv.is_castle() && position.needs_chess960());
        tally.note("en passant", mv.kind() == MoveKind::EnPassant);
        tally.note("promotion", mv.is_promotion());
        tally.note("underpromotion", mv.promotion().is_some_and(|kind| kind != PieceType::Queen));
    }
    for position in game.positions() {
        tally.note("position", true);
        tally.note("check", position.in_check());
        tally.note("double check", position.checkers().has_many());
        tally.note("pin", !position.pinned().is_empty());
    }
    let end = game.position().outcome();
    tally.note("checkmate", matches!(end, Some(Outcome::Win { .. })));
    for (name, reason) in [
        ("stalemate", DrawReason::Stalemate),
        ("insufficient material", DrawReason::InsufficientMaterial),
    ] {
        tally.note(name, end == Some(Outcome::Draw(reason)));
    }
}

#[test]
fn positions_of_random_games_are_seen_alike() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0001, 300_000).chain(skirmishes(0x5EED_0002, 100_000)) {
        count_events(&game, &mut tally);
        judge(&game, |judges, position| {
            judges.check_moves_and_checks(position);
            judges.check_fens(position);
            judges.check_outcome(position);
        });
    }
    tally.check_at_least(&[
        ("position", 400_000),
        ("check", 15_000),
        ("double check", 1_000),
        ("pin", 9_000),
        ("castling", 1_200),
        ("castling of Chess960", 1_000),
        ("en passant", 600),
        ("promotion", 2_000),
        ("underpromotion", 1_500),
        ("checkmate", 1_000),
        ("stalemate", 180),
        ("insufficient material", 500),
    ]);
}

#[test]
fn moves_of_random_games_are_written_alike() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0003, 70_000).chain(skirmishes(0x5EED_0004, 30_000)) {
        judge(&game, |judges, position| {
            tally.note("position", true);
            judges.check_notation(position, &mut tally);
        });
    }
    tally.check_at_least(&[
        ("position", 100_000),
        ("move", 1_000_000),
        ("capture", 80_000),
        ("castling", 700),
        ("promotion", 9_000),
        ("check", 80_000),
        ("mate", 4_000),
        ("origin's file", 80_000),
        ("origin's rank", 14_000),
        ("origin's square", 500),
    ]);
}

/// Shakmaty's positions are equal when the same moves are legal, castling rights included: what
/// repetition means in the rules.
#[track_caller]
fn check_repetitions(game: &Game, tally: &mut Tally) {
    let mut replayed = Game::from_position(game.start().clone());
    let mut moves = game.moves();
    let mut seen: HashMap<Chess, u32> = HashMap::new();
    judge(game, |judges, position| {
        let times = seen.entry(judges.shakmaty.clone()).or_insert(0);
        *times += 1;
        assert_eq!(replayed.occurrences(), *times, "{position}");
        tally.note("repetition", *times > 1);
        tally.note("third time", *times > 2);
        if let Some(mv) = moves.next() {
            replayed.play(mv).expect("the game's own move");
        }
    });
}

#[test]
fn repetitions_are_counted_alike() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0005, 100_000) {
        check_repetitions(&game, &mut tally);
    }
    tally.check_at_least(&[("repetition", 300), ("third time", 8)]);
}

#[test]
fn chess960_starts_have_the_usual_numbers() {
    for number in StartNumber::all() {
        let expected = cozy_chess::Board::chess960_startpos(u32::from(number.get()));
        assert_eq!(format!("{:#}", Position::chess960(number)), format!("{expected:#}"));
    }
}
