// Pairs of games as bars.

import { h } from "../dom";

/** The five kinds of pairs as bars. */
export function pentaBars(penta: readonly number[]): HTMLElement {
  const most = Math.max(1, ...penta);
  const names = ["0", "½", "1", "1½", "2"];
  return h(
    "div",
    { class: "penta", role: "img", "aria-label": `pairs by points: ${penta.map((n, i) => `${names[i]}: ${n}`).join(", ")}` },
    penta.map((pairs, index) =>
      h("div", {}, h("b", {}, pairs), h("i", { style: `height:${(100 * pairs) / most}%` }), h("span", {}, names[index] ?? "")),
    ),
  );
}
