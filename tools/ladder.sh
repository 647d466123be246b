#!/usr/bin/env bash
# Ferz against engines of known strength, and their ratings fitted together: tools/ladder.sh [FERZ]
#
# ROUNDS openings with both colours against each (200), TC for the clock (2+0.02), STORE for the
# file that keeps the games (ladder.db). Stopped or killed, the same command goes on where it was. The
# engines are Debian's: apt-get install gnuchess toga2 ethereal-chess stockfish. Two games at a time, so
# nothing else should run on a machine of two cores: two hours (docs/experiments/012).
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
limited() { echo "cmd=stockfish name=stockfish-$1 option.UCI_LimitStrength=true option.UCI_Elo=$2"; }

# One word for each setting, so that the lists of `limited` fall apart as they should.
# shellcheck disable=SC2046
"$ferz" gauntlet \
  --engine "cmd=$ferz" name=ferz \
  --engine cmd=gnuchess args=--uci name=gnuchess \
  --engine cmd=toga2 name=toga2 \
  --engine cmd=ethereal-chess name=ethereal option.MoveOverhead=10 \
  --engine cmd=stockfish name=stockfish \
  --engine $(limited 2800 2279) \
  --engine $(limited 3000 2533) \
  --engine $(limited 3190 2845) \
  --each "tc=${TC:-2+0.02}" option.Hash=64 --rounds "${ROUNDS:-200}" --concurrency 2 --srand 17 \
  --openings file=data/openings.epd order=random --draw --resign --maxmoves 200 --store "$store"
