#!/usr/bin/env python3
"""The evolved evaluation and the document's minimax with python-chess, to compare speeds.

The same principles, tables, blending and search as crates/eval/src/evolved and
crates/lab/src/evolve/minimax.rs, written as one would write them in Python.

  agent.py play AGENT.json STARTS.epd --opponent PATH [--depth N] [--games N] [--processes N]
  agent.py verify AGENT.json STARTS.epd --ferz PATH
"""

import argparse
import json
import re
import subprocess
import sys
import time
from multiprocessing import Pool

import chess
import chess.engine

PRINCIPLES = [
    "material", "mobility", "castling", "development", "doubled_pawns", "isolated_pawns",
    "connected_pawns", "passed_pawns", "enemy_king_pressure", "piece_defense", "bishop_pair",
    "connected_rooks", "king_centralization", "knight_outpost", "blocked_pieces", "space_control",
    "king_shield", "king_pressure",
]
PIECES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]
MOVERS = [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
STAGES = ["opening", "middlegame", "endgame"]
PHASES = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
MATE = 1e9


class Agent:
    """An agent of a file, with the genes of each phase."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.data = json.load(file)
        self.by_phase = [self.at(phase) for phase in range(25)]

    def at(self, phase):
        def value(entry, *path):
            for step in path:
                entry = entry[step]
            return entry

        def blend(entry, *path):
            if self.data["kind"] == "flat":
                return value(entry, *path)
            opening, middle, end = (value(entry[stage], *path) for stage in STAGES)
            if phase > 12:
                return middle + (opening - middle) * (phase - 12) / 12
            return end + (middle - end) * phase / 12

        principles = [blend(self.data["principles"][name]) for name in PRINCIPLES]
        tables = {}
        for piece in PIECES:
            table = self.data["tables"][chess.piece_name(piece)]
            tables[piece] = [blend(table, square // 8, square % 8) for square in range(64)]
        return principles, tables

    def evaluate(self, board):
        """Pawns from White's point of view."""
        phase = sum(
            weight * chess.popcount(board.pieces_mask(piece, True) | board.pieces_mask(piece, False))
            for piece, weight in PHASES.items()
        )
        principles, tables = self.by_phase[min(phase, 24)]
        white, black = scores(board, chess.WHITE), scores(board, chess.BLACK)
        score = sum(gene * (one - two) for gene, one, two in zip(principles, white, black))
        for piece in PIECES:
            table = tables[piece]
            score += sum(table[square] for square in board.pieces(piece, chess.WHITE))
            score -= sum(table[square ^ 56] for square in board.pieces(piece, chess.BLACK))
        return score


def relative_rank(square, color):
    rank = chess.square_rank(square)
    return rank if color else 7 - rank


def pressure(board, color):
    king = board.king(color)
    squares = sum(1 for square in board.attacks(king) if board.is_attacked_by(not color, square))
    bare = board.copy(stack=False)
    for square in list(chess.SquareSet(bare.occupied_co[color])):
        if square != king:
            bare.remove_piece_at(square)
    return squares + len(bare.attackers(not color, king))


def castling(board, color):
    king = board.king(color)
    if board.has_castling_rights(color):
        return 0.5
    away = chess.square_file(king) not in (3, 4, 5)
    return 1.0 if away and relative_rank(king, color) == 0 else 0.0


def development(board, color):
    pawns = sum(0.5 for pawn in board.pieces(chess.PAWN, color) if relative_rank(pawn, color) != 1)
    return pawns + sum(
        1 for kind in MOVERS for square in board.pieces(kind, color)
        if relative_rank(square, color) != 0
    )


def pawn_scores(board, color):
    pawns = [(chess.square_file(p), chess.square_rank(p)) for p in board.pieces(chess.PAWN, color)]
    enemies = [(chess.square_file(p), chess.square_rank(p)) for p in board.pieces(chess.PAWN, not color)]
    files = [file for file, _ in pawns]
    doubled = sum(max(0, files.count(file) - 1) for file in range(8))
    isolated = sum(1 for file in files if file - 1 not in files and file + 1 not in files)
    back = -1 if color else 1
    connected = sum(
        1 for file, rank in pawns for side in (-1, 1) if (file + side, rank + back) in pawns
    )
    passed = sum(
        1 for file, rank in pawns
        if not any(
            abs(file - other) <= 1 and (ahead > rank if color else ahead < rank)
            for other, ahead in enemies
        )
    )
    return doubled, isolated, connected, passed


def connected_rooks(board, color):
    rooks = list(board.pieces(chess.ROOK, color))
    return sum(
        1 for index, one in enumerate(rooks) for two in rooks[index + 1:] if two in board.attacks(one)
    )


def outposts(board, color):
    count = 0
    for knight in board.pieces(chess.KNIGHT, color):
        rank = relative_rank(knight, color)
        held = board.attackers_mask(color, knight) & board.pawns
        driven = board.attackers_mask(not color, knight) & board.pawns
        if 4 <= rank <= 6 and held and not driven:
            count += 1
    return count


def shield(board, color):
    king = board.king(color)
    rank = chess.square_rank(king) + (1 if color else -1)
    score = 0
    for file in range(max(0, chess.square_file(king) - 1), min(7, chess.square_file(king) + 1) + 1):
        if 0 <= rank <= 7:
            piece = board.piece_at(chess.square(file, rank))
            if piece and piece.color == color:
                score += 1 if piece.piece_type == chess.PAWN else 2
    return score


def centralization(board, color):
    king = board.king(color)
    distance = min(chess.square_distance(king, c) for c in (chess.D4, chess.E4, chess.D5, chess.E5))
    return -distance - 0.25 * (7 - relative_rank(king, color))


def scores(board, color):
    """The eighteen principles for one player."""
    own = board.occupied_co[color]
    attacked = mobility = blocked = 0
    for square in chess.SquareSet(own):
        mask = board.attacks_mask(square)
        attacked |= mask
        if board.piece_type_at(square) in MOVERS:
            free = chess.popcount(mask & ~own)
            mobility += free
            blocked += free == 0
    half = 0xFFFFFFFF00000000 if color else 0xFFFFFFFF
    doubled, isolated, connected, passed = pawn_scores(board, color)
    count = {kind: len(board.pieces(kind, color)) for kind in PIECES}
    return [
        count[chess.PAWN] + 3 * count[chess.KNIGHT] + 3 * count[chess.BISHOP]
        + 5 * count[chess.ROOK] + 9 * count[chess.QUEEN],
        mobility,
        castling(board, color),
        development(board, color),
        -doubled,
        -isolated,
        connected,
        passed,
        pressure(board, not color),
        chess.popcount(attacked & own & ~board.kings),
        1 if count[chess.BISHOP] >= 2 else 0,
        connected_rooks(board, color),
        centralization(board, color),
        outposts(board, color),
        -blocked,
        chess.popcount(attacked & half),
        shield(board, color),
        -pressure(board, color),
    ]


def ordered(board):
    def promise(move):
        taken = 0
        if board.is_capture(move):
            taken = 10 * (board.piece_type_at(move.to_square) or chess.PAWN)
            taken -= board.piece_type_at(move.from_square) - 1
        return -(taken + (10 * (move.promotion - 1) if move.promotion else 0))
    return sorted(board.legal_moves, key=promise)


def minimax(agent, board, depth, ply, alpha, beta):
    if board.is_insufficient_material():
        return 0
    if not any(board.generate_legal_moves()):
        return ply - MATE if board.is_check() else 0
    if depth == 0:
        value = agent.evaluate(board)
        return value if board.turn else -value
    best = -MATE
    for move in ordered(board):
        board.push(move)
        best = max(best, -minimax(agent, board, depth - 1, ply + 1, -beta, -alpha))
        board.pop()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def choose(agent, board, depth):
    best_move, best = None, -MATE
    for move in ordered(board):
        board.push(move)
        value = -minimax(agent, board, depth - 1, 1, -MATE, -best)
        board.pop()
        if best_move is None or value > best:
            best_move, best = move, value
    return best_move


def read_starts(path):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    return [chess.Board.from_epd(line)[0] for line in lines]


def play(task):
    """One game; the moves that were played, and the result."""
    agent_path, fen, color, opponent, depth, max_moves = task
    agent, board = Agent(agent_path), chess.Board(fen)
    moves = 0
    with chess.engine.SimpleEngine.popen_uci(opponent) as engine:
        while not board.is_game_over(claim_draw=True) and moves < 2 * max_moves:
            if board.turn == color:
                board.push(choose(agent, board, depth))
            else:
                board.push(engine.play(board, chess.engine.Limit(depth=1)).move)
            moves += 1
    return moves, board.result(claim_draw=True)


def run_games(args):
    starts = read_starts(args.starts)
    tasks = [
        (args.agent, starts[game // 2 % len(starts)].fen(), game % 2 == 0, args.opponent,
         args.depth, args.max_moves)
        for game in range(args.games)
    ]
    began = time.monotonic()
    with Pool(args.processes) as pool:
        results = pool.map(play, tasks, chunksize=1)
    seconds = time.monotonic() - began
    print(json.dumps({
        "games": len(results),
        "half_moves": sum(moves for moves, _ in results),
        "seconds": seconds,
        "games_per_hour": len(results) / seconds * 3600,
    }))


def verify(args):
    """Compares with what `ferz eval` says of the same positions."""
    agent = Agent(args.agent)
    boards = read_starts(args.starts)
    for board in boards:
        command = [args.ferz, "eval", "--eval-file", args.agent, "--fen", board.fen()]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        theirs = float(re.search(r"Score\s+([-+0-9.]+) for White", text).group(1))
        ours = agent.evaluate(board)
        if abs(ours - theirs) > 0.011:
            sys.exit(f"{board.fen()}: {ours} here, {theirs} there")
    print(f"the same evaluation in {len(boards)} positions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True)
    games = commands.add_parser("play")
    games.add_argument("agent")
    games.add_argument("starts")
    games.add_argument("--opponent", required=True)
    games.add_argument("--depth", type=int, default=2)
    games.add_argument("--games", type=int, default=4)
    games.add_argument("--max-moves", type=int, default=200)
    games.add_argument("--processes", type=int, default=2)
    games.set_defaults(run=run_games)
    check = commands.add_parser("verify")
    check.add_argument("agent")
    check.add_argument("starts")
    check.add_argument("--ferz", required=True)
    check.set_defaults(run=verify)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
