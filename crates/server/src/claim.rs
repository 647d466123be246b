//! One server for a store: two would play the same games against each other's memory.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::error::ApiError;

/// The right to serve the games of a store, for as long as it is kept. A process that dies gives it
/// back, however it dies.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

impl Claim {
    /// Claims a store.
    ///
    /// # Errors
    /// If another server has it, or if the file beside the store that says so cannot be made.
    pub fn new(store: &Path) -> Result<Self, ApiError> {
        let mut name = store.as_os_str().to_owned();
        name.push(".server");
        let failed = |error: io::Error| {
            ApiError::internal(format!("cannot make {}: {error}", Path::new(&name).display()))
        };
        let lock = OpenOptions::new().create(true).append(true).open(&name).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                let store = store.display();
                Err(ApiError::internal(format!("another server has the games of {store}")))
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_has_one_server_at_a_time() {
        let store = std::env::temp_dir().join(format!("ferz-claim-{}.db", std::process::id()));
        let first = Claim::new(&store).expect("nobody has it");
        let refused = Claim::new(&store).expect_err("somebody has it").to_string();
        assert!(refused.contains("another server has the games of"), "{refused}");
        drop(first);
        Claim::new(&store).expect("it was given back");
        std::fs::remove_file(store.with_extension("db.server")).expect("the file is there");
    }
}
