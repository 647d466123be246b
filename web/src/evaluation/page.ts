// The evaluation, seen: the classical terms by side, and what each piece is worth to the network.

import { ApiError, post } from "../api/client";
import type { Evaluation, Tapered } from "../api/types";
import { Board } from "../board";
import { fill, h } from "../dom";
import { notice } from "../notice";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export function evaluationPage(element: HTMLElement): () => void {
  const fen = h("input", {
    type: "text",
    value: sessionStorage.getItem("ferz.evaluate") ?? START,
    "aria-label": "FEN",
  });
  const holder = h("div", { class: "board", id: "board" });
  const heat = h("div", { class: "heat", "aria-hidden": "true" });
  const terms = h("section", { class: "panel scroll" });
  const network = h("section", { class: "panel" });
  const form = h(
    "form",
    {
      class: "row grow",
      onsubmit: (event: Event) => {
        event.preventDefault();
        void show();
      },
    },
    fen,
    h("button", { class: "primary", type: "submit" }, "Evaluate"),
  );
  element.append(
    h("h1", {}, "Evaluation"),
    form,
    h("div", { class: "table" }, h("div", { class: "heat-holder" }, holder, heat), h("div", { class: "stack" }, network, terms)),
  );
  const board = new Board(holder, () => {});

  async function show(): Promise<void> {
    sessionStorage.setItem("ferz.evaluate", fen.value);
    try {
      const answer = await post<Evaluation>("/api/evaluate", { fen: fen.value.trim() });
      board.show({ fen: answer.fen, legal: [] });
      fill(terms, ...drawTerms(answer));
      fill(network, ...drawNetwork(answer));
      fill(heat, ...drawHeat(answer));
    } catch (error) {
      notice(error instanceof ApiError ? error.message : String(error), "error");
    }
  }

  void show();
  return () => board.destroy();
}

/** A weight of middle game and endgame as it counts now. */
function blended(value: Tapered | null, phase: number): number {
  return value ? value.mg * phase + value.eg * (1 - phase) : 0;
}

function pawns(centipawns: number): string {
  return `${centipawns >= 0 ? "+" : "−"}${Math.abs(centipawns / 100).toFixed(2)}`;
}

function drawTerms({ classical }: Evaluation): HTMLElement[] {
  const phase = classical.phase / classical.phase_max;
  const rows = classical.terms
    .map((term) => ({ name: term.name, white: blended(term.white, phase), black: blended(term.black, phase), total: term.total }))
    .filter((row) => Math.round(row.white) !== 0 || Math.round(row.black) !== 0 || row.total !== 0);
  // Material would make every other bar invisible.
  const widest = Math.max(50, ...rows.filter((row) => row.name !== "Material").map((row) => Math.max(Math.abs(row.white), Math.abs(row.black))));
  const bar = (value: number, side: string) =>
    h("div", { class: `term ${side} ${value < 0 ? "negative" : ""}`, title: pawns(value) }, h("div", { style: `width:${Math.min(100, (100 * Math.abs(value)) / widest)}%` }));
  return [
    h("h2", {}, `Classical: ${pawns(classical.score)}`),
    h("p", { class: "soft" }, classical.known_ending ?? `Middle game ${(100 * phase).toFixed(0)} %. Pawns, for White and for Black.`),
    h(
      "table",
      { class: "terms" },
      h("thead", {}, h("tr", {}, h("th", {}, "term"), h("th", {}, "White"), h("th", {}, "Black"), h("th", {}, "sum"))),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h("tr", {}, h("td", {}, row.name), h("td", {}, bar(row.white, "white")), h("td", {}, bar(row.black, "black")), h("td", {}, pawns(row.white - row.black))),
        ),
      ),
    ),
  ];
}

function drawNetwork({ network }: Evaluation): HTMLElement[] {
  if (!network) {
    return [h("h2", {}, "Network"), h("p", { class: "soft" }, "This build carries no network.")];
  }
  return [
    h("h2", {}, `Network: ${pawns(network.score)}`),
    h("p", { class: "soft" }, `${network.name}, bucket ${network.bucket + 1} of ${network.buckets.length}. On the board: by how much the score drops without the piece.`),
  ];
}

function drawHeat({ network }: Evaluation): HTMLElement[] {
  const worths = (network?.pieces ?? []).filter((piece) => piece.worth !== null);
  const most = Math.max(100, ...worths.map((piece) => Math.abs(piece.worth!)));
  return worths.map(({ square, worth }) => {
    const [column, row] = ["abcdefgh".indexOf(square.charAt(0)), 8 - Number(square.charAt(1))];
    const strength = Math.sqrt(Math.abs(worth!) / most);
    // The piece must be seen through it.
    const color = worth! >= 0 ? "47,111,79" : "163,84,27";
    return h(
      "span",
      { style: `left:${column * 12.5}%;top:${row * 12.5}%;background:rgba(${color},${(0.5 * strength).toFixed(2)})` },
      h("b", {}, (worth! / 100).toFixed(1)),
    );
  });
}
