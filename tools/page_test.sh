#!/usr/bin/env bash
# Does with the page what a person does: tools/page_test.sh [FOLDER FOR SCREENSHOTS]
#
# Needs the engine that `make` leaves, built after the page, and Debian's Chromium, which is installed where
# it is missing and we may.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v chromium >/dev/null; then
  tools/install.sh chromium
fi
node web/e2e/run.mjs "$@"
