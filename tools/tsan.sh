#!/usr/bin/env bash
# Looks for data races in the parallel search: tools/tsan.sh [TEST...]
#
# Needs the nightly toolchain with its source (rustup component add rust-src --toolchain nightly): the
# standard library has to be instrumented too, or its locks would look like races.
set -euo pipefail
cd "$(dirname "$0")/.."
triple=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="-Zsanitizer=thread" RUSTDOCFLAGS="-Zsanitizer=thread" TSAN_OPTIONS="halt_on_error=1" \
  cargo +nightly test -Zbuild-std --target "$triple" --target-dir target/tsan \
  --package ferz-search --test parallel -- "$@"
