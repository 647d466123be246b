#!/usr/bin/env python3
"""Compares the speed of UCI engines: nodes per second on the same positions, in turn, in one run.

usage: tools/compare_nps.py [--movetime MS] [--rounds N] ENGINE ENGINE...

The engines take turns position by position, so that a change of the machine's mood hits all of
them. The ratio is to the last engine. Engines count nodes in their own ways; read it as a hint.
"""

import argparse
import subprocess
import sys

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r1bq1rk1/ppp1bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 4 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/2KR3R w - - 0 13",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "3r1rk1/p3qppp/1p2b3/2p5/3nP3/1P1BQ2P/P4PP1/2R1R1K1 b - - 2 22",
    "8/5pk1/4p1p1/3pP2p/1r1P3P/5PP1/R4K2/8 w - - 4 41",
    "4k3/8/3n4/2p1p3/2P1P3/3B4/4K3/8 b - - 5 60",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
]


class Engine:
    """A UCI engine and what it has counted so far."""

    def __init__(self, path):
        self.path = path
        self.nodes = 0
        self.seconds = 0.0
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        self.wait("uciok")
        self.send("setoption name Hash value 16")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word):
        """Reads up to a line that begins with the word; returns the last count on the way.

        Nodes and milliseconds are those of one line, since the iteration that the clock cuts short
        is told by nobody.
        """
        nodes, milliseconds = 0, 0
        for line in self.process.stdout:
            words = line.split()
            if "nodes" in words[:-1] and "time" in words[:-1]:
                nodes = int(words[words.index("nodes") + 1])
                milliseconds = int(words[words.index("time") + 1])
            if words[:1] == [word]:
                return nodes, milliseconds
        sys.exit(f"{self.path} ended without {word}")

    def search(self, fen, milliseconds):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok")
        self.send(f"position fen {fen}")
        self.send(f"go movetime {milliseconds}")
        nodes, taken = self.wait("bestmove")
        self.nodes += nodes
        self.seconds += taken / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--movetime", type=int, default=1000, metavar="MS")
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    args = parser.parse_args()
    engines = [Engine(path) for path in args.engines]
    for _ in range(args.rounds):
        for fen in POSITIONS:
            for engine in engines:
                engine.search(fen, args.movetime)
    last = engines[-1].nodes / engines[-1].seconds
    for engine in engines:
        nps = engine.nodes / engine.seconds
        print(f"{engine.path}: {nps:,.0f} nodes a second, {nps / last:.2f} times the last")
        engine.send("quit")


if __name__ == "__main__":
    main()
