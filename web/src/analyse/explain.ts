// A move in words, for the move that was played or is being looked at.

import { post } from "../api/client";
import type { Explanation } from "../api/review";
import { fill, h } from "../dom";
import type { Place } from "./tree";

/** Who passes over moves does not want all of them explained. */
const LINGER = 350;
const KEY = "ferz.explain";
/** Enough to see what is going on. */
const NODES = 150_000;

export class ExplainPanel {
  private readonly words = h("p", { class: "explanation", "aria-live": "polite" });
  private readonly toggle = h("input", {
    type: "checkbox",
    checked: localStorage.getItem(KEY) !== "off",
    onchange: () => this.switched(),
  });
  readonly element = h("section", { class: "panel explain" }, h("label", { class: "soft check" }, this.toggle, " Explain moves"), this.words);
  private readonly known = new Map<string, Explanation>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: AbortController | undefined;
  /** What is explained when nothing else is looked at. */
  private home: [Place, string] | undefined;

  /** The move that was played here last. */
  show(place: Place | undefined, uci: string): void {
    this.home = place && uci ? [place, uci] : undefined;
    this.back();
  }

  /** A move that is being looked at. */
  peek(place: Place, uci: string): void {
    this.ask(place, uci);
  }

  /** Nothing else is being looked at. */
  back(): void {
    if (this.home) this.ask(...this.home);
    else {
      this.cancel();
      this.say("");
    }
  }

  leave(): void {
    this.cancel();
  }

  private switched(): void {
    localStorage.setItem(KEY, this.toggle.checked ? "on" : "off");
    this.back();
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.request?.abort();
    this.request = undefined;
  }

  private ask(place: Place, uci: string): void {
    this.cancel();
    if (!this.toggle.checked) {
      this.say("");
      return;
    }
    const key = JSON.stringify([place, uci]);
    const known = this.known.get(key);
    if (known) {
      this.tell(known);
      return;
    }
    this.timer = setTimeout(() => void this.fetch(key, place, uci), LINGER);
  }

  private async fetch(key: string, place: Place, uci: string): Promise<void> {
    const request = new AbortController();
    this.request = request;
    try {
      const body = { ...place, move: uci, limit: { nodes: NODES } };
      const explanation = await post<Explanation>("/api/explain", body, request.signal);
      this.known.set(key, explanation);
      if (this.request === request) this.tell(explanation);
    } catch (error) {
      // A busy server is no reason to disturb anybody: the move is explained when it is looked at again.
      if (this.request === request) this.say(error instanceof Error ? error.message : "");
    }
  }

  private tell({ sentences, best, move, best_line: line }: Explanation): void {
    const better = best.uci === move.uci ? "" : ` The search prefers ${line}.`;
    this.say(sentences.join(" ") + better);
  }

  private say(text: string): void {
    fill(this.words, text);
  }
}
