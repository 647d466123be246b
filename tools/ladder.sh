#!/usr/bin/env bash
# Ferz against engines of known strength, and their ratings fitted together: tools/ladder.sh [FERZ]
#
# ROUNDS openings with both colours against each (200), TC for the clock (2+0.02), STORE for the
# file that keeps the games (ladder.db), OPPONENTS for some of them only. Stopped or killed, the same
# command goes on where it was. The engines are Debian's: apt-get install gnuchess toga2 ethereal-chess
# stockfish. Two games at a time, so nothing else should run on a machine of two cores: two hours
# (docs/experiments/012).
#
# Stockfish 15.1 is limited by the labels that its version has for what later ones call 2800, 3000 and
# 3190 (docs/experiments/005). Ethereal would set aside a tenth of a second for each move, so it is told
# that no message takes that long.
set -euo pipefail
cd "$(dirname "$0")/.."
ferz=$(realpath "${1:-ferz}")
store=${STORE:-ladder.db}
# Debian's engines are games, whose folder the path of an administrator does not have.
PATH=$PATH:/usr/games

players=()
limited() { players+=(--engine cmd=stockfish "name=$1" option.UCI_LimitStrength=true "option.UCI_Elo=$2"); }
for name in ${OPPONENTS:-gnuchess toga2 ethereal stockfish stockfish-2800 stockfish-3000 stockfish-3190}; do
  case $name in
    gnuchess) players+=(--engine cmd=gnuchess args=--uci name=gnuchess) ;;
    toga2 | stockfish) players+=(--engine "cmd=$name" "name=$name") ;;
    ethereal) players+=(--engine cmd=ethereal-chess name=ethereal option.MoveOverhead=10) ;;
    stockfish-2800) limited "$name" 2279 ;;
    stockfish-3000) limited "$name" 2533 ;;
    stockfish-3190) limited "$name" 2845 ;;
    *)
      echo "tools/ladder.sh: $name is not one of its opponents" >&2
      exit 2
      ;;
  esac
done

"$ferz" gauntlet --engine "cmd=$ferz" name=ferz "${players[@]}" \
  --each "tc=${TC:-2+0.02}" option.Hash=64 --rounds "${ROUNDS:-200}" --concurrency 2 --srand 17 \
  --openings file=data/openings.epd order=random --draw --resign --maxmoves 200 --store "$store"
