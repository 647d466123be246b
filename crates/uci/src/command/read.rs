//! From a line to a command.

use crate::command::go::{clamp, number};
use crate::command::{Command, CommandError, GenFens, Go, Parsed, PositionText};
use crate::text::Words;

/// Reads a line. The protocol wants words before a command skipped, so that a line with some
/// noise in front still works.
pub(super) fn command(line: &str) -> Result<Option<Parsed>, CommandError> {
    let mut words = Words::new(line);
    if words.rest().is_empty() || words.rest().starts_with('#') {
        return Ok(None);
    }
    let mut skipped = Vec::new();
    let command = match extra_command(&mut words)? {
        Some(command) => command,
        None => protocol_command(&mut words, &mut skipped)?
            .ok_or_else(|| CommandError::Unknown(line.trim_ascii().to_owned()))?,
    };
    skipped.extend(words.map(str::to_owned));
    Ok(Some(Parsed { command, skipped }))
}

/// A command of ours. It must be the first word: `d` and `help` are too easily part of something
/// else that was misspelled.
fn extra_command(words: &mut Words<'_>) -> Result<Option<Command>, CommandError> {
    let mut ahead = words.clone();
    let command = match ahead.next() {
        Some("d") => Command::Display,
        Some("eval") => Command::Eval,
        Some("bench") => Command::Bench(ahead.by_ref().map(str::to_owned).collect()),
        Some("flip") => Command::Flip,
        Some("compiler") => Command::Compiler,
        Some("help") => Command::Help,
        Some("spsa") => Command::Spsa,
        Some("export_net") => Command::ExportNet(rest_of_line(&mut ahead)),
        Some("perft") => Command::Perft(clamp(number("perft", &mut ahead)?, 0)),
        Some("genfens") => Command::GenFens(GenFens::read(&mut ahead)?),
        _ => return Ok(None),
    };
    *words = ahead;
    Ok(Some(command))
}

/// The first command of the protocol in the line; `None` if there is none.
fn protocol_command(
    words: &mut Words<'_>,
    skipped: &mut Vec<String>,
) -> Result<Option<Command>, CommandError> {
    while let Some(word) = words.next() {
        return Ok(Some(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(PositionText::read(words, skipped)?),
            "go" => Command::Go(Go::read(words, skipped)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "setoption" => set_option(words)?,
            "debug" => debug(words)?,
            "register" => Command::Register(words.phrase_until(|_| false)),
            "quit" => Command::Quit,
            noise => {
                skipped.push(noise.to_owned());
                continue;
            }
        }));
    }
    Ok(None)
}

/// The name is all between `name` and `value`, the value all after it with its inner spaces:
/// paths have them.
fn set_option(words: &mut Words<'_>) -> Result<Command, CommandError> {
    let line = words.rest();
    if !words.accept("name") {
        return Err(CommandError::OptionName(line.to_owned()));
    }
    let name = words.phrase_until(|word| word == "value");
    if name.is_empty() {
        return Err(CommandError::OptionName(line.to_owned()));
    }
    let value = words.accept("value").then(|| rest_of_line(words).unwrap_or_default());
    Ok(Command::SetOption { name, value })
}

fn debug(words: &mut Words<'_>) -> Result<Command, CommandError> {
    match words.next() {
        Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        other => Err(CommandError::Debug(other.map(str::to_owned))),
    }
}

/// Reads all that is left, as it stands.
fn rest_of_line(words: &mut Words<'_>) -> Option<String> {
    let rest = words.rest();
    *words = Words::new("");
    (!rest.is_empty()).then(|| rest.to_owned())
}
