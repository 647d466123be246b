//! One move at a time against all moves at once: the question "is this move legal?" and every
//! other way to ask for moves must give the answers that the generator gives, and playing a move
//! must tell observers all that it changes.

mod support;

use std::collections::HashSet;

use ferz_rules::{
    Game, IllegalMove, Move, MoveFilter, MoveKind, MoveList, Piece, PieceObserver, PieceType,
    Position, Setup, Square,
};

use support::{Tally, random_games, skirmishes};

fn set(moves: &MoveList) -> HashSet<Move> {
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "the same move twice in {moves:?}");
    set
}

fn legal(position: &Position, filter: MoveFilter) -> HashSet<Move> {
    let mut moves = MoveList::new();
    position.generate_legal(filter, &mut moves);
    set(&moves)
}

fn pseudo_legal(position: &Position, filter: MoveFilter) -> HashSet<Move> {
    let mut moves = MoveList::new();
    position.generate_pseudo_legal(filter, &mut moves);
    set(&moves)
}

fn every_move() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

/// One position in forty of a long game, and all that have something rare about them.
fn worth_a_look(game: &Game) -> impl Iterator<Item = &Position> {
    let long = game.moves().len() > 40;
    game.positions().enumerate().filter_map(move |(index, position)| {
        let rare = position.en_passant().is_some() || position.checkers().has_many();
        (!long || index % 40 == 0 || rare).then_some(position)
    })
}

fn count_features(position: &Position, tally: &mut Tally) {
    let moves = position.legal_moves();
    let some = |kind: MoveKind| moves.iter().any(|mv| mv.kind() == kind);
    tally.note("position", true);
    tally.note("check", position.in_check());
    tally.note("double check", position.checkers().has_many());
    tally.note("pin", !position.pinned().is_empty());
    tally.note("castling", some(MoveKind::Castle));
    tally.note("castling of Chess960", some(MoveKind::Castle) && position.needs_chess960());
    tally.note("en passant", some(MoveKind::EnPassant));
    tally.note("illegal en passant", position.en_passant().is_some() && !some(MoveKind::EnPassant));
    tally.note("promotion", moves.iter().any(|mv| mv.is_promotion()));
}

#[track_caller]
fn check_every_bit_pattern(position: &Position) {
    // A table in place of the sets: hundreds of millions of questions are asked.
    let mut expected = vec![(false, false); 1 << 16];
    for mv in legal(position, MoveFilter::All) {
        expected[usize::from(mv.bits())].0 = true;
    }
    for mv in pseudo_legal(position, MoveFilter::All) {
        expected[usize::from(mv.bits())].1 = true;
    }
    for mv in every_move() {
        let answers = (position.is_legal(mv), position.is_pseudo_legal(mv));
        assert_eq!(answers, expected[usize::from(mv.bits())], "{mv:?} in {position}");
    }
}

#[test]
fn every_bit_pattern_is_judged_as_the_generator_does() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0101, 60_000).chain(skirmishes(0x5EED_0102, 4_000)) {
        for position in worth_a_look(&game) {
            check_every_bit_pattern(position);
            count_features(position, &mut tally);
        }
    }
    tally.check_at_least(&[
        ("position", 5_000),
        ("check", 350),
        ("double check", 50),
        ("pin", 200),
        ("castling", 70),
        ("castling of Chess960", 60),
        ("en passant", 60),
        ("illegal en passant", 5),
        ("promotion", 150),
    ]);
}

#[track_caller]
fn check_ways_to_generate(position: &Position) {
    let all = legal(position, MoveFilter::All);
    let safe: HashSet<Move> = pseudo_legal(position, MoveFilter::All)
        .into_iter()
        .filter(|&mv| position.keeps_king_safe(mv))
        .collect();
    assert_eq!(safe, all, "{position}");
    assert_eq!(position.count_legal_moves(), all.len() as u64, "{position}");
    assert_eq!(position.has_legal_moves(), !all.is_empty(), "{position}");

    for generated in [legal, pseudo_legal] {
        let (noisy, quiet): (HashSet<Move>, HashSet<Move>) =
            generated(position, MoveFilter::All).into_iter().partition(|mv| mv.is_noisy());
        assert_eq!(generated(position, MoveFilter::Noisy), noisy, "{position}");
        assert_eq!(generated(position, MoveFilter::Quiet), quiet, "{position}");
    }

    for square in Square::ALL {
        let from_here: HashSet<Move> =
            all.iter().copied().filter(|mv| mv.from() == square).collect();
        assert_eq!(set(&position.legal_moves_from(square)), from_here, "{square} in {position}");
    }
}

