// Short messages at the foot of the page.

import { h } from "./dom";

const LINGER = 6000;

/** Shows a sentence for a while. */
export function notice(text: string, kind: "info" | "error" = "info"): void {
  const box = h("p", { class: `notice ${kind}` }, text);
  document.getElementById("notices")?.append(box);
  setTimeout(() => box.remove(), LINGER);
}
