// The engine beside the analysis board: its lines, its settings and the bar of chances.

import { get } from "../api/client";
import { socket } from "../api/socket";
import type { About, AnalysisLine, Pv } from "../api/types";
import type { Board } from "../board";
import { fill, h } from "../dom";
import { notice } from "../notice";
import { ends } from "../squares";
import { drawLines, EvalBar, type LineActions } from "./lines";
import { type EngineSettings, settingsForm, storedSettings } from "./settings";
import type { Place } from "./tree";

/** What the engine needs to know and may do. */
export interface EngineHost extends LineActions {
  board: Board;
  /** Where the board stands. */
  place(): Place;
  /** The position there. */
  fen(): string;
}

export class EnginePanel {
  readonly bar = new EvalBar();
  readonly settings: EngineSettings = storedSettings();
  private readonly lines = h("div", { "aria-label": "Best lines" });
  private readonly toggle = h("button", { class: "primary", onclick: () => this.run(!this.isRunning) }, "Analyse");
  private readonly controls = h("div", {});
  readonly element = h("section", { class: "panel stack" }, h("div", { class: "row" }, this.toggle, this.controls), this.lines);
  private line: AnalysisLine | undefined;
  private isOn = false;
  private stop: () => void = () => {};

  constructor(private readonly host: EngineHost) {
    void get<About>("/api/about").then(
      (about) => fill(this.controls, settingsForm(this.settings, about, () => this.restart())),
      (error: Error) => notice(error.message, "error"),
    );
    this.draw();
  }

  get isRunning(): boolean {
    return this.isOn;
  }

  /** Whether somebody looks at one of the lines. */
  get isLookedAt(): boolean {
    return this.lines.matches(":hover, :focus-within");
  }

  leave(): void {
    this.stop();
  }

  run(on: boolean): void {
    this.isOn = on;
    if (on) this.restart();
    else this.stop();
    this.draw();
  }

  /** Looks at where the board stands now. */
  restart(): void {
    if (!this.isOn) return;
    this.stop();
    this.line = undefined;
    const { fen, variant, moves } = this.host.place();
    this.stop = socket.analyse(
      {
        sessionId: "analysis",
        threads: this.settings.threads,
        hash: this.settings.hash,
        multiPv: this.settings.lines,
        variant: variant === "chess960" ? "chess960" : "chess",
        initialFen: fen,
        moves,
        infinite: true,
      },
      (line) => {
        // What waits for a moment keeps its lines, and lines of where the board stood before are no news.
        const isNews = line.waiting === undefined ? line.fen === this.host.fen() && line.pvs.length > 0 : !this.line?.pvs;
        if (!isNews) return;
        this.line = line;
        this.draw();
      },
      (error) => {
        notice(error.message, "error");
        this.run(false);
      },
    );
  }

  draw(): void {
    drawLines(this.lines, this.isOn ? this.line : undefined, this.host);
    const pvs: Pv[] = this.isOn ? (this.line?.pvs ?? []) : [];
    this.bar.show(pvs[0], this.host.board.orientation === "black");
    this.host.board.arrows(pvs.flatMap((pv) => (pv.moves ? [ends(pv.moves.slice(0, 4))] : [])));
    this.toggle.textContent = this.isOn ? "Stop" : "Analyse";
  }
}
