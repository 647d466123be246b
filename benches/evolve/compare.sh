#!/usr/bin/env bash
# Fitness games per hour, Ferz beside python-chess: the same agent, evaluation, minimax, opponent and
# starting positions, one after the other on an otherwise idle machine.
#
#   FERZ=./ferz OPPONENT=/usr/games/stockfish DEPTH=2 GAMES=200 PEER_GAMES=8 CORES=2 benches/evolve/compare.sh
set -euo pipefail
FERZ=${FERZ:-./ferz}
OPPONENT=${OPPONENT:-/usr/games/stockfish}
DEPTH=${DEPTH:-2}
GAMES=${GAMES:-200}
PEER_GAMES=${PEER_GAMES:-8}
CORES=${CORES:-2}
here=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$FERZ" evolve agent original --out "$folder/agent.json" >&2
"$FERZ" evolve starts --out "$folder/starts.epd" --count 20 --opponent "cmd=$OPPONENT" >&2
python3 "$here/agent.py" verify "$folder/agent.json" "$folder/starts.epd" --ferz "$FERZ" >&2

ours=$("$FERZ" evolve test "$folder/agent.json" --no-random --no-original-tables --no-store --json \
  --games "$GAMES" --depth "$DEPTH" --concurrency "$CORES" --starts "$folder/starts.epd" \
  --opponent "cmd=$OPPONENT" depth=1 | tail -1)
theirs=$(python3 "$here/agent.py" play "$folder/agent.json" "$folder/starts.epd" \
  --opponent "$OPPONENT" --depth "$DEPTH" --games "$PEER_GAMES" --processes "$CORES")
echo "ferz   $ours"
echo "python $theirs"
python3 -c '
import json, sys
ours, theirs = (json.loads(text)["games_per_hour"] for text in sys.argv[1:])
print(f"{ours:.0f} games an hour by ferz, {theirs:.0f} by python-chess: {ours / theirs:.0f} times as many")
' "$ours" "$theirs"
