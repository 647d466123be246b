//! What the integration tests share: seeded random games, and the way to data that is not ours
//! to commit. Nothing here asserts anything about chess.

// Each test binary compiles its own copy and uses only a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::Path;

use ferz_rules::{
    CastlingSide, Color, File, Game, Move, MoveKind, Piece, PieceType, Position, Rank, Setup,
    Square, StartNumber,
};

/// Marsaglia's xorshift: the same numbers on every machine and in every year, which no crate
/// promises for its default generator.
pub(crate) struct Random(u64);

impl Random {
    /// A generator with this seed; zero would stay zero forever.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`. The upper half is used: the low bits of xorshift are weaker.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 32) as usize % bound
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Where a random game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Standard,
    Chess960,
    DoubleChess960,
    /// Pieces thrown on the board: checks, pins, rivals for the same square and odd castling
    /// rights, which games bring about one in hundreds of positions.
    Scattered,
}

impl Start {
    fn position(self, random: &mut Random) -> Position {
        match self {
            Self::Standard => Position::startpos(),
            Self::Chess960 => Position::chess960(start_number(random)),
            Self::DoubleChess960 => {
                Position::double_chess960(start_number(random), start_number(random))
            }
            Self::Scattered => loop {
                if let Ok(position) = Position::try_from(scatter(random)) {
                    return position;
                }
            },
        }
    }
}

fn start_number(random: &mut Random) -> StartNumber {
    let number = random.below(usize::from(StartNumber::COUNT));
    StartNumber::new(number as u16).expect("a number below the count")
}

/// A setup that is often illegal: the other king in check, too many of a kind.
fn scatter(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = random.choose(&Color::ALL);
    if random.chance(20) {
        offer_en_passant(&mut setup, random);
    }
    for color in Color::ALL {
        if !setup.board.contains(&Some(Piece::new(color, PieceType::King))) {
            throw(color, PieceType::King, &mut setup, random);
        }
        for _ in 0..random.below(3) {
            throw(color, PieceType::Rook, &mut setup, random);
        }
        // Few kinds and many of each, so that they get into one another's way.
        let kinds = [(); 2].map(|()| random.choose(&PieceType::ALL[..5]));
        for _ in 0..random.below(12) {
            throw(color, random.choose(&kinds), &mut setup, random);
        }
    }
    grant_castling(&mut setup, random);
    setup
}

/// Puts two pawns side by side, of which one has just jumped there. Pieces that are thrown later
/// may make that impossible, or the capture illegal.
fn offer_en_passant(setup: &mut Setup, random: &mut Random) {
    let (us, them) = (setup.turn, !setup.turn);
    let file = random.below(7);
    let (left, right) = (File::ALL[file], File::ALL[file + 1]);
    let (jumper, taker) = if random.chance(50) { (left, right) } else { (right, left) };
    for (color, file) in [(them, jumper), (us, taker)] {
        let square = Square::new(file, Rank::Fourth.relative_to(them));
        setup.board[square.index()] = Some(Piece::new(color, PieceType::Pawn));
    }
    setup.en_passant = Some(Square::new(jumper, Rank::Third.relative_to(them)));
    // The famous trap: both pawns leave the line between a rook and the king at once.
    if random.chance(30) {
        for (piece, file) in
            [(Piece::new(us, PieceType::King), 0), (Piece::new(them, PieceType::Rook), 7)]
        {
            let square = Square::new(File::ALL[file], Rank::Fourth.relative_to(them));
            setup.board[square.index()].get_or_insert(piece);
        }
    }
}

/// Puts a piece on a random square unless another stands there.
fn throw(color: Color, kind: PieceType, setup: &mut Setup, random: &mut Random) {
    let rank = match kind {
        PieceType::Pawn => random.choose(&Rank::ALL[1..7]),
        PieceType::King if random.chance(50) => color.back_rank(),
        // Rooks of either color, since those of the other may pin the one that castles.
        PieceType::Rook if random.chance(50) => random.choose(&Color::ALL).back_rank(),
        _ => random.choose(&Rank::ALL),
    };
    let square = Square::new(random.choose(&File::ALL), rank);
    setup.board[square.index()].get_or_insert(Piece::new(color, kind));
}

