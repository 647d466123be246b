// The moves of a game, any of which can be looked at.

import { fill, h } from "../dom";

/** The list. */
export class MoveList {
  readonly element = h("div", { class: "moves", role: "list", "aria-label": "Moves" });

  /** `onPick` is told how many moves have been made in the position that was asked for. */
  constructor(private readonly onPick: (ply: number) => void) {}

  /** Shows moves in SAN, the first of which is White's or Black's; `current` is the last that stands on the board. */
  show(moves: readonly string[], startsWithBlack: boolean, firstNumber: number, current: number): void {
    const offset = startsWithBlack ? 1 : 0;
    const items = moves.flatMap((san, index) => {
      const half = index + offset;
      const number = firstNumber + Math.floor(half / 2);
      const isWhite = half % 2 === 0;
      const label = isWhite ? `${number}.` : index === 0 ? `${number}…` : null;
      const button = h(
        "button",
        { class: index + 1 === current && "current", onclick: () => this.onPick(index + 1), role: "listitem" },
        san,
      );
      return label ? [h("span", { class: "number" }, label), button] : [button];
    });
    fill(this.element, items.length > 0 ? items : h("p", { class: "soft" }, "No move yet."));
    this.element.querySelector(".current")?.scrollIntoView({ block: "nearest" });
  }
}
