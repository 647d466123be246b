#!/usr/bin/env bash
# Builds the engine twice: first with counters, which the bench runs, and then by what they say:
# tools/pgo.sh [BINARY]
#
# The second build knows which branches are taken and which calls are worth inlining. It searches the
# same nodes; the last line is its bench. RUSTFLAGS is for both builds; without it they are made for
# this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${1:-ferz}
flags=${RUSTFLAGS--C target-cpu=native}

# Profiles can be read only by the tool of the compiler's own LLVM: that of rustup's llvm-tools, or
# Debian's, which is installed where there is neither.
llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
profdata=$(rustc --print target-libdir)/../bin/llvm-profdata
if ! [ -x "$profdata" ]; then
  profdata=llvm-profdata-$llvm
  if ! command -v "$profdata" >/dev/null; then
    tools/install.sh "llvm-$llvm"
  fi
fi

# A target of its own keeps the counters out of build scripts and macros.
host=$(rustc -vV | sed -n 's/^host: //p')
folder=$PWD/target/pgo
rm -rf "$folder/counts" && mkdir -p "$folder/counts"
build() { cargo build --release --locked --target "$host" --target-dir "$folder" "$@"; }
RUSTFLAGS="$flags -C profile-generate=$folder/counts" build --package ferz-engine --example signature
"$folder/$host/release/examples/signature" 14
"$profdata" merge -o "$folder/ferz.profdata" "$folder"/counts/*.profraw
RUSTFLAGS="$flags -C profile-use=$folder/ferz.profdata" build --package ferz
cp "$folder/$host/release/ferz" "$binary"
"$(realpath "$binary")" bench | tail -n 1
