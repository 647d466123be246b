//! Games as rows of the store.
//!
//! A move is its text, king-takes-rook for castling, and behind slashes what its player thought:
//! `e2e4/c31/12/20/40123/5400/5520/7994480/80` is the score (`c` centipawns, `m` mate), depth,
//! selective depth, nodes, its time, our time, its clock and its latency, times in microseconds.
//! What is not known is empty, and older stores have no latency; a move of the book is its text
//! alone. How a game ended by the rules is not written: its moves tell.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use ferz_rules::{CastlingStyle, Color, DrawReason, Game, Outcome, Position};
use ferz_uci::ScoreValue;

use crate::adjudicate::Adjudication;
use crate::player::{Fault, Opinion};
use crate::record::{Ending, GameRecord, MoveRecord};

/// A game as the store has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) micros: u64,
    pub(super) start: String,
    pub(super) moves: String,
    pub(super) ending: String,
}

impl Row {
    pub(super) fn encode(game: &GameRecord) -> Self {
        let moves: Vec<String> = game.moves.iter().map(encode_move).collect();
        Self {
            micros: micros(game.duration),
            start: game.start.to_string(),
            moves: moves.join(" "),
            ending: encode_ending(&game.ending),
        }
    }

    /// The game, unless the row is none.
    pub(super) fn decode(&self) -> Option<GameRecord> {
        let start: Position = self.start.parse().ok()?;
        let mut game = Game::from_position(start.clone());
        let mut moves = Vec::new();
        for word in self.moves.split_ascii_whitespace() {
            let played = decode_move(game.position(), word)?;
            game.play(played.mv).ok()?;
            moves.push(played);
        }
        let ending = decode_ending(&game, &self.ending)?;
        Some(GameRecord { start, moves, ending, duration: Duration::from_micros(self.micros) })
    }
}

fn encode_move(played: &MoveRecord) -> String {
    let text = played.mv.uci(CastlingStyle::Chess960);
    let Some(opinion) = &played.opinion else { return text.to_string() };
    let score = match opinion.score {
        Some(ScoreValue::Centipawns(value)) => format!("c{value}"),
        Some(ScoreValue::Mate(moves)) => format!("m{moves}"),
        None => String::new(),
    };
    [
        text.to_string(),
        score,
        field(opinion.depth),
        field(opinion.selective_depth),
        field(opinion.nodes),
        field(opinion.time.map(micros)),
        micros(played.elapsed).to_string(),
        field(played.clock.map(micros)),
        field(opinion.latency.map(micros)),
    ]
    .join("/")
}

