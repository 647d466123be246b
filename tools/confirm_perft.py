#!/usr/bin/env python3
"""Has an independent program repeat every count of a perft suite.

usage: tools/confirm_perft.py data/perft.epd [--engine stockfish]

The engine must understand `go perft N` and `UCI_Chess960`, as Stockfish does. Lines of the suite
are "FEN ;D1 n ;D2 n …"; empty lines and lines that start with # are passed over.
"""

import argparse
import subprocess
import sys


class Engine:
    """A UCI engine that counts."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        self.read_until("uciok")
        self.send("setoption name UCI_Chess960 value true")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, start):
        for line in self.process.stdout:
            if line.startswith(start):
                return line.strip()
        raise RuntimeError(f"the engine ended before it said {start!r}")

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        return int(self.read_until("Nodes searched").split(":")[1])


def cases(path):
    """Yields line number, FEN and the pairs of depth and count."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if line and not line.startswith("#"):
                fen, *counts = (part.strip() for part in line.split(";"))
                pairs = [count[1:].split() for count in counts]
                yield number, fen, [(int(depth), int(nodes)) for depth, nodes in pairs]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite")
    parser.add_argument("--engine", default="stockfish")
    options = parser.parse_args()
    engine = Engine(options.engine)
    checked = wrong = 0
    for number, fen, counts in cases(options.suite):
        for depth, expected in counts:
            found = engine.perft(fen, depth)
            checked += 1
            if found != expected:
                wrong += 1
                print(f"line {number}: {fen}: depth {depth}: {found}, the file says {expected}")
    print(f"{checked} counts confirmed by {options.engine}, {wrong} differ")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
