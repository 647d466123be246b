//! Endgame tables beside shakmaty-syzygy, and facts that need no table to be known.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use ferz_engine::{Engine, Probe, Settings, TableSettings, Tablebases};
use ferz_rules::{Game, Outcome, Piece, Position, Setup, Square};
use ferz_search::{Limits, Score, Wdl};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::Tablebase as Oracle;

/// The tables beside the checkout, or where `FERZ_SYZYGY` says. Tests say so when there are none.
fn directory() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    let path = env::var_os("FERZ_SYZYGY").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let found = path.join("KQvK.rtbw").exists();
    if !found {
        eprintln!("skipped: no tables in {}", path.display());
    }
    found.then_some(path)
}

fn tables() -> Option<Tablebases> {
    let (tables, findings) = Tablebases::open(directory()?.to_str()?);
    assert_eq!(findings.faults, [""; 0]);
    assert_eq!((findings.wdl, findings.dtz, findings.pieces), (35, 35, 4));
    Some(tables)
}

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }

    /// A position with three or four pieces, sometimes with a pawn that may be taken en passant.
    fn position(&mut self) -> Position {
        loop {
            if self.below(20) == 0
                && let Some(position) = self.en_passant()
            {
                return position;
            }
            let mut board = ['.'; 64];
            let count = 1 + self.below(2);
            let letters = "QRBNPqrbnp".as_bytes();
            let mut pieces = vec!['K', 'k'];
            pieces.extend((0..count).map(|_| letters[self.below(letters.len())] as char));
            for piece in pieces {
                let free = loop {
                    let square = self.below(64);
                    if board[square] == '.' {
                        break square;
                    }
                };
                board[free] = piece;
            }
            let ranks: Vec<String> = board
                .chunks(8)
                .rev()
                .map(|rank| rank.iter().map(|c| if *c == '.' { '1' } else { *c }).collect())
                .collect();
            let turn = if self.below(2) == 0 { 'w' } else { 'b' };
            if let Ok(position) = format!("{} {turn} - - 0 1", ranks.join("/")).parse() {
                return position;
            }
        }
    }

    /// Both kings and a pawn each, one of which may take the other in passing.
    fn en_passant(&mut self) -> Option<Position> {
        let (file, king, other) = (self.below(7), self.below(64), self.below(64));
        let mut setup = Setup::empty();
        setup.board[king] = Some(Piece::WhiteKing);
        setup.board[other] = Some(Piece::BlackKing);
        setup.board[32 + file] = Some(Piece::WhitePawn);
        setup.board[33 + file] = Some(Piece::BlackPawn);
        setup.en_passant = Square::from_index(41 + file);
        let position = Position::try_from(setup).ok()?;
        let position = if self.below(2) == 0 { position.flip() } else { position };
        position.has_legal_en_passant().then_some(position)
    }
}

