//! `ferz play`: two people, one terminal, all the rules.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use ferz_rules::pgn::{GameResult, PgnGame};
use ferz_rules::{Color, Game, Outcome, Position, WinReason};

use crate::cli::PlayArgs;
use crate::output::{say, say_line};

const HELP: &str = "\
Type a move: Nf3, exd5, O-O, e8=Q, or e2e4.
  moves [SQUARE]   legal moves, of one piece if a square is given
  undo             take back a move
  draw             claim a draw by repetition or the fifty-move rule
  resign           give up
  flip             turn the board around
  fen              the position as FEN
  help             this text
  quit             leave";

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let start = match (&args.fen, args.chess960) {
        (Some(position), _) => position.clone(),
        (None, Some(number)) => Position::chess960(number),
        (None, None) => Position::startpos(),
    };
    let mut table = Table { game: Game::from_position(start), side: Color::White, ended: None };
    say_line!("{HELP}\n");
    table.show();
    let prompts = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    while table.outcome().is_none() {
        if prompts {
            say!("{} to move> ", table.game.position().turn());
            io::stdout().flush()?;
        }
        let Some(line) = lines.next().transpose()? else { break };
        if table.obey(line.trim()) == Next::Leave {
            break;
        }
    }
    table.finish()?;
    Ok(ExitCode::SUCCESS)
}

#[derive(PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// The game, who sits below, and an end that the players have made.
struct Table {
    game: Game,
    side: Color,
    ended: Option<Outcome>,
}

impl Table {
    fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.outcome())
    }

    fn obey(&mut self, line: &str) -> Next {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Next::Leave,
            "help" => say_line!("{HELP}"),
            "fen" => say_line!("{}", self.game.position()),
            "moves" => self.list_moves(rest.trim()),
            "flip" => {
                self.side = !self.side;
                self.show();
            }
            "undo" => match self.game.undo() {
                Some(_) => self.show(),
                None => say_line!("There is no move to take back."),
            },
            "resign" => {
                let winner = !self.game.position().turn();
                self.ended = Some(Outcome::Win { winner, reason: WinReason::Resignation });
            }
            "draw" => match self.game.claimable_draw() {
                Some(reason) => self.ended = Some(Outcome::Draw(reason)),
                None => say_line!("There is no draw to claim here."),
            },
            _ => self.play(line),
        }
        Next::Stay
    }

    /// Plays the move that the text means, or says why it means none.
    fn play(&mut self, text: &str) {
        let position = self.game.position();
        let mv = match position.parse_san(text) {
            Ok(mv) => mv,
            Err(error) => match position.parse_uci(text) {
                Ok(mv) => mv,
                Err(_) => return say_line!("{error} (\"help\" lists what can be said)"),
            },
        };
        match self.game.play(mv) {
            Ok(()) => self.show(),
            Err(error) => say_line!("{error}"),
        }
    }

    fn list_moves(&self, square: &str) {
        let position = self.game.position();
        let moves = match square {
            "" => position.legal_moves(),
            _ => match square.parse() {
                Ok(square) => position.legal_moves_from(square),
                Err(error) => return say_line!("{error}"),
            },
        };
        let sans: Vec<String> = moves.into_iter().map(|mv| position.san(mv)).collect();
        say_line!("{}", if sans.is_empty() { "none".to_owned() } else { sans.join(" ") });
    }

    fn show(&self) {
        say!("{}", self.game.position().diagram(self.side));
        if self.game.position().in_check() && self.outcome().is_none() {
            say_line!("Check!");
        }
        if let Some(reason) = self.game.claimable_draw() {
            say_line!("A draw by {reason} may be claimed.");
        }
    }

    /// Tells the result and hands over the game as PGN.
    fn finish(&self) -> anyhow::Result<()> {
        match self.outcome() {
            Some(outcome) => say_line!("{outcome}\n"),
            None => say_line!("The game is left unfinished at {}\n", self.game.position()),
        }
        let mut record = PgnGame::from_moves(self.game.start().clone(), self.game.moves())?;
        record.result = self.outcome().map(GameResult::from);
        say!("{record}");
        Ok(())
    }
}
