//! Stored games: our reader and writer against the published format and its own library.

use std::fs;
use std::path::PathBuf;

use ferz_lab::Random;
use ferz_lab::data::{
    AppendError, BoardError, DataScore, GameFile, GameReader, Labelled, PackedBoard, PackedHeader,
    ReadError, RecordedGame, TextLine, Wdl, pack_move, unpack_move,
};
use ferz_rules::{Position, StartNumber};

/// The example of the format's specification: the shortest way to lose a king's pawn game. The
/// specification prints the two pieces of a byte in the other order than its library writes them;
/// the library decides.
const PUBLISHED: [u8; 56] = [
    0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x16, 0x42, 0x25, 0x61, 0x00, 0x00, 0x00, 0x00,
    0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9, 0x40, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00,
    0x0c, 0x07, 0x0a, 0x00, 0x34, 0x09, 0x14, 0x00, 0xc3, 0x09, 0xe2, 0xff, 0x3c, 0x0d, 0xff, 0x7f,
    0x27, 0x09, 0xff, 0x7f, 0x00, 0x00, 0x00, 0x00,
];

fn random_game(random: &mut Random, start: Position) -> RecordedGame {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..random.below(120) {
        let legal = position.legal_moves();
        if legal.is_empty() || position.halfmove_clock() > 90 {
            break;
        }
        // Castling and en passant are rare in random games, so they are not left to chance.
        let special = legal.iter().copied().find(|mv| mv.is_castle() || mv.is_promotion());
        let mv = special.unwrap_or_else(|| legal[random.below(legal.len())]);
        moves.push((mv, DataScore::new(random.bits() as i16)));
        position.play(mv);
    }
    let result = [Wdl::BlackWin, Wdl::Draw, Wdl::WhiteWin][random.below(3)];
    RecordedGame { start, result, moves }
}

fn random_games(seed: u64, count: usize) -> Vec<RecordedGame> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|nth| {
            let number = |random: &mut Random| StartNumber::new(random.below(960) as u16).unwrap();
            let start = if nth % 2 == 0 {
                Position::startpos()
            } else {
                Position::double_chess960(number(&mut random), number(&mut random))
            };
            random_game(&mut random, start)
        })
        .collect()
}

fn to_bytes(games: &[RecordedGame]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        game.write(&mut bytes);
    }
    bytes
}

/// A file of its own for each test, gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-{}-{name}", std::process::id()));
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_published_example_reads_as_it_is_described() {
    let game = GameReader::new(&PUBLISHED[..]).next().unwrap().unwrap();
    assert_eq!(game.start, Position::startpos());
    assert_eq!(game.result, Wdl::WhiteWin);
    let scores: Vec<_> = game.moves.iter().map(|(_, score)| score.get()).collect();
    assert_eq!(scores, [10, 20, -30, 32767, 32767]);
    let end = game.to_game();
    assert_eq!(end.moves().len(), 5);
    assert_eq!(end.outcome().unwrap().result(), "1-0");
}

#[test]
fn what_is_written_reads_back() {
    let games = random_games(1, 200);
    let bytes = to_bytes(&games);
    let read: Vec<_> = GameReader::new(&bytes[..]).map(Result::unwrap).collect();
    assert_eq!(read, games);
}

#[test]
fn the_formats_own_library_sees_the_same_games() {
    for game in random_games(2, 100) {
        let bytes = to_bytes(std::slice::from_ref(&game));
        let theirs = viriformat::dataformat::Game::deserialise_from(&mut &bytes[..], Vec::new())
            .expect("their reader checks every move");
        let mut ours = Vec::new();
        game.visit(|position, _, score| ours.push((position.clone(), i32::from(score.get()))));
        let mut nth = 0;
        theirs.visit_positions(|board, score| {
            let (position, our_score) = &ours[nth];
            let board = board.to_string();
            assert_eq!(board.split(' ').next(), position.to_string().split(' ').next());
            assert_eq!(score, *our_score);
            nth += 1;
        });
        assert_eq!(nth, ours.len());
        let mut written = Vec::new();
        theirs.serialise_into(&mut written).unwrap();
        assert_eq!(written, bytes);
    }
}

#[test]
fn the_formats_own_library_packs_positions_alike() {
    for game in random_games(3, 60) {
        game.visit(|position, _, score| {
            let fen = format!("{position:#}");
            let mut board = viriformat::chess::board::Board::new();
            board.set_from_fen(&fen, true).unwrap();
            let header = PackedHeader { position: position.clone(), score, result: game.result };
            let theirs = board.to_marlinformat(score.get(), game.result as u8, 0);
            assert_eq!(header.to_bytes(), theirs.as_bytes(), "{fen}");
            assert_eq!(PackedHeader::from_bytes(&theirs.as_bytes()), Ok(header));
        });
    }
}

