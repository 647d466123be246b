#!/usr/bin/env bash
# Lets schemathesis ask the API everything that its OpenAPI document allows, and much that it does not:
# tools/schemathesis.sh [EXAMPLES FOR EACH ROUTE]
#
# No answer may be a 5xx or one that is not in the document. Needs the engine that `make` leaves and Python, whose
# packages go to a folder of their own ($SCHEMATHESIS_VENV, or one under /tmp). It takes minutes, so it is not part of `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${SCHEMATHESIS_VENV:-/tmp/ferz-schemathesis}
if [ ! -x "$venv/bin/schemathesis" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet schemathesis
fi
folder=$(mktemp -d)
# Made-up games may ask for moves of a minute, the most there is, and a question waits for a place:
# with as few places as a small machine has, some answers would come after the tool's patience.
"${FERZ:-./ferz}" serve --port 0 --store "$folder/ferz.db" --max-analysis 1 --max-searches 8 >"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 50); do
  address=$(sed -n 's|.*\(http://[0-9.:]*\)/ .*|\1|p' "$folder/log")
  [ -n "$address" ] && break
  sleep 0.1
done
# The document has no links, and those that the tool guesses from names of fields it refuses itself.
"$venv/bin/schemathesis" run "$address/api/openapi.json" \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --phases examples,coverage,fuzzing --max-examples "${1:-25}" --request-timeout 30 --workers 1 --suppress-health-check all
