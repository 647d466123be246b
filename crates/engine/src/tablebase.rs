//! Syzygy endgame tables: every position with few pieces is solved, up to the fifty-move rule.
//!
//! [`Tablebases`] finds tables in directories and answers for positions; `rank` sorts the moves at
//! the root, `line` plays a won ending to its end. The reader is our own and safe: `docs/tablebases.md`
//! says why.

mod error;
mod index;
mod line;
mod material;
mod pairs;
mod probe;
mod rank;
mod root;
#[cfg(test)]
mod solved;
mod source;
mod table;

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use ferz_rules::Position;
use ferz_search::{Tablebase, Wdl};

pub use error::TableError;
pub use probe::Probe;
pub use rank::RankedMove;
pub(crate) use root::RootTables;

use material::Material;
use probe::NoTable;
use source::Source;
use table::{Distance, Metric, Table};

/// The tables of some directories.
#[derive(Debug, Default)]
pub struct Tablebases {
    files: HashMap<Material, Files>,
    trouble: Mutex<Vec<String>>,
}

/// The files of one material. Each is opened when it is asked for the first time.
#[derive(Debug, Default)]
struct Files {
    /// The colours are those of the name exchanged, so that the files are found under both.
    is_flipped: bool,
    wdl: Option<LazyTable>,
    dtz: Option<LazyTable>,
}

#[derive(Debug)]
struct LazyTable {
    path: PathBuf,
    table: OnceLock<Option<Table>>,
}

/// What was found in directories.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// How many tables of results there are.
    pub wdl: usize,
    /// How many tables of distances.
    pub dtz: usize,
    /// The most pieces of a table of results.
    pub pieces: u32,
    /// What is wrong with files and directories that were left out.
    pub faults: Vec<String>,
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wdl, dtz, pieces, faults } = self;
        match wdl {
            0 => f.write_str("no endgame tables found")?,
            _ => write!(f, "endgame tables: {wdl} WDL and {dtz} DTZ, up to {pieces} pieces")?,
        }
        match &faults[..] {
            [] => Ok(()),
            [only] => write!(f, "; left out: {only}"),
            [first, rest @ ..] => write!(f, "; left out: {first}, and {} more", rest.len()),
        }
    }
}

