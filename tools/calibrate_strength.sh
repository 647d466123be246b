#!/usr/bin/env bash
# Measures what UCI_Elo is worth: tools/calibrate_strength.sh [ROUNDS] [FERZ] [STOCKFISH]
#
# Every step plays the one 200 above it, and those that Stockfish's own scale reaches (1400 and
# above) play Stockfish limited to the same rating. Each pairing has ROUNDS pairs of games; 100
# are 200 games. The lines tell both names, the counts from the first one's side, and the Elo
# difference with its error; docs/strength.md says how the table is made of them.
set -euo pipefail
rounds=${1:-100}
ferz=${2:-./ferz}
stockfish=${3:-/usr/games/stockfish}
book=$(dirname "$0")/../data/openings.epd

limited() { # name, engine, elo, limit
  echo "$2 name=$1 option.UCI_LimitStrength=true option.UCI_Elo=$3 $4"
}

pairing() { # first, second
  "$ferz" match --engine "$1" --engine "$2" --rounds "$rounds" --no-store --maxmoves 250 --srand 1 \
    --openings file="$book" order=random --draw --resign movecount=4 score=900 --json |
    grep -v '"game"' | tail -n 1
}

for elo in 600 800 1000 1200 1400 1600 1800 2000 2200 2400; do
  mine=$(limited "ferz$elo" ferz "$elo" nodes=1000000)
  if [ "$elo" -lt 2400 ]; then
    pairing "$mine" "$(limited "ferz$((elo + 200))" ferz $((elo + 200)) nodes=1000000)"
  fi
  if [ "$elo" -ge 1400 ] && [ -x "$stockfish" ]; then
    pairing "$mine" "$(limited "stockfish$elo" "cmd=$stockfish" "$elo" st=0.05)"
  fi
done
