#!/usr/bin/env bash
# Measures what UCI_Elo is worth: tools/calibrate_strength.sh [ROUNDS] [FERZ] [STOCKFISH]
#
# Every step up to 2000 plays the one 200 above it, and 1400, 1800, 2200, 2400 and 2600 play Stockfish limited
# to the same rating, with 40000 nodes for a move, about a twentieth of a second. Each pairing has ROUNDS
# pairs of games; 100 are 200 games. Everything is bounded by nodes, so the machine may be busy. Prints
# the rows of the table in docs/strength.md: the Elo of the first.
set -euo pipefail
rounds=${1:-100}
ferz=${2:-./ferz}
stockfish=${3:-/usr/games/stockfish}
book=$(dirname "$0")/../data/openings.epd

limited() { # name, elo
  echo "name=$1 option.UCI_LimitStrength=true option.UCI_Elo=$2"
}

pairing() { # title, first, second
  # shellcheck disable=SC2086 # the words of an engine are arguments each
  "$ferz" match --engine $2 --engine $3 --rounds "$rounds" --games 2 --no-store --maxmoves 250 --srand 1 \
    --concurrency 2 --openings file="$book" order=random --draw --resign movecount=4 score=900 |
    awk -v title="$1" '
      $1 == "Elo" { elo = $2 " ± " $4 }
      $1 == "Games" { games = $2; sub(":", "", games) }
      END { print "| " title " | " games " | " elo " |" }'
}

for elo in 600 800 1000 1200 1400 1600 1800 2000 2200 2400 2600; do
  mine="ferz nodes=5000000 $(limited "ferz$elo" "$elo")"
  if [ "$elo" -le 2000 ]; then
    above=$((elo + 200))
    pairing "$elo – $above" "$mine" "ferz nodes=5000000 $(limited "ferz$above" "$above")"
  fi
  case $elo in
    1400 | 1800 | 2200 | 2400 | 2600)
      theirs="cmd=$stockfish nodes=40000 $(limited "stockfish$elo" "$elo")"
      pairing "$elo – Stockfish $elo" "$mine" "$theirs"
      ;;
  esac
done
