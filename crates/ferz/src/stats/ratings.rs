//! `ferz stats ratings`: everybody's rating from their games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use ferz_lab::stats::{Encounter, Points, Rating, Trinomial, fit_ratings};
use ferz_rules::Color;
use ferz_rules::pgn::{GameResult, PgnGame, Reader};
use serde_json::json;

use crate::output::say_line;

/// A player whose rating is given.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Anchor {
    pub(crate) name: String,
    pub(crate) elo: f64,
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.parse().ok()?)));
        let (name, elo) = parts.ok_or("expected a name, \"=\" and a rating")?;
        Ok(Self { name: name.to_owned(), elo })
    }
}

/// Who has met whom, with names in the order in which they turned up.
#[derive(Default)]
struct Tournament {
    names: Vec<String>,
    results: BTreeMap<(usize, usize), Trinomial>,
    skipped: u64,
}

impl Tournament {
    fn player(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    fn add(&mut self, game: &PgnGame) {
        let name = |tag| game.headers.get(tag).filter(|name| *name != "?");
        let (Some(white), Some(black), Some(result)) = (name("White"), name("Black"), game.result)
        else {
            self.skipped += 1;
            return;
        };
        let (white, black) = (self.player(white), self.player(black));
        let points = match result {
            GameResult::Win(Color::White) => Points::Win,
            GameResult::Win(Color::Black) => Points::Loss,
            GameResult::Draw => Points::Draw,
        };
        let (pair, points) = if white <= black {
            ((white, black), points)
        } else {
            ((black, white), points.flipped())
        };
        self.results.entry(pair).or_default().record(points);
    }

    fn read(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.display();
        let input = File::open(file).with_context(|| format!("cannot read {name}"))?;
        for game in Reader::new(BufReader::new(input)) {
            // The error names its cause itself, which a context would name again.
            self.add(&game.map_err(|error| anyhow::anyhow!("{name}: {error}"))?);
        }
        Ok(())
    }
}

pub(super) fn run(files: &[PathBuf], anchor: Option<&Anchor>, json: bool) -> anyhow::Result<()> {
    let mut tournament = Tournament::default();
    for file in files {
        tournament.read(file)?;
    }
    let Tournament { names, results, skipped } = tournament;
    anyhow::ensure!(!names.is_empty(), "no game with two names and a result");
    let fixed = match anchor {
        None => None,
        Some(anchor) => {
            let found = names.iter().position(|name| *name == anchor.name);
            Some(found.with_context(|| format!("no player is called \"{}\"", anchor.name))?)
        }
    };
    let encounters: Vec<Encounter> = results
        .iter()
        .map(|((first, second), games)| Encounter::new(*first, *second, games))
        .collect();
    let offset = anchor.map_or(0.0, |anchor| anchor.elo);
    let ratings = fit_ratings(names.len(), &encounters, fixed);
    let mut rows: Vec<(&String, Rating)> = names.iter().zip(ratings).collect();
    rows.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    show(&rows, offset, skipped, json);
    Ok(())
}

fn show(rows: &[(&String, Rating)], offset: f64, skipped: u64, json: bool) {
    if json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(name, rating)| {
                json!({
                    "name": name, "elo": rating.elo + offset, "error": rating.error,
                    "games": rating.games, "score": rating.score,
                })
            })
            .collect();
        say_line!("{}", json!({ "players": rows, "skipped": skipped }));
        return;
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
    say_line!("{:width$}     Elo   error   games   score", "player");
    for (name, rating) in rows {
        let Rating { elo, error, games, score } = rating;
        let (elo, score) = (elo + offset, 100.0 * score);
        say_line!("{name:width$} {elo:7.1} {error:7.1} {games:7.0} {score:5.1} %");
    }
    if skipped > 0 {
        say_line!("{skipped} games without two names and a result were left out");
    }
}
