//! What is declared, and the table of it in the documentation.

use std::fmt::Write;

use ferz_engine::{FULL_SKILL, MAX_ELO, MIN_ELO};

use crate::option::{OptionKind, Options, UciOption};

/// The largest table in megabytes that can be asked for; the machine decides what it gives.
const MAX_HASH: i64 = 33_554_432;

/// More threads than any of our machines has.
const MAX_THREADS: i64 = 256;

/// The value of `EvalFile` that means the network in the binary.
pub(super) const EMBEDDED: &str = "<embedded>";

fn default_network() -> &'static str {
    if matches!(ferz_engine::embedded_network(), Ok(Some(_))) { EMBEDDED } else { "" }
}

/// An option and what it does, in words.
struct Declared(UciOption, &'static str);

/// Every option. An option that does nothing has no place here.
fn declared() -> Vec<Declared> {
    vec![
        Declared(
            UciOption::spin("Hash", 16, 1..=MAX_HASH),
            "Size of the transposition table in MB. A size that the machine has no memory for is refused and the old one kept.",
        ),
        Declared(UciOption::button("Clear Hash"), "Empties the transposition table."),
        Declared(UciOption::spin("Threads", 1, 1..=MAX_THREADS), "Searching threads."),
        Declared(
            UciOption::combo("Parallel", "lazy", &["lazy", "ybwc"]),
            "How several threads search: Lazy SMP, each the whole tree with one table, or Young Brothers Wait, one tree with split points.",
        ),
        Declared(
            UciOption::check("Ponder", false),
            "Tells that the GUI may send `go ponder`, which always works.",
        ),
        Declared(
            UciOption::spin("MultiPV", 1, 1..=256),
            "How many best lines are worked out and shown, best first.",
        ),
        Declared(
            UciOption::spin("Move Overhead", 10, 0..=5000).alias("MoveOverhead"),
            "Milliseconds that every move loses between clock and engine. 10 suits a local GUI, 100 or more a server far away. `MoveOverhead` is understood too.",
        ),
        Declared(
            UciOption::check("UCI_Chess960", false),
            "Castling is written as the king taking its rook. Positions that need it are written so in any case, and both ways are always understood.",
        ),
        Declared(
            UciOption::check("UCI_ShowWDL", false),
            "Scores come with the chances to win, draw and lose in thousandths. Off, because some readers stumble over them.",
        ),
        Declared(
            UciOption::check("UCI_AnalyseMode", false),
            "The position is studied and not played: no contempt.",
        ),
        Declared(
            UciOption::text("UCI_Opponent", ""),
            "Title, rating, `human` or `computer`, and name. Contempt fades from a rating of 2400 and is gone at 3000.",
        ),
        Declared(
            UciOption::spin("Contempt", 0, -250..=250),
            "What a draw costs, in centipawns of the search; a negative value looks for draws. In games only: neither `go infinite` nor UCI_AnalyseMode knows it.",
        ),
        Declared(
            UciOption::text("Debug Log File", ""),
            "Appends the conversation with times to this file; empty for none.",
        ),
        Declared(
            UciOption::combo("Evaluator", "nnue", &["nnue", "classical", "evolved", "material"]),
            "Which evaluation is used: a network, or the classical one where there is none; hand-made terms; the genes of an agent (docs/evolution.md), hand-made ones where there is none; pieces alone.",
        ),
        Declared(
            UciOption::text("EvalFile", default_network()),
            "File of the network or, in JSON, of the agent of `evolved`, looked for from the present folder and then beside the program. `<embedded>` is the one that the program carries, `<empty>` none of either. A file that is neither is refused and the old one kept.",
        ),
        Declared(
            UciOption::text("Features", "default"),
            "Techniques of the search: `-nmp,-lmr` switches some off, `plain,qs,tt` switches on no others, `all` switches on also those that have shown no gain.",
        ),
        Declared(
            UciOption::combo("RootDriver", "pvs", &["pvs", "mtdf"]),
            "How the root closes in on a score: principal variation search in an aspiration window, or MTD(f) by null windows alone.",
        ),
    ]
}

/// The options about what is known beforehand, and about how much of it is used.
fn declared_knowledge() -> Vec<Declared> {
    vec![
        Declared(
            UciOption::check("UCI_LimitStrength", false),
            "Plays at the rating of UCI_Elo. In games only: neither `go infinite` nor UCI_AnalyseMode knows it.",
        ),
        Declared(
            UciOption::spin("UCI_Elo", 1500, MIN_ELO.into()..=MAX_ELO.into()),
            "The rating to play at; docs/strength.md has what was measured.",
        ),
        Declared(
            UciOption::spin("Skill Level", FULL_SKILL.into(), 0..=FULL_SKILL.into()),
            "The same in twenty steps from the weakest; 20 is full strength. UCI_LimitStrength goes before it.",
        ),
        Declared(
            UciOption::check("OwnBook", false),
            "Plays from the book of BookFile while it knows the position. In games only.",
        ),
        Declared(
            UciOption::text("BookFile", ""),
            "File of a Polyglot book. One that is no sound book is refused and the old one kept.",
        ),
        Declared(
            UciOption::spin("BookDepth", 255, 1..=255),
            "The last move of a game that may come from the book.",
        ),
        Declared(
            UciOption::check("BookBestMove", false),
            "Always the heaviest move of the book, instead of one drawn by weight.",
        ),
        Declared(
            UciOption::text("SyzygyPath", ""),
            "Directories with Syzygy tables, separated by `;` or, except on Windows, by `:`. Files that are no sound tables are named and left out.",
        ),
        Declared(
            UciOption::spin("SyzygyProbeDepth", 1, 1..=100),
            "In positions with as many pieces as the largest tables, the least depth at which they are asked. More for tables on a slow disk.",
        ),
        Declared(
            UciOption::spin("SyzygyProbeLimit", 7, 0..=7),
            "The most pieces with which tables are asked; 0 for never.",
        ),
        Declared(
            UciOption::check("Syzygy50MoveRule", true),
            "Wins that the fifty-move rule prevents count as draws.",
        ),
    ]
}

fn all() -> impl Iterator<Item = Declared> {
    declared().into_iter().chain(declared_knowledge())
}

/// Every option of this build.
pub(crate) fn declared_options() -> Options {
    let options = all().map(|declared| declared.0);
    #[cfg(feature = "tune")]
    let options =
        options.chain(ferz_search::PARAMS.iter().map(|row| {
            UciOption::spin(row.name, row.default.into(), row.min.into()..=row.max.into())
        }));
    options.collect()
}

/// The options as a table in Markdown, for `docs/options.md`.
pub fn options_table() -> String {
    let mut table =
        "| option | type | default | values | what it does |\n|---|---|---|---|---|\n".to_owned();
    for Declared(option, text) in all() {
        let [kind, default, values] = cells(option.kind());
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {} | {kind} | {default} | {values} | {text} |", option.name());
    }
    table
}

fn cells(kind: &OptionKind) -> [String; 3] {
    match kind {
        OptionKind::Check { default } => {
            ["check".to_owned(), default.to_string(), "true, false".to_owned()]
        }
        OptionKind::Spin { default, min, max } => {
            ["spin".to_owned(), default.to_string(), format!("{min} to {max}")]
        }
        OptionKind::Combo { default, choices } => {
            ["combo".to_owned(), default.clone(), choices.join(", ")]
        }
        OptionKind::Button => ["button".to_owned(), String::new(), String::new()],
        OptionKind::Text { default } => ["string".to_owned(), default.clone(), String::new()],
    }
}
