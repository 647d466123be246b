//! A server of our own, to be looked at and killed.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::wire::{Trouble, fault, request};

/// `ferz serve` as a child, with a store of its own. Both are gone in the end.
pub(crate) struct Server {
    binary: String,
    folder: PathBuf,
    port: u16,
    child: Child,
}

impl Server {
    pub(crate) async fn start(binary: String) -> Result<Self, Trouble> {
        let folder = std::env::temp_dir().join(format!("ferz-load-{}", std::process::id()));
        let failed = |error: std::io::Error| fault(format!("cannot start {binary}: {error}"));
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let probe = std::net::TcpListener::bind("127.0.0.1:0").map_err(failed)?;
        let port = probe.local_addr().map_err(failed)?.port();
        drop(probe);
        let child = spawn(&binary, &folder, port)?;
        let server = Self { binary, folder, port, child };
        server.wait().await?;
        Ok(server)
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    async fn wait(&self) -> Result<(), Trouble> {
        for _ in 0..200 {
            if request(&self.address(), "GET", "/api/about", "").await.is_ok() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(fault("the server does not answer"))
    }

    /// Kills the process as `kill -9` does, and starts another on the same store.
    pub(crate) async fn kill_and_restart(&mut self) -> Result<(), Trouble> {
        self.end();
        self.child = spawn(&self.binary, &self.folder, self.port)?;
        self.wait().await
    }

    /// What the process holds of the memory, in mebibytes, where the system tells.
    pub(crate) fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: f64 = line.split_ascii_whitespace().next()?.parse().ok()?;
        Some(kibibytes / 1024.0)
    }

    fn end(&mut self) {
        // A process that is gone already cannot be killed, and that is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn spawn(binary: &str, folder: &std::path::Path, port: u16) -> Result<Child, Trouble> {
    let port = port.to_string();
    let child = Command::new(binary)
        .args(["serve", "--port", &port, "--store"])
        .arg(folder.join("ferz.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn();
    child.map_err(|error| fault(format!("cannot start {binary}: {error}")))
}
