//! How to start an engine, and how patient to be with it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program to run as an engine.
///
/// ```
/// use ferz_uci::Launch;
/// let launch = Launch::new("/usr/games/stockfish").arg("--flag").directory("/tmp");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    program: PathBuf,
    args: Vec<OsString>,
    directory: Option<PathBuf>,
}

impl Launch {
    /// A program, found on the `PATH` if this is only a name.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), args: Vec::new(), directory: None }
    }

    /// One more argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// The directory to run in; ours if none is given.
    #[must_use]
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// The program.
    pub fn program(&self) -> &PathBuf {
        &self.program
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        detach_from_terminal(&mut command);
        command
    }
}

/// Ctrl-C reaches every process of the terminal's group. In a group of its own the engine lives
/// until we have finished with it, and its game is not lost to the interruption.
#[cfg(unix)]
fn detach_from_terminal(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn detach_from_terminal(_: &mut Command) {}

/// How long to wait for an engine's answers. A search has its own limit each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `uciok`: programs load networks first.
    pub handshake: Duration,
    /// For `readyok`: clearing a large hash table takes long.
    pub ready: Duration,
    /// For the engine to read a line that we write.
    pub write: Duration,
    /// For the process to end after `quit`, before it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(20),
            ready: Duration::from_mins(1),
            write: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}