#[test]
fn all_ways_to_generate_give_the_same_moves() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0103, 30_000).chain(skirmishes(0x5EED_0104, 10_000)) {
        for position in game.positions() {
            check_ways_to_generate(position);
            count_features(position, &mut tally);
        }
    }
    tally.check_at_least(&[
        ("position", 40_000),
        ("check", 1_500),
        ("double check", 100),
        ("pin", 800),
        ("castling", 250),
        ("castling of Chess960", 200),
        ("en passant", 90),
        ("illegal en passant", 15),
        ("promotion", 700),
    ]);
}

/// Whether the king on the first rank may castle with the rook on this square.
#[track_caller]
fn check_castling(fen: &str, rook: Square, expected: bool) {
    let position: Position = fen.parse().unwrap();
    let castle = Move::new(position.king(position.turn()), rook, MoveKind::Castle);
    assert_eq!(position.is_legal(castle), expected);
    assert_eq!(position.legal_moves().contains(&castle), expected);
}

#[test]
fn castling_of_ordinary_chess() {
    let (legal, illegal) = (true, false);
    check_castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Square::H1, legal);
    check_castling("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Square::H1, illegal);
    // Out of check, through check, into check.
    check_castling("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", Square::H1, illegal);
    check_castling("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", Square::H1, illegal);
    check_castling("4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", Square::H1, illegal);
    check_castling("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", Square::H1, illegal);
    // The rook may be attacked and may pass an attacked square; nothing may stand in its way.
    check_castling("4k3/8/8/8/r6r/8/8/R3K2R w KQ - 0 1", Square::H1, legal);
    check_castling("4k3/8/8/8/1r6/8/8/R3K3 w Q - 0 1", Square::A1, legal);
    check_castling("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", Square::A1, illegal);
    check_castling("4k3/8/8/8/8/8/8/R2bK3 w Q - 0 1", Square::A1, illegal);
}

#[test]
fn castling_of_chess960() {
    let (legal, illegal) = (true, false);
    // King and rook change places, or only one of them moves.
    check_castling("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", Square::G1, legal);
    check_castling("4k3/8/8/8/8/8/8/6KR w H - 0 1", Square::H1, legal);
    check_castling("4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", Square::D1, legal);
    check_castling("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", Square::A1, legal);
    // The rook shields the king from the piece behind it and would do so no longer.
    check_castling("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", Square::B1, illegal);
    check_castling("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", Square::B1, illegal);
    check_castling("4k3/8/8/8/8/8/8/1R3KRq w GB - 0 1", Square::G1, illegal);
    check_castling("4k3/8/8/8/8/8/8/1R3KRq w GB - 0 1", Square::B1, legal);
    check_castling("4k3/8/8/8/8/8/8/nRK5 w B - 0 1", Square::B1, legal);
    // A long walk for the king, with somebody on it, aiming at it, or aiming beside it.
    check_castling("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", Square::H1, legal);
    check_castling("4k3/8/8/8/8/8/8/RK2N2R w HA - 0 1", Square::H1, illegal);
    check_castling("4k3/8/8/8/4r3/8/8/RK5R w HA - 0 1", Square::H1, illegal);
    check_castling("4k3/8/8/8/7r/8/8/RK5R w HA - 0 1", Square::H1, legal);
    // Where the rook lands or passes somebody stands whom the king does not meet.
    check_castling("4k3/8/8/8/8/8/8/1RKN4 w B - 0 1", Square::B1, illegal);
    check_castling("4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", Square::A1, illegal);
    // The inner of two rooks, with the outer one out of the way and in it.
    check_castling("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", Square::B1, legal);
    check_castling("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", Square::A1, illegal);
}

/// Plays legal moves and refuses the others, in which case nothing changes.
#[track_caller]
fn check_try_play(position: &Position) {
    let legal = legal(position, MoveFilter::All);
    for mv in every_move() {
        let mut tried = position.clone();
        let mut expected = position.clone();
        let result = if legal.contains(&mv) {
            expected.play(mv);
            Ok(())
        } else {
            Err(IllegalMove(mv))
        };
        assert_eq!(tried.try_play(mv), result, "{mv:?} in {position}");
        assert_eq!(tried, expected, "{mv:?} in {position}");
    }
}

#[test]
fn try_play_refuses_illegal_moves_and_leaves_the_position() {
    let mut tally = Tally::default();
    for game in skirmishes(0x5EED_0105, 500) {
        for position in game.positions() {
            check_try_play(position);
            count_features(position, &mut tally);
        }
    }
    tally.check_at_least(&[
        ("position", 500),
        ("check", 35),
        ("double check", 3),
        ("pin", 20),
        ("castling", 3),
        ("castling of Chess960", 3),
        ("en passant", 3),
        ("promotion", 15),
    ]);
}

