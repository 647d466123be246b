#!/usr/bin/env python3
"""Does analysis keep what was in the games?

Takes real games, gives them comments, signs and variations of legal moves at random (for a seed), lets
`ferz analyse` annotate them, and compares: every tag, move, comment, sign and variation must still be there,
and python-chess must read the result without errors.

    tools/check_analysis.py GAMES.pgn --ferz ./ferz --games 1000
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

import chess.pgn

WORDS = "a quiet move, played at once; Black's idea was (…) b5 } better: Qxf7+! 50% [not so] $5 %eval \\ \"q\" ½ für".split()
SIGNS = [1, 2, 3, 4, 5, 6, 10, 13, 14, 18, 140, 146]


def remark(chance):
    # A brace would end the comment in the file itself.
    words = chance.sample(WORDS, chance.randint(1, 6))
    return " ".join(words).replace("}", ")")


def dress(game, chance):
    """Adds comments, signs and variations, some of them within variations."""
    if chance.random() < 0.3:
        game.comment = remark(chance)
    for node in list(game.mainline()):
        if chance.random() < 0.15:
            node.comment = remark(chance)
        if chance.random() < 0.1:
            node.nags.add(chance.choice(SIGNS))
        if chance.random() < 0.1:
            branch(node.parent, chance, 2)


def branch(parent, chance, levels):
    known = {child.move for child in parent.variations}
    moves = [move for move in parent.board().legal_moves if move not in known]
    if not moves:
        return
    node = parent.add_variation(chance.choice(moves))
    if chance.random() < 0.3:
        node.starting_comment = remark(chance)
    for _ in range(chance.randint(0, 5)):
        if chance.random() < 0.3:
            node.comment = remark(chance)
        moves = list(node.board().legal_moves)
        if not moves:
            return
        if levels and chance.random() < 0.2 and node.parent is not None:
            branch(node.parent, chance, levels - 1)
        node = node.add_variation(chance.choice(moves))


def read_all(path):
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield game


def losses(before, after, where, found):
    """Notes what the second tree lacks of the first."""
    for name, old, new in (
        ("comment", before.comment, after.comment),
        ("first comment", before.starting_comment, after.starting_comment),
    ):
        if " ".join(old.split()) not in " ".join(new.split()):
            found.append(f"{where}: {name} {old!r} became {new!r}")
    if not before.nags <= after.nags:
        found.append(f"{where}: signs {before.nags} became {after.nags}")
    for number, child in enumerate(before.variations):
        kept = next((other for other in after.variations if other.move == child.move), None)
        if kept is None or (number == 0) != kept.is_main_variation():
            found.append(f"{where}: lost the move {child.move}")
        else:
            losses(child, kept, f"{where} {child.move}", found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games")
    parser.add_argument("--ferz", default="./ferz")
    parser.add_argument("--games", dest="count", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    sys.setrecursionlimit(5000)
    with tempfile.TemporaryDirectory() as folder:
        dressed, annotated = pathlib.Path(folder, "dressed.pgn"), pathlib.Path(folder, "annotated.pgn")
        with open(dressed, "w", encoding="utf-8") as file:
            for _, game in zip(range(args.count), read_all(args.games)):
                dress(game, chance)
                print(game, file=file, end="\n\n")
        command = [args.ferz, "analyse", str(dressed), "--out", str(annotated), "--nodes", str(args.nodes)]
        subprocess.run(command, check=True)
        found, games, moves, evaluated = [], 0, 0, 0
        for before, after in zip(read_all(dressed), read_all(annotated), strict=True):
            games += 1
            found += [f"game {games}: {error}" for error in after.errors]
            for tag, value in before.headers.items():
                if after.headers.get(tag) != value:
                    found.append(f"game {games}: [{tag} {value!r}] became {after.headers.get(tag)!r}")
            losses(before, after, f"game {games}", found)
            line = list(after.mainline())
            moves += len(line)
            evaluated += sum(node.eval() is not None for node in line)
    print(f"{games} games, {moves} moves, {evaluated} with an evaluation, {len(found)} losses")
    print("\n".join(found[:20]))
    return 1 if found or evaluated == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