/// Lets kings on their back rank castle with some of the rooks there, outermost or not.
fn grant_castling(setup: &mut Setup, random: &mut Random) {
    for color in Color::ALL {
        let back_rank =
            File::ALL.map(|file| setup.board[Square::new(file, color.back_rank()).index()]);
        let holds = |file: File, kind| back_rank[file.index()] == Some(Piece::new(color, kind));
        let king = File::ALL.into_iter().find(|&file| holds(file, PieceType::King));
        for rook in File::ALL.into_iter().filter(|&file| holds(file, PieceType::Rook)) {
            let side = if Some(rook) > king { CastlingSide::King } else { CastlingSide::Queen };
            if king.is_some() && random.chance(60) {
                setup.castling.set(color, side, Some(rook));
            }
        }
    }
}

/// Whole random games with at least this many positions in all: half of the games are ordinary
/// chess, a quarter Chess960 and a quarter double Chess960.
pub(crate) fn random_games(seed: u64, positions: usize) -> impl Iterator<Item = Game> {
    use Start::{Chess960, DoubleChess960, Standard};
    games(&[Standard, Chess960, Standard, DoubleChess960], 400, seed, positions)
}

/// A few random moves each from scattered pieces, with at least this many positions in all.
pub(crate) fn skirmishes(seed: u64, positions: usize) -> impl Iterator<Item = Game> {
    games(&[Start::Scattered], 4, seed, positions)
}

fn games(
    starts: &[Start],
    max_plies: usize,
    seed: u64,
    positions: usize,
) -> impl Iterator<Item = Game> {
    let mut random = Random::new(seed);
    let mut starts = starts.iter().cycle();
    let mut found = 0;
    std::iter::from_fn(move || {
        if found >= positions {
            return None;
        }
        let start = starts.next()?.position(&mut random);
        let game = random_game(start, max_plies, &mut random);
        found += game.moves().len() + 1;
        Some(game)
    })
}

/// Plays random moves to the end of the game, or until the fifty-move rule or the number of plies
/// stops it.
fn random_game(start: Position, max_plies: usize, random: &mut Random) -> Game {
    // Games differ in temper: peaceful ones keep crowded boards, greedy ones reach endgames.
    let greed = random.choose(&[0, 10, 40, 80]);
    let mut game = Game::from_position(start);
    while game.moves().len() < max_plies
        && game.position().outcome().is_none()
        && game.position().halfmove_clock() < 100
    {
        let mv = random_move(game.position(), greed, random);
        game.play(mv).expect("a generated move is legal");
    }
    game
}

fn random_move(position: &Position, greed: usize, random: &mut Random) -> Move {
    let moves = position.legal_moves();
    // Uniform choice would leave out the rare kinds of moves that most often go wrong.
    let special = |mv: Move| matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
    for (percent, wanted) in [(50, &special as &dyn Fn(Move) -> bool), (greed, &Move::is_noisy)] {
        let chosen: Vec<Move> = moves.iter().copied().filter(|&mv| wanted(mv)).collect();
        if !chosen.is_empty() && random.chance(percent) {
            return random.choose(&chosen);
        }
    }
    random.choose(&moves)
}

/// Counts what a test has met, so that it cannot become empty without anybody noticing.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    /// Counts the event if it happened.
    pub(crate) fn note(&mut self, event: &'static str, happened: bool) {
        *self.0.entry(event).or_insert(0) += usize::from(happened);
    }

    /// Ask for half of what is found: a generator that lists moves in another order leads to other
    /// games, and nothing is wrong with that.
    #[track_caller]
    pub(crate) fn check_at_least(&self, least: &[(&str, usize)]) {
        for &(event, least) in least {
            let found = self.0.get(event).copied().unwrap_or(0);
            assert!(found >= least, "{found} of {event} are fewer than {least} in {self:?}");
        }
    }
}

/// The text of a file of the third-party data beside the repository, or `None` with a printed
/// note where that data has not been fetched.
pub(crate) fn shared_data(path: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(path);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            println!("skipped: {}: {error}", path.display());
            None
        }
    }
}
