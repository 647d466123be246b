//! A running engine: its process, its pipes, and its end.

use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::error::{ClientError, Exit, Phase};
use crate::client::input::{Input, NotWritten};
use crate::client::launch::Launch;
use crate::client::output::{Errors, Line, NoLine, Output};

/// How long an engine that has closed its output may take to end by itself.
const LAST_MOMENTS: Duration = Duration::from_millis(500);

/// An engine's process. Dropping it kills and reaps the process: no engine outlives its client,
/// and none is left as a zombie.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Input,
    output: Output,
    errors: Errors,
}

impl Process {
    /// Starts the program.
    pub(super) fn start(launch: &Launch) -> Result<Self, ClientError> {
        let failed = |kind, message: String| ClientError::Start {
            program: launch.program().clone(),
            kind,
            message,
        };
        let mut child =
            launch.command().spawn().map_err(|error| failed(error.kind(), error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            kill(&mut child);
            return Err(failed(std::io::ErrorKind::Other, "no pipes to it".to_owned()));
        };
        Ok(Self {
            child,
            input: Input::new(input),
            output: Output::new(output),
            errors: Errors::new(errors),
        })
    }

    /// The operating system's number of the process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines; says when they were flushed.
    pub(super) fn send(
        &mut self,
        lines: &[String],
        patience: Duration,
    ) -> Result<Instant, ClientError> {
        self.input.send(lines, patience).map_err(|error| match error {
            NotWritten::TimedOut => ClientError::TimedOut { phase: Phase::Write, after: patience },
            NotWritten::Closed => self.ended(),
        })
    }

    /// The next line; `None` if there is none before the deadline.
    pub(super) fn next_line(&mut self, deadline: Instant) -> Result<Option<Line>, ClientError> {
        match self.output.next(deadline) {
            Ok(line) => Ok(Some(line)),
            Err(NoLine::TimedOut) => Ok(None),
            Err(NoLine::Closed) => Err(self.ended()),
            Err(NoLine::Flooded(flood)) => {
                self.kill();
                Err(ClientError::Flooded(flood))
            }
        }
    }

    /// Throws away what has been written so far.
    pub(super) fn clear_output(&mut self) {
        self.output.clear();
    }

    /// The end of an engine that has closed a pipe. If it lives on, it is killed: nothing can be
    /// done with it.
    fn ended(&mut self) -> ClientError {
        let status = self.wait(LAST_MOMENTS);
        self.kill();
        ClientError::Exited(Exit { status, stderr: self.errors.last_words() })
    }

    /// Asks the engine to quit, and kills it if it does not.
    pub(super) fn quit(&mut self, patience: Duration) -> Result<Exit, ClientError> {
        // An engine that cannot be told may have ended already, which is as well.
        let _ = self.input.send(&["quit".to_owned()], patience);
        let status = self.wait(patience);
        self.kill();
        let stderr = self.errors.last_words();
        status
            .map(|status| Exit { status: Some(status), stderr })
            .ok_or(ClientError::TimedOut { phase: Phase::Quit, after: patience })
    }

    /// Waits for the process to end. The standard library has no wait with a deadline, so this
    /// looks often.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < patience => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends the process now, and reaps it.
    pub(super) fn kill(&mut self) {
        kill(&mut self.child);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Both calls fail only for a process that is gone already.
fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
