// The best lines of an analysis, and the bar beside the board.

import type { AnalysisLine, Pv } from "../api/types";
import { fill, h } from "../dom";
import { count, scoreText, shares } from "./score";

/** What may be done with a line. */
export interface LineActions {
  /** Show the position after so many moves of a line. */
  preview(pv: Pv, moves: number): void;
  endPreview(): void;
  /** Put the first moves of a line on the board. */
  play(pv: Pv, moves: number): void;
}

/** Draws the lines. */
export function drawLines(element: HTMLElement, line: AnalysisLine | undefined, actions: LineActions): void {
  if (!line) {
    fill(element, h("p", { class: "soft" }, "The engine rests."));
    return;
  }
  if (line.waiting !== undefined) {
    fill(element, h("p", { class: "soft" }, `Waiting for a free processor, ${line.waiting} before you.`));
    return;
  }
  const facts = [
    `depth ${line.depth}`,
    `${count(line.nodes)} nodes`,
    `${count(line.nps)} a second`,
    `hash ${(line.hashfull / 10).toFixed(0)} %`,
    line.tbhits ? `${count(line.tbhits)} tablebase hits` : "",
  ];
  fill(
    element,
    h("p", { class: "soft facts" }, facts.filter(Boolean).join(" · ")),
    line.pvs.map((pv) => drawPv(pv, actions)),
  );
}

function drawPv(pv: Pv, actions: LineActions): HTMLElement {
  const words = pv.san.split(" ").filter(Boolean);
  return h(
    "div",
    { class: "line", onmouseleave: () => actions.endPreview() },
    h("span", { class: "score", title: `win, draw, loss of White: ${pv.wdl.map((x) => x / 10).join(" / ")} %` }, scoreText(pv)),
    h(
      "span",
      { class: "san" },
      words.map((san, index) =>
        h(
          "button",
          {
            onmouseenter: () => actions.preview(pv, index + 1),
            onfocus: () => actions.preview(pv, index + 1),
            onblur: () => actions.endPreview(),
            onclick: () => actions.play(pv, index + 1),
          },
          san,
        ),
      ),
    ),
  );
}

/** The bar of chances beside the board. */
export class EvalBar {
  private readonly white = h("div", { class: "white" });
  private readonly draw = h("div", { class: "draw" });
  readonly element = h("div", { class: "eval-bar", role: "img" }, this.white, this.draw);

  show(pv: Pv | undefined, isTurned: boolean): void {
    const { white, draw } = pv ? shares(pv) : { white: 50, draw: 0 };
    this.white.style.height = `${white}%`;
    this.draw.style.height = `${draw}%`;
    this.element.classList.toggle("turned", isTurned);
    this.element.setAttribute(
      "aria-label",
      pv ? `White wins ${white.toFixed(0)} %, draws ${draw.toFixed(0)} %` : "no evaluation yet",
    );
    this.element.title = this.element.getAttribute("aria-label") ?? "";
  }
}