#[test]
fn an_illegal_move_is_named() {
    let mv = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    let error = Position::startpos().try_play(mv).unwrap_err();
    assert_eq!(error.to_string(), "illegal move e2e5");
}

/// A null move gives the same position with the other player to move and nothing to take in
/// passing.
#[track_caller]
fn check_null_move(position: &Position) {
    let before = position.to_setup();
    let expected = Setup {
        turn: !before.turn,
        en_passant: None,
        halfmove_clock: before.halfmove_clock + 1,
        fullmove_number: position.fullmove_number() + before.turn as u16,
        ..before
    };
    let mut passed = position.clone();
    passed.play_null();
    assert_eq!(Ok(passed), Position::try_from(expected), "{position}");
}

#[test]
fn a_null_move_changes_the_turn_and_nothing_else() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0106, 20_000).chain(skirmishes(0x5EED_0107, 10_000)) {
        for position in game.positions().filter(|position| !position.in_check()) {
            check_null_move(position);
            count_features(position, &mut tally);
        }
    }
    tally.check_at_least(&[
        ("position", 25_000),
        ("pin", 600),
        ("castling", 200),
        ("castling of Chess960", 180),
        ("en passant", 90),
        ("illegal en passant", 15),
        ("promotion", 600),
    ]);
}

/// Follows a game only by what it is told.
#[derive(Clone)]
struct Replica {
    /// How many of each piece stand on each square: two pieces may share one during castling.
    squares: [[i8; Piece::COUNT]; Square::COUNT],
}

impl Replica {
    fn of(position: &Position) -> Self {
        let mut replica = Self { squares: [[0; Piece::COUNT]; Square::COUNT] };
        for square in position.occupied() {
            replica.added(position.piece_on(square).expect("occupied"), square);
        }
        replica
    }

    #[track_caller]
    fn check_equals(&self, position: &Position) {
        for square in Square::ALL {
            let mut expected = [0; Piece::COUNT];
            if let Some(piece) = position.piece_on(square) {
                expected[piece.index()] = 1;
                assert!(position.pieces(piece.color(), piece.kind()).contains(square));
            }
            assert_eq!(self.squares[square.index()], expected, "{square} in {position}");
            assert_eq!(position.occupied().contains(square), position.piece_on(square).is_some());
        }
    }
}

impl PieceObserver for Replica {
    fn added(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()][piece.index()] += 1;
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()][piece.index()] -= 1;
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.added(piece, to);
    }
}

/// Every legal move, not only the one that the game takes.
#[track_caller]
fn check_observed_moves(position: &Position, tally: &mut Tally) {
    let replica = Replica::of(position);
    for mv in &position.legal_moves() {
        let (mut observed, mut unobserved) = (position.clone(), position.clone());
        let mut follower = replica.clone();
        observed.play_observed(mv, &mut follower);
        unobserved.play(mv);
        follower.check_equals(&observed);
        assert_eq!(observed, unobserved);
        assert_eq!(position.gives_check(mv), observed.in_check(), "{position} {mv:?}");
        let given = position.checks().given_by(position, mv);
        assert_eq!(given, observed.in_check(), "{position} {mv:?}");
        tally.note("check", observed.in_check());
        count_castling(position, &observed, mv, tally);
    }
}

fn count_castling(before: &Position, after: &Position, mv: Move, tally: &mut Tally) {
    let (king, rook) = (mv.from(), mv.to());
    let stands = |square, kind| after.pieces(before.turn(), kind).contains(square);
    tally.note("move", true);
    tally.note("castling", mv.is_castle());
    tally.note("king stays", mv.is_castle() && stands(king, PieceType::King));
    tally.note("rook stays", mv.is_castle() && stands(rook, PieceType::Rook));
    tally.note("king lands on the rook's square", mv.is_castle() && stands(rook, PieceType::King));
    tally.note("rook lands on the king's square", mv.is_castle() && stands(king, PieceType::Rook));
    tally.note("en passant", mv.kind() == MoveKind::EnPassant);
    tally.note("promotion", mv.is_promotion());
}

#[test]
fn observers_hear_of_every_change() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0108, 10_000).chain(skirmishes(0x5EED_0109, 10_000)) {
        for position in game.positions() {
            check_observed_moves(position, &mut tally);
        }
    }
    tally.check_at_least(&[
        ("move", 200_000),
        ("castling", 180),
        ("king stays", 20),
        ("rook stays", 25),
        ("king lands on the rook's square", 45),
        ("rook lands on the king's square", 45),
        ("en passant", 75),
        ("promotion", 2_000),
        ("check", 5_000),
    ]);
}
