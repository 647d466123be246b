//! Commands as people type them, each test in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for one test, removed with it.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the scratch folder is writable");
        Self(path)
    }

    /// Runs a command in the folder, and gives its status and all that it says.
    pub(crate) fn ferz(&self, line: &str) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the binary runs");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).expect("the binary writes UTF-8"))
    }

    #[track_caller]
    pub(crate) fn check(&self, line: &str, expected: &str) -> String {
        let (status, text) = self.ferz(line);
        assert_eq!(status, Some(0), "{line}: {text}");
        assert!(text.contains(expected), "{line}: {text}");
        text
    }

    #[track_caller]
    pub(crate) fn check_refused(&self, line: &str, sentence: &str) {
        let (status, text) = self.ferz(line);
        assert_eq!(status, Some(2), "{line}: {text}");
        assert!(text.contains(sentence) && !text.contains("panicked"), "{line}: {text}");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