#[test]
fn results_and_distances_equal_those_of_shakmaty() {
    let (Some(tables), Some(directory)) = (tables(), directory()) else { return };
    let mut oracle = Oracle::new();
    oracle.add_directory(directory).expect("the same directory");
    let mut random = Random(7);
    let mut en_passant = 0;
    for _ in 0..10_000 {
        let position = random.position();
        en_passant += usize::from(position.has_legal_en_passant());
        let fen: Fen = position.to_string().parse().expect("our own FEN");
        let other: Chess = fen
            .into_position(CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .expect("legal");
        let Some(Probe { wdl, dtz }) = tables.probe(&position) else {
            panic!("{position}: {:?}", tables.take_trouble());
        };
        let expected = oracle.probe_wdl_after_zeroing(&other).expect("all tables are there");
        assert_eq!(wdl.number(), i32::from(expected), "{position}");
        let distance = oracle.probe_dtz(&other).expect("all tables are there").ignore_rounding();
        assert_eq!(dtz, Some(distance.0), "{position}");
    }
    assert!(en_passant > 5, "{en_passant} positions with en passant");
    assert_eq!(tables.take_trouble(), [""; 0]);
}

/// Follows the best moves for both to the end, and says how it came and after how many half-moves.
fn play_out(tables: &Tablebases, fen: &str) -> (Option<Outcome>, usize) {
    let mut game = Game::from_position(fen.parse().expect("legal"));
    for ply in 0..300 {
        if let Some(outcome) = game.outcome() {
            return (Some(outcome), ply);
        }
        let ranked = tables.rank(&game, true).expect("all tables are there");
        game.play(ranked[0].mv).expect("legal");
        if game.claimable_draw().is_some() {
            return (None, ply);
        }
    }
    (None, 300)
}

#[test]
fn ranked_moves_win_what_is_won() {
    let Some(tables) = tables() else { return };
    let rows = [
        "8/8/8/8/3k4/8/8/KQ6 w - - 0 1",
        "8/8/8/8/3k4/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1",
        "8/8/8/8/5kr1/8/8/KQ6 w - - 0 1",
    ];
    for fen in rows {
        let position: Position = fen.parse().expect("legal");
        assert_eq!(tables.probe(&position).map(|probe| probe.wdl), Some(Wdl::Win), "{fen}");
        let (outcome, plies) = play_out(&tables, fen);
        assert_eq!(outcome.and_then(Outcome::winner), Some(position.turn()), "{fen}: {plies}");
    }
}

/// In random positions of random age, every move that the search may choose from keeps the
/// result: the opponent's best answer, looked up anew, is no better than before.
#[test]
fn every_move_of_the_first_rank_keeps_the_result() {
    let Some(tables) = tables() else { return };
    let mut random = Random(11);
    for _ in 0..1500 {
        let fen = random.position().to_string();
        let clock = random.below(100);
        let aged: Position = fen.replace(" 0 1", &format!(" {clock} 80")).parse().expect("legal");
        let game = Game::from_position(aged);
        if game.outcome().is_some() {
            continue;
        }
        let ranked = tables.rank(&game, true).expect("all tables are there");
        let best = ranked[0];
        for first in ranked.iter().filter(|ranked| ranked.rank == best.rank) {
            assert_eq!(first.result.under(true), best.result.under(true), "{fen} {clock}");
            let mut next = game.clone();
            next.play(first.mv).expect("legal");
            if next.outcome().is_none() && next.claimable_draw().is_none() {
                let answers = tables.rank(&next, true).expect("all tables are there");
                let reached = -answers[0].result.under(true);
                assert!(reached >= best.result.under(true), "{fen} {clock} {:?}", first.mv);
            }
        }
    }
}

fn engine(tables: Tablebases, fen: &str) -> Engine {
    let tables = TableSettings { tables: Some(Arc::new(tables)), ..TableSettings::default() };
    let mut engine = Engine::new(Settings { hash: 1, tables, ..Settings::default() });
    engine.set_game(Game::from_position(fen.parse().expect("legal")));
    engine
}

#[test]
fn the_engine_knows_the_result_at_the_root_and_completes_the_line() {
    let Some(tables) = tables() else { return };
    let mut engine = engine(tables, "8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut hits = 0;
    let result = engine.think(&limits, &mut |report| hits = hits.max(report.tb_hits));
    assert!(result.score.is_win() && hits > 0, "{result:?}");
    let mut game = engine.game().clone();
    result.pv.iter().for_each(|mv| game.play(*mv).expect("legal"));
    assert!(matches!(game.outcome(), Some(Outcome::Win { .. })), "{}", result.pv.len());
}

#[test]
fn the_tree_asks_tables_when_few_pieces_are_left() {
    let Some(tables) = tables() else { return };
    // Five pieces: the queen is lost, and the bishop alone does not win.
    let fen = "8/8/8/8/3k4/1r6/8/KQ5B b - - 0 1";
    let mut engine = engine(tables, fen);
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let mut hits = 0;
    let result = engine.think(&limits, &mut |report| hits = report.tb_hits);
    assert!(hits > 0 && result.score == Score::DRAW, "{hits} {:?}", result.score);
}

/// A table that needs no compression: its value is the same everywhere. Two knights' and bishops'
/// names with a draw in them are facts that nobody needs a table for.
fn draw_table(letter: u8) -> Vec<u8> {
    let code = match letter {
        b'N' => 2,
        _ => 3,
    };
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 1];
    // White king, black king, the piece: for both sides in both halves of a byte.
    bytes.extend([0x00, 0x66, 0xee, code | code << 4]);
    bytes.push(0);
    bytes.extend([0x80, 2, 0x80, 2]);
    bytes.resize(64 + 16, 0);
    bytes
}

fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("ferz-tables-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a scratch directory");
    path
}