fn field(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn decode_move(position: &Position, word: &str) -> Option<MoveRecord> {
    let mut parts = word.split('/');
    let mv = position.parse_uci(parts.next()?).ok()?;
    let Some(score) = parts.next() else { return Some(MoveRecord::book(mv)) };
    let score = match score.split_at_checked(1) {
        Some(("c", value)) => Some(ScoreValue::Centipawns(value.parse().ok()?)),
        Some(("m", moves)) => Some(ScoreValue::Mate(moves.parse().ok()?)),
        _ => None,
    };
    let mut opinion = Opinion {
        score,
        depth: number(parts.next()?)?,
        selective_depth: number(parts.next()?)?,
        nodes: number(parts.next()?)?,
        time: number(parts.next()?)?.map(Duration::from_micros),
        latency: None,
    };
    let elapsed = Duration::from_micros(number(parts.next()?)??);
    let clock = number(parts.next()?)?.map(Duration::from_micros);
    opinion.latency = number(parts.next().unwrap_or_default())?.map(Duration::from_micros);
    Some(MoveRecord { mv, opinion: Some(opinion), elapsed, clock })
}

/// An empty field is nothing, which is not the same as a wrong one.
#[expect(clippy::option_option, reason = "wrong, empty and there are three things")]
fn number<T: FromStr>(text: &str) -> Option<Option<T>> {
    if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn encode_ending(ending: &Ending) -> String {
    match ending {
        Ending::Rules(Outcome::Draw(DrawReason::TimeForfeitWithoutMatingMaterial)) => {
            "flag".to_owned()
        }
        Ending::Rules(_) => "rules".to_owned(),
        Ending::Adjudicated(Adjudication::Draw) => "draw".to_owned(),
        Ending::Adjudicated(Adjudication::Length) => "length".to_owned(),
        Ending::Adjudicated(Adjudication::Resign(loser)) => format!("resign {}", side(*loser)),
        Ending::Adjudicated(Adjudication::TableWin(winner)) => format!("table {}", side(*winner)),
        Ending::Adjudicated(Adjudication::TableDraw) => "tabledraw".to_owned(),
        Ending::Fault { by, fault } => {
            let (kind, text) = match fault {
                Fault::TimeLoss { over, stolen } => {
                    ("time", format!("{} {}", micros(*over), micros(*stolen)))
                }
                Fault::Stall(text) => ("stall", text.clone()),
                Fault::Crash(text) => ("crash", text.clone()),
                Fault::IllegalMove(text) => ("illegal", text.clone()),
                Fault::NoMove => ("none", String::new()),
                Fault::Flood(text) => ("flood", text.clone()),
            };
            format!("fault {} {kind} {text}", side(*by))
        }
    }
}

fn decode_ending(game: &Game, text: &str) -> Option<Ending> {
    let mut words = text.splitn(4, ' ');
    let adjudicated = |adjudication| Some(Ending::Adjudicated(adjudication));
    match words.next()? {
        "rules" => {
            let claimed = || game.claimable_draw().map(Outcome::Draw);
            game.outcome().or_else(claimed).map(Ending::Rules)
        }
        "flag" => Some(Ending::Rules(Outcome::Draw(DrawReason::TimeForfeitWithoutMatingMaterial))),
        "draw" => adjudicated(Adjudication::Draw),
        "length" => adjudicated(Adjudication::Length),
        "resign" => adjudicated(Adjudication::Resign(color(words.next()?)?)),
        "table" => adjudicated(Adjudication::TableWin(color(words.next()?)?)),
        "tabledraw" => adjudicated(Adjudication::TableDraw),
        "fault" => {
            let by = color(words.next()?)?;
            let (kind, text) = (words.next()?, words.next().unwrap_or("").to_owned());
            let fault = match kind {
                "time" => decode_time_loss(&text)?,
                "stall" => Fault::Stall(text),
                "crash" => Fault::Crash(text),
                "illegal" => Fault::IllegalMove(text),
                "none" => Fault::NoMove,
                "flood" => Fault::Flood(text),
                _ => return None,
            };
            Some(Ending::Fault { by, fault })
        }
        _ => None,
    }
}

/// Older stores do not say what the host took.
fn decode_time_loss(text: &str) -> Option<Fault> {
    let (over, stolen) = text.split_once(' ').unwrap_or((text, "0"));
    let time = |micros: &str| Some(Duration::from_micros(micros.parse().ok()?));
    Some(Fault::TimeLoss { over: time(over)?, stolen: time(stolen)? })
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| side(*color) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(ending: Ending) -> GameRecord {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for san in ["f3", "e5", "g4", "Qh4#"] {
            let mv = position.parse_san(san).expect("a test's own move");
            position.play(mv);
            moves.push(MoveRecord {
                mv,
                opinion: Some(Opinion {
                    score: Some(ScoreValue::Mate(-3)),
                    depth: Some(4),
                    selective_depth: None,
                    nodes: Some(u64::MAX),
                    time: Some(Duration::from_micros(17)),
                    latency: Some(Duration::from_micros(3)),
                }),
                elapsed: Duration::from_micros(18),
                clock: None,
            });
        }
        moves[0] = MoveRecord::book(moves[0].mv);
        moves[1].opinion =
            Some(Opinion { score: Some(ScoreValue::Centipawns(-31)), ..Opinion::default() });
        GameRecord { start, moves, ending, duration: Duration::from_secs(1) }
    }

    #[test]
    fn every_ending_survives() {
        let mate = Position::outcome(
            &"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
                .parse()
                .expect("a test's own FEN"),
        );
        let by = Color::Black;
        let text = || "a text with spaces".to_owned();
        let faults = [
            Fault::TimeLoss {
                over: Duration::from_micros(51_234),
                stolen: Duration::from_millis(40),
            },
            Fault::Stall(text()),
            Fault::Crash(text()),
            Fault::IllegalMove(text()),
            Fault::NoMove,
            Fault::Flood(String::new()),
        ];
        let endings = [
            Ending::Rules(mate.expect("mate")),
            Ending::Rules(Outcome::Draw(DrawReason::TimeForfeitWithoutMatingMaterial)),
            Ending::Adjudicated(Adjudication::Draw),
            Ending::Adjudicated(Adjudication::Length),
            Ending::Adjudicated(Adjudication::Resign(Color::White)),
            Ending::Adjudicated(Adjudication::TableWin(Color::Black)),
            Ending::Adjudicated(Adjudication::TableDraw),
        ];
        let faults = faults.into_iter().map(|fault| Ending::Fault { by, fault });
        for ending in endings.into_iter().chain(faults) {
            let record = game(ending);
            assert_eq!(Row::encode(&record).decode(), Some(record));
        }
    }

    #[test]
    fn moves_of_older_stores_have_no_latency() {
        let old = decode_move(&Position::startpos(), "e2e4/c31/12/20/40123/5400/5520/7994480");
        let opinion = old.and_then(|played| played.opinion).expect("a move with an opinion");
        assert_eq!((opinion.time, opinion.latency), (Some(Duration::from_micros(5400)), None));
    }

    #[test]
    fn losses_on_time_of_older_stores_blame_no_host() {
        let over = Duration::from_micros(51_234);
        assert_eq!(
            decode_time_loss("51234"),
            Some(Fault::TimeLoss { over, stolen: Duration::ZERO })
        );
        for text in ["", "51234 ", "51234 x", "1 2 3"] {
            assert_eq!(decode_time_loss(text), None, "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_game() {
        let row = Row::encode(&game(Ending::Adjudicated(Adjudication::Draw)));
        for moves in ["e2e5", "e2e4/c", "e2e4/c1/x/////1/", "e2e4/c1/////1//x", "e2e4/c1", "xyz"] {
            assert_eq!(Row { moves: moves.to_owned(), ..row.clone() }.decode(), None, "{moves}");
        }
        for ending in ["", "rules?", "fault", "fault red crash x", "resign", "fault white what x"] {
            assert_eq!(Row { ending: ending.to_owned(), ..row.clone() }.decode(), None, "{ending}");
        }
        assert_eq!(Row { start: "8/8".to_owned(), ..row }.decode(), None);
    }
}