#[test]
fn bulletformats_own_library_packs_positions_alike() {
    for game in random_games(9, 60) {
        game.visit(|position, _, score| {
            let labelled = Labelled { position: position.clone(), score, result: game.result };
            let line = TextLine(&labelled).to_string();
            let theirs: bulletformat::ChessBoard = line.parse().expect("their reader takes text");
            let mut bytes = [0; PackedBoard::LEN];
            bytes[..8].copy_from_slice(&theirs.occ.to_le_bytes());
            bytes[8..24].copy_from_slice(&theirs.pcs);
            bytes[24..26].copy_from_slice(&theirs.score.to_le_bytes());
            bytes[26..29].copy_from_slice(&[theirs.result, theirs.ksq, theirs.opp_ksq]);
            let board = PackedBoard::new(&labelled);
            assert_eq!(board.to_bytes(), bytes, "{line}");
            assert_eq!(PackedBoard::from_bytes(&bytes), Ok(board));
            let again = board.unpack().expect("it was legal");
            assert_eq!(PackedBoard::new(&again), board);
        });
    }
}

#[test]
fn boards_that_make_no_sense_are_refused() {
    let labelled =
        Labelled { position: Position::startpos(), score: DataScore::new(0), result: Wdl::Draw };
    let good = PackedBoard::new(&labelled).to_bytes();
    let with = |at: usize, value: u8| {
        let mut bytes = good;
        bytes[at] = value;
        PackedBoard::from_bytes(&bytes)
    };
    assert_eq!(with(26, 3), Err(BoardError::Result(3)));
    assert_eq!(with(27, 5), Err(BoardError::King));
    assert_eq!(with(27, 200), Err(BoardError::King));
    assert_eq!(with(28, 60), Err(BoardError::King));
    assert_eq!(with(3, 1), Err(BoardError::TooManyPieces(33)));
    assert_eq!(with(8, 0x76), Err(BoardError::Piece(6)));
    // Two kings of one player.
    assert_eq!(with(8, 0x15), Err(BoardError::King));
}

#[test]
fn exactly_the_legal_moves_are_read() {
    for game in random_games(10, 40) {
        let mut nth = 0_u16;
        game.visit(|position, _, _| {
            nth += 1;
            if !nth.is_multiple_of(37) {
                return;
            }
            let legal: Vec<u16> = position.legal_moves().iter().map(|&mv| pack_move(mv)).collect();
            for bits in 0..=u16::MAX {
                let read = unpack_move(position, bits);
                assert_eq!(read.is_some(), legal.contains(&bits), "{position} {bits:#06x}");
                assert!(read.is_none_or(|mv| pack_move(mv) == bits));
            }
        });
    }
}

#[test]
fn a_cut_file_gives_its_whole_games_and_says_so() {
    let games = random_games(4, 5);
    let bytes = to_bytes(&games);
    for len in 0..bytes.len() {
        let read: Vec<_> = GameReader::new(&bytes[..len]).collect();
        let whole = read.iter().filter(|game| game.is_ok()).count();
        assert!(whole < games.len());
        let ends_between_games = to_bytes(&games[..whole]).len() == len;
        let cut = matches!(read.last(), Some(Err(ReadError::Cut { .. })));
        assert_ne!(cut, ends_between_games, "at byte {len}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let bytes = to_bytes(&random_games(5, 20));
    let mut random = Random::new(6);
    for _ in 0..600 {
        let mut damaged = bytes.clone();
        damaged[random.below(bytes.len())] ^= 1 << random.below(8);
        // What is read may be wrong, a score for instance, but it ends and is made of legal moves.
        GameReader::new(&damaged[..]).flatten().for_each(|game| game.visit(|_, _, _| {}));
    }
}

#[test]
fn a_file_goes_on_after_a_kill_at_any_byte() {
    let (first, second) = (random_games(7, 3), random_games(8, 2));
    let bytes = to_bytes(&first);
    let scratch = Scratch::new("append");
    for len in (32..=bytes.len()).step_by(7).chain([0, bytes.len()]) {
        fs::write(&scratch.0, &bytes[..len]).unwrap();
        let mut file = GameFile::open(&scratch.0).unwrap();
        let survivors = file.games() as usize;
        file.append(&second).unwrap();
        let expected = to_bytes(&[&first[..survivors], &second].concat());
        assert_eq!(fs::read(&scratch.0).unwrap(), expected);
        assert_eq!((file.games() as usize, file.len()), (survivors + 2, expected.len() as u64));
    }
}

#[test]
fn other_files_are_left_alone() {
    let scratch = Scratch::new("other");
    for text in ["short", "A letter to somebody, and certainly not a file of games of chess."] {
        fs::write(&scratch.0, text).unwrap();
        assert!(matches!(GameFile::open(&scratch.0), Err(AppendError::NoGames(_))));
        assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text);
    }
}

#[test]
fn only_one_writer_at_a_time() {
    let scratch = Scratch::new("busy");
    let first = GameFile::open(&scratch.0).unwrap();
    assert!(matches!(GameFile::open(&scratch.0), Err(AppendError::Busy)));
    drop(first);
    assert!(GameFile::open(&scratch.0).is_ok());
}
