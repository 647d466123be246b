import { expect, test } from "vitest";

import type { PgnNode, PgnTree } from "../src/api/types";
import { fromPgn, path, plant, play, promote, prune, toPgn } from "../src/analyse/tree";

function node(san: string, variations: PgnNode[][] = []): PgnNode {
  return {
    uci: san,
    san,
    fen: `after ${san}`,
    nags: [],
    comment_before: "",
    comment: "",
    variations: variations.map((line) => ({ comment: "", line })),
  };
}

const GAME: PgnTree = {
  headers: [["White", "Ann"]],
  start_fen: "start",
  variant: "standard",
  result: "1-0",
  warnings: [],
  comment: "a game",
  line: [node("e4"), node("e5", [[node("c5"), node("Nf3", [[node("Nc3")]])], [node("e6")]]), node("Nf3")],
};

test("a PGN with nested variations comes back as it was", () => {
  expect(toPgn(fromPgn(GAME))).toEqual(GAME);
});

test("moves that are known are not added again", () => {
  const tree = fromPgn(GAME);
  const e4 = tree.root.children[0]!;
  expect(play(e4, node("c5"))).toBe(e4.children[1]);
  const c6 = play(e4, node("c6"));
  expect(path(c6).map((step) => step.san)).toEqual(["e4", "c6"]);
  expect(e4.children.map((child) => child.san)).toEqual(["e5", "c5", "e6", "c6"]);
});

test("lines can be cut off and made the main line", () => {
  const tree = fromPgn(GAME);
  const e4 = tree.root.children[0]!;
  const c5 = e4.children[1]!;
  promote(c5.children[1]!);
  expect(toPgn(tree).line.map((step) => step.san)).toEqual(["e4", "c5", "Nc3"]);
  expect(prune(c5)).toBe(e4);
  expect(toPgn(tree).line.map((step) => step.san)).toEqual(["e4", "e5", "Nf3"]);
  const bare = plant("start", "standard");
  expect(prune(bare.root)).toBe(bare.root);
});
