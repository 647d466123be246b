#!/usr/bin/env bash
# Fuzzes each target for some seconds: tools/fuzz.sh [SECONDS] [TARGET...]
#
# Builds with the stable compiler and libFuzzer's coverage instrumentation; the crates under test
# have no memory errors to look for, so no sanitizer (and no nightly compiler) is needed. What is
# learnt stays in fuzz/corpus, a crash is written to fuzz/artifacts. `cargo fuzz` works as well.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-30}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(fen san uci pgn random_moves net book tablebase)

flags="--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module"
flags+=" -Cllvm-args=-sanitizer-coverage-level=4"
flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
flags+=" -Cllvm-args=-sanitizer-coverage-pc-table"
features=(--no-default-features)
[[ " ${targets[*]} " =~ " net "|" book "|" tablebase " ]] && features=()
# A target triple keeps build scripts out of the instrumentation, which they could not link.
triple=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="$flags" cargo build --quiet --release --manifest-path fuzz/Cargo.toml --target "$triple" "${features[@]}"

for target in "${targets[@]}"; do
  mkdir -p "fuzz/corpus/$target" "fuzz/artifacts/$target"
  echo "fuzzing $target for $seconds s"
  "fuzz/target/$triple/release/$target" "fuzz/corpus/$target" "fuzz/seeds/$target" \
    -max_total_time="$seconds" -max_len=4096 -artifact_prefix="fuzz/artifacts/$target/" \
    -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 2>fuzz/artifacts/"$target".log || {
    tail -n 40 fuzz/artifacts/"$target".log
    echo "fuzzing $target found a failure"
    exit 1
  }
  grep -E "stat::number_of_executed_units" fuzz/artifacts/"$target".log
done
