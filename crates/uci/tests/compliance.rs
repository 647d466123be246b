//! The conversation by which match runners judge whether an engine keeps the protocol, step by
//! step: clocks alone and together, in either order, with and without moves.

mod support;

use ferz_uci::{BestMove, Info};
use support::{Gui, after, starting};

/// A GUI that looks at everything that is said since the last step.
struct Judge {
    gui: Gui,
    read: usize,
}

impl Judge {
    fn new() -> Self {
        Self { gui: Gui::new(), read: 0 }
    }

    /// Sends a line, waits for an answer that starts like this, and gives what was said.
    #[track_caller]
    fn ask(&mut self, line: &str, answer: &str) -> String {
        let before = starting(&self.gui.text(), answer).len();
        self.gui.send(line);
        let text = self.gui.wait_for(answer, before + 1);
        let new = text[self.read..].to_owned();
        self.read = text.len();
        new
    }

    fn set_up(&mut self, lines: &[&str]) {
        for line in lines {
            self.gui.send(line);
        }
        assert_eq!(self.ask("isready", "readyok"), "readyok\n", "and nothing else");
    }

    /// A search with a last line that a runner can use, and a move.
    #[track_caller]
    fn check_go(&mut self, go: &str) {
        let said = self.ask(go, "bestmove");
        let last = *starting(&said, "info").last().expect(&said);
        let info = Info::parse(last);
        assert!(info.score.is_some() && info.depth.is_some(), "{last}");
        for field in ["time", "nps", "cp"] {
            let whole = after(last, field).is_none_or(|value| value.parse::<i64>().is_ok());
            assert!(whole, "{field} is no whole number: {last}");
        }
        let best: BestMove = starting(&said, "bestmove")[0].parse().expect(&said);
        assert_eq!(best.best.map(|mv| mv.to_string()).as_deref(), info.pv.words().next());
    }
}

#[test]
fn the_whole_examination_is_passed() {
    let mut judge = Judge::new();
    let introduction = judge.ask("uci", "uciok");
    assert!(introduction.starts_with("id name "));
    assert!(introduction.contains("\nid author "));
    judge.set_up(&["setoption name Hash value 16", "setoption name Threads value 1"]);
    judge.set_up(&["ucinewgame", "position startpos"]);

    let white = "position fen 3r2k1/pb3p1p/1p2p1p1/8/2PN4/1P4P1/P4P1P/3R2K1 w - - 0 27";
    judge.set_up(&[white]);
    judge.check_go("go wtime 100");
    let black = "position fen 3r2k1/pb3p1p/1p2p1p1/8/2PN4/1P4P1/P4P1P/3R2K1 b - - 0 27";
    judge.set_up(&[black]);
    judge.check_go("go btime 100");
    judge.check_go("go wtime 100 winc 100 btime 100 binc 100");
    judge.check_go("go btime 100 binc 100 wtime 100 winc 100");

    judge.set_up(&["ucinewgame", "position startpos"]);
    judge.check_go("go wtime 100 btime 100");
    judge.set_up(&["position startpos moves e2e4 e7e5"]);
    judge.check_go("go wtime 100 btime 100");
    judge.gui.send("quit");
    judge.gui.finish();
}

/// Every argument of `go` in company with every other.
#[test]
fn every_pair_of_arguments_gets_a_move() {
    let arguments = [
        "depth 3",
        "nodes 500",
        "movetime 5",
        "mate 1 movetime 5",
        "wtime 50",
        "btime 50",
        "winc 10 wtime 40",
        "binc 10 btime 40",
        "movestogo 1 wtime 30 btime 30",
        "searchmoves e2e4 d2d4 depth 2",
    ];
    let mut judge = Judge::new();
    for first in arguments {
        for second in arguments {
            judge.check_go(&format!("go {first} {second}"));
        }
    }
    judge.gui.finish();
}