impl Tablebases {
    /// Looks for tables in directories, which are separated by `;` or, except on Windows, by `:`.
    /// The description of every file is read once, so that damage shows now and not in a game.
    pub fn open(path: &str) -> (Self, Findings) {
        let mut tables = Self::default();
        let mut findings = Findings::default();
        let separators: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };
        for directory in path.split(separators).map(str::trim).filter(|part| !part.is_empty()) {
            if let Err(error) = tables.add_directory(Path::new(directory), &mut findings) {
                findings.faults.push(format!("{directory} ({error})"));
            }
        }
        (tables, findings)
    }

    fn add_directory(&mut self, directory: &Path, findings: &mut Findings) -> std::io::Result<()> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(directory)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        // The order in a directory is anything; what is reported first should not be.
        paths.sort();
        for path in paths {
            let extension = path.extension().and_then(|extension| extension.to_str());
            let metric =
                Metric::ALL.into_iter().find(|metric| Some(metric.extension()) == extension);
            let name = path.file_stem().and_then(|name| name.to_str());
            let material = name.and_then(Material::parse);
            if let (Some(metric), Some(material)) = (metric, material) {
                self.add_file(path, material, metric, findings);
            }
        }
        Ok(())
    }

    fn add_file(
        &mut self,
        path: PathBuf,
        material: Material,
        metric: Metric,
        findings: &mut Findings,
    ) {
        let known = |files: &Files| match metric {
            Metric::Wdl => files.wdl.is_some(),
            Metric::Dtz => files.dtz.is_some(),
        };
        // A second copy in a later directory adds nothing.
        if self.files.get(&material).is_some_and(known) {
            return;
        }
        let read = Source::open(&path).and_then(|source| Table::read(source, material, metric));
        if let Err(error) = read {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return findings.faults.push(format!("{name} {error}"));
        }
        match metric {
            Metric::Wdl => {
                findings.wdl += 1;
                findings.pieces = findings.pieces.max(material.pieces() as u32);
            }
            Metric::Dtz => findings.dtz += 1,
        }
        self.insert(material, metric, LazyTable { path, table: OnceLock::new() });
    }

    /// Adds a table that is in memory, under the name that its file would have.
    ///
    /// # Errors
    /// If the name is not a table's, or the bytes are no table of that name.
    pub fn add_bytes(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), TableError> {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let metric = Metric::ALL.into_iter().find(|metric| metric.extension() == extension);
        let (Some(metric), Some(material)) = (metric, Material::parse(stem)) else {
            return Err(TableError::OtherPieces);
        };
        let table = Table::read(Source::Memory(bytes), material, metric)?;
        let table = OnceLock::from(Some(table));
        self.insert(material, metric, LazyTable { path: PathBuf::from(name), table });
        Ok(())
    }

    fn insert(&mut self, material: Material, metric: Metric, table: LazyTable) {
        let files = self.files.entry(material).or_default();
        match metric {
            Metric::Wdl => files.wdl = Some(table),
            Metric::Dtz => files.dtz = Some(table),
        }
        let flipped = material.flip();
        if flipped != material {
            self.files.entry(flipped).or_insert(Files { is_flipped: true, ..Files::default() });
        }
    }

    /// The most pieces that a table of results has.
    pub fn max_pieces(&self) -> u32 {
        let known = self.files.iter().filter(|(_, files)| files.wdl.is_some());
        known.map(|(material, _)| material.pieces() as u32).max().unwrap_or(0)
    }

    /// What went wrong since this was asked last: a file that could not be read any more.
    pub fn take_trouble(&self) -> Vec<String> {
        std::mem::take(&mut *self.trouble.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The files for a material, and whether its colours are exchanged.
    fn files(&self, material: Material) -> Result<(&Files, bool), NoTable> {
        let files = self.files.get(&material).ok_or(NoTable)?;
        if files.is_flipped {
            return self.files.get(&material.flip()).map(|files| (files, true)).ok_or(NoTable);
        }
        Ok((files, false))
    }

    fn wdl_in_table(&self, position: &Position) -> Result<Wdl, NoTable> {
        let material = Material::of(position);
        if material.is_bare() {
            return Ok(Wdl::Draw);
        }
        let (files, is_flipped) = self.files(material)?;
        let lazy = files.wdl.as_ref().ok_or(NoTable)?;
        let table = self.table(lazy, material, is_flipped, Metric::Wdl)?;
        table.wdl(position, is_flipped).map_err(|error| self.complain(lazy, &error))
    }

    fn distance_in_table(&self, position: &Position, wdl: Wdl) -> Result<Distance, NoTable> {
        let material = Material::of(position);
        let (files, is_flipped) = self.files(material)?;
        let lazy = files.dtz.as_ref().ok_or(NoTable)?;
        let table = self.table(lazy, material, is_flipped, Metric::Dtz)?;
        table.distance(position, is_flipped, wdl).map_err(|error| self.complain(lazy, &error))
    }

    fn table<'a>(
        &self,
        lazy: &'a LazyTable,
        material: Material,
        is_flipped: bool,
        metric: Metric,
    ) -> Result<&'a Table, NoTable> {
        let opened = lazy.table.get_or_init(|| {
            let material = if is_flipped { material.flip() } else { material };
            let read = Source::open(&lazy.path);
            let table = read.and_then(|source| Table::read(source, material, metric));
            table.map_err(|error| self.complain(lazy, &error)).ok()
        });
        opened.as_ref().ok_or(NoTable)
    }

    /// Keeps in mind what is wrong with a file, once for each sentence.
    fn complain(&self, lazy: &LazyTable, error: &TableError) -> NoTable {
        let text = format!("{} {error}", lazy.path.display());
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if !trouble.contains(&text) {
            trouble.push(text);
        }
        NoTable
    }
}

impl Tablebase for Tablebases {
    fn result(&self, position: &Position) -> Option<Wdl> {
        self.wdl(position).ok()
    }
}
