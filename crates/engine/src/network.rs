//! Where networks and agents come from: this binary, or a file.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use ferz_eval::nnue::{Network, NetworkError};

use crate::agent::{Agent, AgentError};

/// The network of the sources, described in `nets/manifest.toml`: to ship another, put its file
/// there and name it here.
#[cfg(any(test, not(embedded_network)))]
const SHIPPED: Option<&[u8]> = Some(include_bytes!("../../../nets/ferz-11.ferz"));

/// What this binary carries: the file that `EVALFILE` named when it was built, else the shipped one.
#[cfg(embedded_network)]
const EMBEDDED: Option<&[u8]> = Some(include_bytes!(env!("FERZ_NETWORK")));
#[cfg(not(embedded_network))]
const EMBEDDED: Option<&[u8]> = SHIPPED;

/// Read once for all engines of the process.
static NETWORK: LazyLock<Option<Result<Arc<Network>, NetworkError>>> =
    LazyLock::new(|| EMBEDDED.map(|bytes| Network::from_bytes(bytes).map(Arc::new)));

/// More bytes than any network has.
const MAX_BYTES: u64 = 1 << 23;

/// The network that this binary carries.
///
/// # Errors
/// If the file that the build was given is none.
pub fn embedded_network() -> Result<Option<Arc<Network>>, NetworkError> {
    NETWORK.clone().transpose()
}

/// Reads a network from a file. A path that leads nowhere from the present folder is tried from
/// the folder of the program: GUIs start engines anywhere.
///
/// # Errors
/// If there is no such file, or it is not a network.
pub fn load_network(path: &Path) -> Result<Arc<Network>, LoadError> {
    Network::from_bytes(&find_and_read(path)?).map(Arc::new).map_err(LoadError::Network)
}

/// What a file of an evaluation holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalFile {
    /// A network.
    Network(Arc<Network>),
    /// An agent.
    Agent(Arc<Agent>),
}

/// Reads a network or an agent, whichever it is. Files are found as by [`load_network`].
///
/// # Errors
/// If there is no such file, or it is neither.
pub fn load_eval_file(path: &Path) -> Result<EvalFile, LoadError> {
    let bytes = find_and_read(path)?;
    // No network begins like an object of JSON.
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        let text = String::from_utf8_lossy(&bytes);
        let agent = Agent::from_json(&text).map_err(LoadError::Agent)?;
        return Ok(EvalFile::Agent(Arc::new(agent)));
    }
    let network = Network::from_bytes(&bytes).map_err(LoadError::Network)?;
    Ok(EvalFile::Network(Arc::new(network)))
}

fn find_and_read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let found = if path.exists() { path.to_owned() } else { beside_program(path) };
    read(&found).map_err(|error| LoadError::Unreadable(error.to_string()))
}

fn beside_program(path: &Path) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().map_or_else(|| path.to_owned(), |folder| folder.join(path))
}

/// Reads no more than a network can have: a pipe or a device might never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a file gave no network and no agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// It cannot be read, for this reason.
    Unreadable(String),
    /// It is not a network.
    Network(NetworkError),
    /// It is not an agent.
    Agent(AgentError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => f.write_str(reason),
            Self::Network(error) => error.fmt(f),
            Self::Agent(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_network_is_sound_and_in_the_manifest() {
        let manifest = include_str!("../../../nets/manifest.toml");
        let Some(bytes) = SHIPPED else {
            return assert!(!manifest.contains("shipped = true"), "none is shipped");
        };
        let network = Arc::new(Network::from_bytes(bytes).expect("it is sound"));
        assert!(manifest.contains(&network.id()), "{network}");
        let entries = manifest.split("\n[[network]]\n").skip(1);
        let shipped: Vec<&str> =
            entries.filter(|entry| entry.lines().any(|line| line == "shipped = true")).collect();
        assert!(matches!(shipped[..], [one] if one.contains(&network.id())), "{shipped:?}");
        network.cross_check().expect("every kernel agrees");
    }
}
