import { expect, test } from "vitest";

import { drags, ends, figures, king, pieces, turn } from "../src/squares";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("a FEN says what stands where", () => {
  const board = pieces(START);
  expect(board.size).toBe(32);
  expect([board.get("a1"), board.get("e8"), board.get("d4")]).toEqual(["R", "k", undefined]);
  expect(turn(START)).toBe("white");
  expect(king("4k3/8/8/8/8/8/8/K7 b - - 0 1")).toBe("e8");
});

test("castling kings may go to their rook or to where they end", () => {
  const fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
  expect(drags(["e1h1", "e1f1"], fen)[0]?.drops).toEqual(["h1", "g1"]);
  expect(drags(["e1g1"], fen)[0]?.drops).toEqual(["g1"]);
});

test("a castling king that could also just go there means to go", () => {
  const fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
  const moves = drags(["f1h1", "f1g1"], fen);
  expect(moves.map((move) => move.drops)).toEqual([["h1"], ["g1"]]);
});

test("promotions share their squares", () => {
  const moves = drags(["a7a8q", "a7a8n"], "8/P7/8/8/8/8/8/K1k5 w - - 0 1");
  expect(moves.map(({ from, drops }) => from + drops.join())).toEqual(["a7a8", "a7a8"]);
  expect(ends("a7a8q")).toEqual({ from: "a7", to: "a8" });
  expect(figures("qPp")).toBe("♛♟♟");
});
