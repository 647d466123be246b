#!/usr/bin/env bash
# Builds the page into web/dist, where the next build of the engine finds it.
#
# Where there is no Node, Debian's is installed; the packages of the page come by npm, in the
# versions of package-lock.json. (`npm ci` asks for the packages of every platform, which not every mirror has.)
set -euo pipefail
cd "$(dirname "$0")/../web"
if ! command -v npm >/dev/null; then
  ../tools/install.sh nodejs npm
fi
npm install --no-save --no-fund --no-audit --loglevel error
npm run --silent build
