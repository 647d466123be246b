//! Says whether the page has been built, so that it can be taken into the binary.
//!
//! Cargo looks again when `FERZ_PAGE` changes, which `make play` sets after it has built the page:
//! to watch for a folder that is not there would build this crate anew every time.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=FERZ_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(page)");
    let folder = "../../web/dist";
    if Path::new(folder).join("index.html").is_file() {
        println!("cargo::rerun-if-changed={folder}");
        println!("cargo::rustc-cfg=page");
    }
}
