#!/usr/bin/env bash
# Every check that a change must pass. Needs Rust alone; what is optional says when it is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
# The lowest common processor, unless a step says otherwise.
export RUSTFLAGS=""
step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

step "format"
cargo fmt --all --check
cargo fmt --manifest-path fuzz/Cargo.toml --check
cargo fmt --manifest-path benches/peers/Cargo.toml --check

# First, since every build below takes it in.
step "the page"
tools/page.sh
(cd web && npm test --silent)
# Tells a build that the page has changed, as `make` does.
export FERZ_PAGE=$(cksum <web/dist/index.html)

step "lints"
cargo clippy --locked --workspace --all-targets -- -D warnings

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --workspace --document-private-items

step "tests, any x86-64 processor (magic bitboards)"
cargo test --locked --workspace

step "rules and deep perft on this machine's processor (PEXT where it has it)"
# Vector kernels are chosen at run time and have been tested above; the signature below covers the rest.
RUSTFLAGS="-C target-cpu=native" CARGO_TARGET_DIR=target/native \
  cargo test --locked --profile quick --lib --test perft --test legality --package ferz-rules -- --include-ignored

step "the page in a browser"
FERZ=$PWD/target/debug/ferz tools/page_test.sh

step "shipped perft suite, by the binary"
target/debug/ferz perft --suite data/perft.epd --max-nodes 20000000 --threads 2

step "the node signature: the same in every build"
signature() { "$@" | tail -1 | cut -d' ' -f1; }
example="cargo run --quiet --locked --profile quick --package ferz-engine --example signature"
native=$(RUSTFLAGS="-C target-cpu=native" CARGO_TARGET_DIR=target/native signature $example)
plain=$(CARGO_TARGET_DIR=target/plain signature $example)
checked=$(signature target/debug/ferz bench)
echo "native $native, plain $plain, with assertions $checked"
[ "$native" = "$plain" ] && [ "$native" = "$checked" ]

step "the build for tuners"
cargo test --locked --package ferz-uci --features tune --test tune --test options

step "fuzzing, a short while"
# Files of engine and network have tests of their own that damage them; their targets take long to build.
tools/fuzz.sh "${FUZZ_SECONDS:-4}" fen san uci pgn random_moves

printf '\nall checks passed\n'
