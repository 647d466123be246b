#!/usr/bin/env python3
"""Troubles an engine with `go`, `stop`, `ponderhit`, options and new games at random moments.

    tools/soak.py [--seconds 600] [--seed 1] [--threads 4] [--parallel lazy|ybwc] ENGINE [ARGUMENT...]

Fails if a search gives no move within five seconds of its stop, if one gives two, if a `readyok` does
not come, or if the engine dies. Prints how long stops took at most and in the median: on a machine with
nothing else to do the engine's own share of that is below ten milliseconds.
"""

import argparse
import queue
import random
import statistics
import subprocess
import sys
import threading
import time

POSITIONS = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "fen 8/2k5/2p5/1pP3b1/1P1K4/3N4/8/8 w - - 0 1",
    "fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99 80",
]
PATIENCE = 5.0


class Failure(Exception):
    """What the engine did wrong."""


class Engine:
    """The engine's process with a queue of its lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.moves = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.split())
        self.lines.put(None)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, word):
        """Waits for a line that begins with the word."""
        self._read_until(word, lambda words: words[0] == word)

    def expect_move(self, number):
        """Waits for the move of the search with this number, unless it has come already."""
        if self.moves < number:
            self._read_until("bestmove", lambda words: self.moves >= number)
        if self.moves > number:
            raise Failure("a search has given two moves")

    def _read_until(self, word, is_enough):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                words = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Failure(f"no {word} within {PATIENCE} s") from None
            if words is None:
                raise Failure(f"the engine has died, status {self.process.wait()}")
            self.moves += words[:1] == ["bestmove"]
            if words and is_enough(words):
                return


def search(engine, number, rng):
    """One search; gives how long its stop took, if it needed one."""
    engine.say("position " + rng.choice(POSITIONS))
    kind = rng.choice(["infinite", "infinite", "ponder", "clock", "movetime", "depth", "nodes"])
    engine.say("go " + {
        "infinite": "infinite",
        "ponder": "ponder wtime 200 btime 200 winc 5 binc 5",
        "clock": "wtime 100 btime 100 winc 5 binc 5",
        "movetime": f"movetime {rng.randint(1, 40)}",
        "depth": f"depth {rng.randint(1, 8)}",
        "nodes": f"nodes {rng.randint(1, 20000)}",
    }[kind])
    if rng.random() < 0.2:
        drain(engine)
    time.sleep(rng.choice([0.0, 0.0, rng.uniform(0.0, 0.005), rng.uniform(0.0, 0.1)]))
    must_end = kind in ("infinite", "ponder")
    if must_end and engine.moves >= number:
        raise Failure("a move before it was asked for")
    start = time.monotonic()
    if kind == "ponder" and rng.random() < 0.5:
        engine.say("ponderhit")
        must_end = False
    elif must_end or rng.random() < 0.3:
        engine.say("stop")
    engine.expect_move(number)
    return time.monotonic() - start if must_end else None


def drain(engine):
    """Hears everything that the engine has to say by now."""
    engine.say("isready")
    engine.expect("readyok")


def trouble(arguments, rng):
    """Plays with one process after another until the time is over."""
    end = time.monotonic() + arguments.seconds
    searches, processes, stops = 0, 0, []
    while time.monotonic() < end:
        engine = Engine(arguments.engine)
        processes += 1
        engine.say("uci")
        engine.expect("uciok")
        engine.say(f"setoption name Parallel value {arguments.parallel}")
        engine.say(f"setoption name Threads value {arguments.threads}")
        for number in range(1, rng.randint(2, 400)):
            if time.monotonic() > end:
                break
            took = search(engine, number, rng)
            searches += 1
            if took is not None:
                stops.append(took)
            drain(engine)
            engine.expect_move(number)
            if rng.random() < 0.05:
                engine.say("ucinewgame")
            if rng.random() < 0.03:
                engine.say(f"setoption name Threads value {rng.choice([1, 2, 3, arguments.threads])}")
            if rng.random() < 0.03:
                engine.say(f"setoption name Parallel value {rng.choice(['lazy', 'ybwc'])}")
            if rng.random() < 0.02:
                engine.say(f"setoption name Hash value {rng.choice([1, 16, 64])}")
        engine.say("position startpos")
        engine.say("go infinite")
        time.sleep(rng.uniform(0.0, 0.05))
        engine.say("quit")
        try:
            status = engine.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            engine.process.kill()
            raise Failure("no end after quit") from None
        if status != 0:
            raise Failure(f"status {status} after quit")
    return searches, processes, stops


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--parallel", default="lazy")
    parser.add_argument("engine", nargs="+")
    arguments = parser.parse_args()
    try:
        searches, processes, stops = trouble(arguments, random.Random(arguments.seed))
    except (Failure, BrokenPipeError) as failure:
        sys.exit(f"failed: {failure}")
    print(
        f"{searches} searches in {processes} processes; {len(stops)} stops took"
        f" {1000 * statistics.median(stops or [0]):.1f} ms in the median,"
        f" {1000 * max(stops, default=0):.1f} ms at most"
    )


if __name__ == "__main__":
    main()
