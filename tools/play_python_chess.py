#!/usr/bin/env python3
"""Plays games through python-chess, the library behind lichess-bot and most scripts, and counts what goes wrong.

    tools/play_python_chess.py ./ferz --games 200
    tools/play_python_chess.py ./ferz --games 200 --opponent /usr/games/stockfish --option UCI_Elo=2000 \
        --option UCI_LimitStrength=true

python-chess checks every line, raises an error at anything against the protocol and refuses illegal moves; the clocks
are kept here, without any mercy. Exit status 1 if Ferz lost on time, played an illegal move or broke the protocol.
"""

import argparse
import logging
import random
import sys
import time

import chess
import chess.engine
import chess.pgn


class Complaints(logging.Handler):
    """Collects what python-chess has to say about the lines of an engine."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def start(path, options):
    engine = chess.engine.SimpleEngine.popen_uci(path, timeout=20)
    engine.configure(options)
    return engine


def opening(rng, plies=8):
    while True:
        board = chess.Board()
        for _ in range(plies):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board


def play(white, black, board, base, increment):
    """Plays one game; gives the result and the reason, and the scores for a PGN."""
    clocks, players = [base, base], [black, white]
    comments, game_id = [], object()
    while True:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            return outcome.result(), outcome.termination.name.lower(), comments
        turn = board.turn
        limit = chess.engine.Limit(white_clock=max(clocks[1], 0.001), black_clock=max(clocks[0], 0.001),
                                   white_inc=increment, black_inc=increment)
        begun = time.monotonic()
        try:
            answer = players[turn].play(board, limit, game=game_id, info=chess.engine.INFO_SCORE)
        except chess.engine.EngineError as error:
            return ("0-1" if turn else "1-0"), f"protocol: {error}", comments
        before, used = clocks[turn], time.monotonic() - begun
        clocks[turn] -= used
        if clocks[turn] < 0:
            reason = f"time: {1000 * used:.0f} ms for a move with {1000 * before:.0f} ms left"
            return ("0-1" if turn else "1-0"), reason, comments
        clocks[turn] += increment
        if answer.move is None:
            return ("0-1" if turn else "1-0"), "no move", comments
        score = answer.info.get("score")
        comments.append(describe(score.pov(turn), answer.info.get("depth", 0)) if score else "")
        board.push(answer.move)


def describe(score, depth):
    mate = score.mate()
    text = f"{'+' if mate > 0 else '-'}M{abs(mate)}" if mate is not None else f"{score.score() / 100:+.2f}"
    return f"{text}/{depth}"


def write(file, start_board, board, white, black, result, comments):
    game = chess.pgn.Game()
    game.setup(start_board)
    game.headers.update({"White": white, "Black": black, "Result": result})
    node = game
    for move, comment in zip(board.move_stack[len(start_board.move_stack):], comments):
        node = node.add_variation(move, comment=comment)
    print(game, end="\n\n", file=file, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--opponent", help="another engine; Ferz plays itself if none is given")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE for the opponent")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--base", type=float, default=1.0, help="seconds for the game")
    parser.add_argument("--increment", type=float, default=0.01, help="seconds for a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pgn", help="append the games to this file")
    args = parser.parse_args()

    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    rng = random.Random(args.seed)
    ours = start(args.engine, {})
    other_options = dict(option.split("=", 1) for option in args.option)
    theirs = start(args.opponent or args.engine, other_options)
    names = ["Ferz", args.opponent or "Ferz"]
    points, reasons, faults = 0.0, {}, []
    file = open(args.pgn, "a") if args.pgn else None
    for number in range(args.games):
        if number % 2 == 0:
            first = opening(rng)
        start_board = first.copy(stack=False)
        board = start_board.copy()
        ours_is_white = number % 2 == 0
        pair = (ours, theirs) if ours_is_white else (theirs, ours)
        result, reason, comments = play(*pair, board, args.base, args.increment)
        point = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        points += point if ours_is_white else 1.0 - point
        kind = reason.split(":")[0]
        reasons[kind] = reasons.get(kind, 0) + 1
        if kind in ("time", "protocol", "no move"):
            loser_is_ours = (result == "0-1") == ours_is_white or not args.opponent
            faults.append((number + 1, "Ferz" if loser_is_ours else "opponent", reason))
            ours.close(), theirs.close()
            ours, theirs = start(args.engine, {}), start(args.opponent or args.engine, other_options)
        if file:
            white, black = names if ours_is_white else names[::-1]
            write(file, start_board, board, white, black, result, comments)
    ours.quit(), theirs.quit()

    print(f"{args.games} games at {args.base}+{args.increment}: {points} points for {args.engine}")
    print("endings: " + ", ".join(f"{count} {kind}" for kind, count in sorted(reasons.items())))
    for number, who, reason in faults:
        print(f"game {number}: {who}: {reason}")
    for line in complaints.lines:
        print(f"python-chess: {line}")
    own = [fault for fault in faults if fault[1] == "Ferz"]
    print(f"{len(own)} faults of Ferz, {len(complaints.lines)} complaints about lines")
    return 1 if own or complaints.lines else 0


if __name__ == "__main__":
    sys.exit(main())
