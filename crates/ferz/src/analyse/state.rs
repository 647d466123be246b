//! What makes an analysis resumable: beside the annotated games, a file that says how many of
//! their bytes are whole, and what was found in each game.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use ferz_lab::analysis::GameSummary;
use serde_json::{Value, json};

/// An analysis into a file.
pub(super) struct State {
    out: File,
    log: File,
    log_path: PathBuf,
    bytes: u64,
    done: Vec<GameSummary>,
}

impl State {
    /// Begins an analysis, or goes on with one that was interrupted.
    pub(super) fn open(out: &Path, fingerprint: &str, fresh: bool) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", out.display());
        let mut log_path = OsString::from(out);
        log_path.push(".state");
        let log_path = PathBuf::from(log_path);
        let is_known = log_path.exists() && !fresh;
        anyhow::ensure!(
            is_known || fresh || !out.exists(),
            "{} exists already; --fresh writes over it",
            out.display()
        );
        let (done, bytes) =
            if is_known { resume(&log_path, fingerprint)? } else { (Vec::new(), 0) };
        let file = OpenOptions::new().create(true).append(true).open(out).with_context(cannot)?;
        // A game that was being written when the power went is written again.
        file.set_len(bytes).with_context(cannot)?;
        let mut log = File::create(&log_path).with_context(cannot)?;
        writeln!(log, "{}", json!({ "analysis": fingerprint })).with_context(cannot)?;
        let mut state = Self { out: file, log, log_path, bytes, done: Vec::new() };
        for (end, game) in &done {
            state.note(*end, game)?;
        }
        state.done = done.into_iter().map(|(_, game)| game).collect();
        Ok(state)
    }

    /// What was found before.
    pub(super) fn take_done(&mut self) -> Vec<GameSummary> {
        std::mem::take(&mut self.done)
    }

    /// Writes a game.
    pub(super) fn add(&mut self, text: &str, summary: &GameSummary) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes()).context("cannot write the annotated games")?;
        self.bytes += text.len() as u64;
        self.note(self.bytes, summary)
    }

    fn note(&mut self, end: u64, summary: &GameSummary) -> anyhow::Result<()> {
        writeln!(self.log, "{}", json!({ "bytes": end, "game": summary }))
            .with_context(|| format!("cannot write {}", self.log_path.display()))
    }

    /// The analysis is complete.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        fs::remove_file(&self.log_path)
            .with_context(|| format!("cannot remove {}", self.log_path.display()))
    }
}

type Done = Vec<(u64, GameSummary)>;

/// What an interrupted analysis has left. A last line that is not whole does not count.
fn resume(path: &Path, fingerprint: &str) -> anyhow::Result<(Done, u64)> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = BufReader::new(file).lines().map_while(Result::ok);
    let head: Option<Value> = lines.next().and_then(|line| serde_json::from_str(&line).ok());
    let begun = head.as_ref().and_then(|head| head["analysis"].as_str());
    anyhow::ensure!(
        begun == Some(fingerprint),
        "the analysis in {} was begun with other games or settings; --fresh starts again",
        path.display()
    );
    let game = |line: String| -> Option<(u64, GameSummary)> {
        let mut value: Value = serde_json::from_str(&line).ok()?;
        Some((value["bytes"].as_u64()?, serde_json::from_value(value["game"].take()).ok()?))
    };
    let done: Done = lines.map_while(game).collect();
    let bytes = done.last().map_or(0, |(end, _)| *end);
    Ok((done, bytes))
}
