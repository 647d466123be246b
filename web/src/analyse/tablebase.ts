// What endgame tables know, where there are any and few pieces are left.

import { get } from "../api/client";
import type { Tablebase } from "../api/review";
import type { About } from "../api/types";
import { fill, h } from "../dom";
import { pieces, turn } from "../squares";

export class TablebasePanel {
  readonly element = h("section", { class: "panel tablebase scroll", hidden: true, "aria-label": "Endgame tables" });
  private most = 0;
  private fen = "";

  constructor(private readonly onPlay: (uci: string) => void) {
    void get<About>("/api/about").then(
      (about) => {
        this.most = about.tablebase;
        void this.show(this.fen);
      },
      () => {},
    );
  }

  async show(fen: string): Promise<void> {
    this.fen = fen;
    const isKnown = fen !== "" && pieces(fen).size <= this.most;
    this.element.hidden = !isKnown;
    if (!isKnown) return;
    const answer = await get<Tablebase>(`/api/tablebase?fen=${encodeURIComponent(fen)}`).catch(() => undefined);
    if (this.fen !== fen) return;
    this.element.hidden = !answer?.result;
    if (answer?.result) fill(this.element, ...this.draw(answer));
  }

  private draw({ result, dtz, moves, fen }: Tablebase): HTMLElement[] {
    const side = turn(fen) === "white" ? "White" : "Black";
    return [
      h("h2", {}, `Endgame tables: ${result} for ${side}${!dtz ? "" : `, ${Math.abs(dtz)} half-moves to the next capture or pawn move`}`),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["move", "result", "half-moves"].map((title) => h("th", {}, title)))),
        h(
          "tbody",
          {},
          moves.map((move) =>
            h(
              "tr",
              {},
              h("td", {}, h("button", { onclick: () => this.onPlay(move.uci) }, move.san)),
              h("td", {}, move.result),
              h("td", {}, !move.dtz ? "–" : Math.abs(move.dtz)),
            ),
          ),
        ),
      ),
    ];
  }
}
