import { expect, test } from "vitest";

import { count, scoreText } from "../src/analyse/score";
import { after } from "../src/play/state";
import { clockText } from "../src/play/clocks";
import type { Game, GameMove } from "../src/api/types";

test("scores, counts and clocks are written for people", () => {
  expect([{ cp: 34 }, { cp: -120 }, { mate: -3 }].map(scoreText)).toEqual(["+0.34", "−1.20", "#-3"]);
  expect([12, 1234, 2_500_000].map(count)).toEqual(["12", "1.2 k", "2.5 M"]);
  expect([9_940, 61_000, 3_725_000, -5].map(clockText)).toEqual(["0:09.9", "1:01", "1:02:05", "0:00.0"]);
});

test("events change a game as the server says", () => {
  const move = (san: string) => ({ san }) as GameMove;
  const game = { ply: 2, moves: [move("e4"), move("e5")] } as Game;
  const rest = { ply: 1 } as Omit<Game, "moves">;
  expect(after(game, { kind: "undo", ply: 1, game: rest })?.moves).toEqual([move("e4")]);
  expect(after(game, { kind: "move", ply: 2, move: move("c5"), game: rest })?.moves).toEqual([move("e4"), move("c5")]);
  expect(after(game, { kind: "status", game: rest })?.moves).toHaveLength(2);
  expect(after(game, { kind: "deleted" })).toBeUndefined();
});