#[test]
fn a_table_made_by_hand_is_read_and_its_damage_is_told() {
    let directory = scratch("made");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(directory.join(name), bytes).expect("the scratch directory is writable");
    };
    write("KNvK.rtbw", &draw_table(b'N'));
    let whole = draw_table(b'B');
    write("KBvK.rtbw", &whole[..70]);
    write("KRvK.rtbw", b"not a table at all");
    write("KQvK.rtbw", &whole);
    write("KQvK.txt", b"");
    let (tables, findings) = Tablebases::open(&directory.display().to_string());
    assert_eq!((findings.wdl, findings.dtz, findings.pieces), (1, 0, 3));
    let expected = [
        "KBvK.rtbw is cut off: was it copied to the end?",
        "KQvK.rtbw is about other pieces than its name says",
        "KRvK.rtbw is no Syzygy table of this kind",
    ];
    assert_eq!(findings.faults, expected);
    let probe = |fen: &str| tables.probe(&fen.parse().expect("legal"));
    let draw = Some(Probe { wdl: Wdl::Draw, dtz: Some(0) });
    assert_eq!(probe("8/8/8/3k4/8/8/8/KN6 w - - 0 1"), draw);
    assert_eq!(probe("8/8/8/3K4/8/8/8/kn6 b - - 0 1"), draw);
    assert_eq!(probe("8/8/8/8/8/8/1n6/K1k5 w - - 0 1"), draw, "a capture to bare kings");
    assert_eq!(probe("8/8/8/3k4/8/8/8/KB6 w - - 0 1"), None);
    // A file that goes away is one sentence, and no table any more.
    let (tables, _) = Tablebases::open(&directory.display().to_string());
    fs::remove_dir_all(&directory).expect("it is ours");
    assert_eq!(tables.probe(&"8/8/8/3k4/8/8/8/KN6 w - - 0 1".parse().expect("legal")), None);
    assert_eq!(tables.take_trouble().len(), 1);
    assert_eq!(tables.take_trouble().len(), 0);
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let (tables, findings) = Tablebases::open("/nowhere/at/all;");
    assert_eq!(tables.max_pieces(), 0);
    assert!(findings.to_string().starts_with("no endgame tables found; left out: /nowhere/at/all"));
}

/// Every byte of a table is damaged in turn: nothing may panic, and what is read stays a result.
#[test]
fn damaged_tables_never_panic() {
    let Some(from) = directory() else { return };
    let directory = scratch("damaged");
    let names = ["KQvK.rtbw", "KPvK.rtbw", "KRvK.rtbz", "KPvK.rtbz"];
    let mut random = Random(3);
    for round in 0..120 {
        let name = names[round % names.len()];
        let mut bytes = fs::read(Path::new(&from).join(name)).expect("the table is there");
        let reach = bytes.len().min(600);
        for _ in 0..3 {
            bytes[random.below(reach)] = random.below(256) as u8;
        }
        fs::write(directory.join(name), &bytes).expect("the scratch directory is writable");
        let (tables, _) = Tablebases::open(&directory.display().to_string());
        for _ in 0..100 {
            tables.probe(&random.position());
        }
    }
    fs::remove_dir_all(&directory).expect("it is ours");
}
