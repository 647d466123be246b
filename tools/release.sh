#!/usr/bin/env bash
# Builds what a release consists of: tools/release.sh [FOLDER]
#
# One binary for x86-64-v2 (2009), x86-64-v3 (AVX2 and BMI2, 2013) and this machine each, with page and
# network inside, each compiled by a profile of its own bench (tools/pgo.sh). All must search the same
# nodes; so this runs on a machine that can run them all.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-release}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
mkdir -p "$folder"
rm -f "$folder"/ferz-* "$folder/SHA256SUMS"

expected=
for level in x86-64-v2 x86-64-v3 native; do
  binary="$folder/ferz-$version-$level"
  RUSTFLAGS="-C target-cpu=$level" tools/pgo.sh "$binary"
  signature=$("$binary" bench | tail -n 1 | cut -d ' ' -f 1)
  expected=${expected:-$signature}
  if [ "$signature" != "$expected" ]; then
    echo "$level searches $signature nodes, others $expected" >&2
    exit 1
  fi
  echo "$binary: bench $signature"
done
(cd "$folder" && sha256sum ferz-* | tee SHA256SUMS)
