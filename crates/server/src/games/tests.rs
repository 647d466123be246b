use super::*;
use crate::config::Limits;

fn game(request: &str) -> LiveGame {
    let request: NewGame = serde_json::from_str(request).expect("a test's own request");
    request.create(Client::default(), &Limits::default(), 0).expect("a game")
}

fn play(game: &mut LiveGame, moves: &str, mut now: u64) -> u64 {
    for san in moves.split(' ') {
        now += 1000;
        let mv = game.game.position().parse_san(san).expect("a test's own move");
        game.play(mv, now).expect("playable");
    }
    now
}

const CLOCK: &str = r#"{"clock": {"initial": 10000, "increment": 500}}"#;
const AGAINST_ENGINE: &str = r#"{"black": {"kind": "engine"}}"#;

#[track_caller]
fn check_status(game: &LiveGame, text: &str) {
    assert_eq!(game.status().text, text);
}

#[test]
fn games_end_by_the_board_and_go_on_when_that_is_taken_back() {
    let mut game = game("{}");
    let now = play(&mut game, "f3 e5 g4 Qh4#", 0);
    check_status(&game, "Black wins by checkmate");
    let any = ferz_rules::Position::startpos().parse_san("a3").expect("a move");
    assert_eq!(game.play(any, now).unwrap_err().code(), Code::GameOver);
    game.undo(None, now).expect("mate can be taken back");
    check_status(&game, "Black to move");
    assert_eq!(game.ply(), 3);
    game.resign(None, now).expect("playing");
    check_status(&game, "White wins by resignation");
    assert_eq!(game.undo(None, now).unwrap_err().code(), Code::GameOver);
}

#[test]
fn clocks_run_after_the_first_move() {
    let mut game = game(CLOCK);
    let now = play(&mut game, "e4 e5", 100_000);
    let left = game.played.iter().map(|played| played.clock).collect::<Vec<_>>();
    assert_eq!(left, [Some(10_000), Some(9_500)]);
    assert!(!game.drop_flag(now + 9_999));
    assert!(game.drop_flag(now + 10_000));
    check_status(&game, "Black wins by time forfeit");
}

#[test]
fn moves_are_taken_back_to_the_last_human_move() {
    let mut game = game(AGAINST_ENGINE);
    play(&mut game, "e4", 0);
    assert!(game.engine_to_move().is_some());
    let reply = game.game.position().parse_san("e5").expect("legal");
    assert_eq!(game.play(reply, 0).unwrap_err().code(), Code::EngineToMove);
    let thought = Thought { score: Value::Cp(10), depth: 3, nodes: 100 };
    game.play_engine(reply, thought, 0).expect("its turn");
    assert_eq!(game.undo(Some(3), 0).unwrap_err().code(), Code::NothingToUndo);
    game.undo(None, 0).expect("a human has moved");
    assert_eq!(game.ply(), 0);
    assert_eq!(game.undo(None, 0).unwrap_err().code(), Code::NothingToUndo);
}

#[test]
fn draws_are_offered_taken_and_claimed() {
    let mut game = game("{}");
    let draw = |game: &mut LiveGame, action, side| game.draw(action, side, 0).map(drop);
    let refused = draw(&mut game, DrawAction::Accept, None).unwrap_err();
    assert_eq!(refused.code(), Code::NoDrawOffer);
    draw(&mut game, DrawAction::Offer, Some(Color::White)).expect("playing");
    assert_eq!(game.draw_offer, Some(Color::White));
    let own = draw(&mut game, DrawAction::Accept, Some(Color::White)).unwrap_err();
    assert_eq!(own.code(), Code::NoDrawOffer, "nobody takes an offer of their own");
    play(&mut game, "Nf3", 0);
    assert_eq!(game.draw_offer, Some(Color::White));
    play(&mut game, "Nf6", 0);
    assert_eq!(game.draw_offer, None, "an answer by a move");
    assert_eq!(draw(&mut game, DrawAction::Claim, None).unwrap_err().code(), Code::NoClaim);
    play(&mut game, "Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 0);
    draw(&mut game, DrawAction::Claim, None).expect("three times");
    check_status(&game, "Draw by threefold repetition");
}

#[test]
fn an_engine_takes_a_draw_when_it_is_worse() {
    for (score, expected) in [(300, "Draw by agreement"), (-300, "White to move")] {
        let mut game = game(AGAINST_ENGINE);
        play(&mut game, "e4", 0);
        let reply = game.game.position().parse_san("e5").expect("legal");
        let thought = Thought { score: Value::Cp(score), depth: 3, nodes: 100 };
        game.play_engine(reply, thought, 0).expect("its turn");
        game.draw(DrawAction::Offer, None, 0).expect("playing");
        check_status(&game, expected);
        assert_eq!(game.draw_offer, None);
    }
}

#[test]
fn games_start_where_they_are_told_to() {
    let start = game(r#"{"variant": "chess960", "start_number": 0}"#);
    assert!(start.game.start().to_string().starts_with("bbqnnrkr/"));
    let imported = game(r#"{"pgn": "1. e4 e5 2. Nf3 *"}"#);
    assert_eq!((imported.ply(), imported.played[0].by), (3, By::Import));
    let over = game(r#"{"fen": "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"}"#);
    check_status(&over, "White wins by checkmate");
}

#[track_caller]
fn check_refused(request: &str, code: Code) {
    let request: NewGame = serde_json::from_str(request).expect("a test's own request");
    let refused = request.create(Client::default(), &Limits::default(), 0).unwrap_err();
    assert_eq!(refused.code(), code);
}

#[test]
fn nonsense_is_refused() {
    check_refused(r#"{"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}"#, Code::BadFen);
    check_refused(r#"{"pgn": "1. e5 *"}"#, Code::BadPgn);
    check_refused(r#"{"pgn": ""}"#, Code::BadPgn);
    check_refused(r#"{"start_number": 4}"#, Code::BadValue);
    check_refused(r#"{"variant": "chess960", "start_number": 960}"#, Code::BadValue);
    check_refused(r#"{"fen": "x", "pgn": "x"}"#, Code::BadValue);
    check_refused(r#"{"clock": {"initial": 0}}"#, Code::BadValue);
    check_refused(r#"{"white": {"kind": "engine", "limit": {"depth": 0}}}"#, Code::BadValue);
    check_refused(r#"{"white": {"kind": "engine", "evaluator": "mcts"}}"#, Code::BadValue);
}

#[test]
fn captured_pieces_are_counted_by_what_is_missing() {
    let mut game = game("{}");
    play(&mut game, "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2", 0);
    let view = serde_json::to_value(game.view(None, 0)).expect("JSON");
    assert_eq!(
        (&view["captured"]["white"], &view["captured"]["black"]),
        (&"qp".into(), &"pp".into())
    );
}
