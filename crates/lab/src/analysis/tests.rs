use ferz_engine::Settings;
use ferz_rules::pgn::Reader;

use super::*;

const GAME: &str = "[Event \"x\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n{before all} \
    1. e4 $1 {best by test} e5 2. Qh5 (2. Nf3 {sounder} Nc6) Nc6 3. Bc4 {[%clk 0:01:00] threat} Nf6 \
    {[%eval 0.1]} 4. Qxf7# 1-0\n";

fn read(text: &str) -> PgnGame {
    Reader::new(text.as_bytes()).next().expect("a game").expect("readable")
}

fn analysed(settings: &Annotation) -> (PgnGame, GameSummary) {
    let mut game = read(GAME);
    let engine = Engine::new(Settings { hash: 1, multipv: 2, ..Settings::default() });
    let mut analyst = Analyst::new(engine, Limits { nodes: Some(3000), ..Limits::default() });
    let mut positions = 0;
    let opinions = analyst.opinions(&game, &AtomicBool::new(false), &mut || positions += 1);
    let opinions = opinions.expect("not stopped");
    assert_eq!((opinions.len(), positions), (8, 8));
    let summary = GameSummary::new(&game, &opinions);
    annotate(&mut game, &opinions, settings);
    (game, summary)
}

#[test]
fn the_blunder_is_found_and_everything_else_stays() {
    let (game, summary) = analysed(&Annotation { wdl: true, ..Annotation::default() });
    let blunder = &game.moves.nodes[5];
    assert!(blunder.nags.contains(&Judgement::Blunder.nag()), "{game}");
    assert!(!blunder.variations.is_empty());
    assert_eq!(blunder.comments[0].text(), "[%eval 0.1]", "what was there stays");
    assert_eq!(summary.players[1].blunders, 1);
    assert_eq!(summary.moments.last().map(|moment| moment.played.as_str()), Some("3... Nf6"));
    assert!(summary.players[0].accuracy() > summary.players[1].accuracy());
    assert_eq!(summary.course.len(), 8);
    let text = game.to_string();
    for kept in ["before all", "best by test", "sounder", "[%clk 0:01:00]", "threat", "2. Nf3"] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    assert!(text.contains("[%wdl ") && text.contains("[Annotator \"Ferz "));
    let again = read(&text);
    assert_eq!(again.moves, game.moves);
    assert_eq!(again.warnings, []);
}

#[test]
fn evaluations_are_replaced_only_when_asked() {
    let (game, _) = analysed(&Annotation { replaces: true, ..Annotation::default() });
    let eval = game.moves.nodes[5].comments[0].eval().expect("an evaluation");
    assert_eq!(eval.score, EvalScore::Mate(1));
}

#[test]
fn a_stopped_analysis_says_so() {
    let mut analyst = Analyst::new(
        Engine::new(Settings { hash: 1, ..Settings::default() }),
        Limits { nodes: Some(10), ..Limits::default() },
    );
    let stopped = analyst.opinions(&read(GAME), &AtomicBool::new(true), &mut || {});
    assert_eq!(stopped, Err(Interrupted));
}

#[test]
fn reports_show_names_and_games() {
    let (_, summary) = analysed(&Annotation::default());
    let html = report("T", &[summary]).html().to_string();
    assert!(html.contains("Ann – Bob") && html.contains("<svg") && html.contains("3... Nf6"));
}
