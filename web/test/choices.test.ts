import { expect, test } from "vitest";

import { type Choices, request, strengths } from "../src/play/choices";
import { judge, mainLine, place } from "../src/analyse/tree";
import { ticks } from "../src/lab/plots";

const CHOICES: Choices = {
  opponent: "engine",
  side: "white",
  clock: "none",
  strength: "1400",
  other: "full",
  start: "standard",
  number: "",
  fen: "",
};

test("a rating reaches the engine, on either side", () => {
  const game = request(CHOICES, "black");
  expect(game.white).toEqual({ kind: "engine", elo: 1400, limit: { movetime: 1000 } });
  expect(game.black).toEqual({ kind: "human", name: "You" });
  const both = request({ ...CHOICES, opponent: "engines", clock: "60+1" }, "white");
  expect([both.white, both.black]).toEqual([{ kind: "engine", elo: 1400 }, { kind: "engine" }]);
  expect(both.clock).toEqual({ initial: 60_000, increment: 1000 });
});

test("Chess960 by number or by chance", () => {
  expect(request({ ...CHOICES, start: "chess960", number: "518" }, "white")).toMatchObject({ variant: "chess960", start_number: 518 });
  expect(request({ ...CHOICES, start: "chess960" }, "white").start_number).toBeUndefined();
});

test("strengths are those of the server", () => {
  expect(strengths([600, 1000]).map(([value]) => value)).toEqual(["600", "800", "1000", "full"]);
});

test("judgements are written where nobody has judged", () => {
  const node = (uci: string, nags: number[]) => ({ uci, san: uci, fen: "", parent: undefined, children: [], nags, before: "", comment: "" });
  const [first, second] = [node("a", []), node("b", [1])];
  const tree = { headers: [], variant: "standard" as const, result: "*", root: { ...node("", []), fen: "start", children: [first] } };
  Object.assign(first, { parent: tree.root, children: [second] });
  Object.assign(second, { parent: first });
  judge(tree, ["blunder", "mistake"]);
  expect(mainLine(tree).map(({ nags }) => nags)).toEqual([[4], [1]]);
  expect(place(tree, second)).toEqual({ fen: "start", variant: "standard", moves: ["a", "b"] });
});

test("axes have round numbers that cover their values", () => {
  expect(ticks(-7, 160)).toEqual([-50, 0, 50, 100, 150, 200]);
  expect(ticks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});
