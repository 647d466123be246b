// One run, live.

import { ApiError, get, post } from "../api/client";
import { socket } from "../api/socket";
import type { CurvePoint, Estimate, LabGame, Run, RunSummary, Standings } from "../api/lab";
import { LineChart } from "../chart";
import { fill, h } from "../dom";
import { notice } from "../notice";
import { pentaBars } from "./penta";
import { stateOf } from "./runs";

export function runPage(element: HTMLElement, id: string): () => void {
  const view = new RunView(element, id);
  return () => view.leave();
}

class RunView {
  private run: Run | undefined;
  private readonly title = h("h1", {});
  private readonly facts = h("section", { class: "panel scroll" });
  private readonly bars = h("section", { class: "panel" });
  private readonly games = h("section", { class: "panel scroll" });
  private readonly buttons = h("div", { class: "row" });
  private readonly llr = new LineChart("games", [
    { label: "LLR", color: "--accent" },
    { label: "accept", color: "--soft", dash: [4, 4] },
    { label: "reject", color: "--soft", dash: [4, 4] },
  ]);
  private readonly elo = new LineChart("games", [
    { label: "Elo", color: "--accent" },
    { label: "low", color: "--soft", dash: [4, 4] },
    { label: "high", color: "--soft", dash: [4, 4] },
  ]);
  private readonly unfollow: () => void;
  private gamesShown = -1;

  constructor(
    element: HTMLElement,
    private readonly id: string,
  ) {
    const llr = h("section", { class: "panel", id: "llr" }, h("h2", {}, "Likelihood ratio"), this.llr.element);
    const elo = h("section", { class: "panel" }, h("h2", {}, "Elo"), this.elo.element);
    element.append(this.title, this.buttons, this.facts, h("div", { class: "columns wide" }, llr, elo), this.bars, this.games);
    this.unfollow = socket.follow(`run:${id}`, {
      snapshot: (data) => this.set(data as Run),
      event: (data) => this.event(data as { run: RunSummary; standings?: Standings; point?: CurvePoint }),
      gone: (error) => fill(element, h("p", {}, error.message), h("a", { href: "#/lab" }, "All runs")),
    });
  }

  leave(): void {
    this.unfollow();
    this.llr.destroy();
    this.elo.destroy();
  }

  private event({ run, standings, point }: { run: RunSummary; standings?: Standings; point?: CurvePoint }): void {
    if (!this.run) return;
    const curve = point ? [...this.run.curve, point] : this.run.curve;
    this.set({ ...this.run, ...run, standings: standings ?? this.run.standings, curve });
  }

  private set(run: Run): void {
    this.run = run;
    this.title.textContent = `${run.kind} ${run.id}: ${run.players.map((player) => player.name).join(" – ")}`;
    const act = (what: string) => () => void this.ask(what);
    fill(
      this.buttons,
      h("span", { class: "soft" }, `${stateOf(run)}, ${run.standings.games} games`),
      run.running && h("button", { onclick: act("stop") }, "Stop"),
      !run.running && run.ours && !run.outcome && h("button", { onclick: act("resume") }, "Go on"),
    );
    fill(this.facts, this.scores(run.standings), run.standings.sprt && this.verdict(run.standings.sprt));
    fill(
      this.bars,
      h("h2", {}, "Pairs of games by points"),
      run.standings.scores.map((score) => h("div", {}, h("p", { class: "soft" }, `${score.first} – ${score.second}`), pentaBars(score.penta))),
    );
    this.drawCurves(run);
    void this.listGames(run.standings.games);
  }

  private drawCurves({ curve, standings: { sprt } }: Run): void {
    const games = curve.map((point) => point.games);
    const values = (value: (point: CurvePoint) => number | null) => curve.map(value);
    document.getElementById("llr")!.hidden = sprt === null;
    this.llr.show(games, [values((point) => point.llr), values(() => sprt?.high ?? null), values(() => sprt?.low ?? null)]);
    this.elo.show(games, [values((point) => point.elo), values((point) => point.low), values((point) => point.high)]);
  }

  private scores(standings: Standings): HTMLElement {
    return h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["match", "won", "drawn", "lost", "Elo", "normalised", "LOS", "time losses"].map((title) => h("th", {}, title)))),
      h(
        "tbody",
        {},
        standings.scores.map((score) =>
          h(
            "tr",
            {},
            h("td", {}, `${score.first} – ${score.second}`),
            h("td", {}, score.wins),
            h("td", {}, score.draws),
            h("td", {}, score.losses),
            h("td", {}, estimate(score.elo)),
            h("td", {}, estimate(score.normalized_elo)),
            h("td", {}, score.los === null ? "–" : `${(100 * score.los).toFixed(1)} %`),
            h("td", {}, standings.players.reduce((sum, player) => sum + player.time_losses, 0)),
          ),
        ),
      ),
    );
  }

  private verdict(sprt: NonNullable<Standings["sprt"]>): HTMLElement {
    const llr = sprt.llr === null ? "–" : sprt.llr.toFixed(2);
    return h(
      "p",
      {},
      `LLR ${llr} between ${sprt.low.toFixed(2)} and ${sprt.high.toFixed(2)}, `,
      `${sprt.elo0} against ${sprt.elo1} Elo (${sprt.model}): `,
      h("b", {}, sprt.verdict),
    );
  }

  private async listGames(count: number): Promise<void> {
    if (count === this.gamesShown) return;
    this.gamesShown = count;
    const answer = await get<{ games: LabGame[]; total: number }>(`/api/lab/runs/${this.id}/games?limit=20`).catch(() => undefined);
    if (!answer) return;
    fill(
      this.games,
      h("h2", {}, `Games, the last of ${answer.total}`),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["game", "White", "Black", "result", "end", "plies"].map((title) => h("th", {}, title)))),
        h(
          "tbody",
          {},
          answer.games.map((game) =>
            h(
              "tr",
              {},
              h("td", {}, h("a", { href: `#/analyse/lab:${this.id}:${game.encounter}:${game.game}` }, `${game.round}.${game.game + 1}`)),
              h("td", {}, game.white),
              h("td", {}, game.black),
              h("td", {}, game.result),
              h("td", {}, game.reason),
              h("td", {}, game.plies),
            ),
          ),
        ),
      ),
    );
  }

  private async ask(what: string): Promise<void> {
    try {
      await post(`/api/lab/runs/${this.id}/${what}`);
    } catch (error) {
      notice(error instanceof ApiError ? error.message : String(error), "error");
    }
  }
}

export function estimate({ value, low, high }: Estimate): string {
  if (value === null) return "–";
  const error = low === null || high === null ? "" : ` ± ${((high - low) / 2).toFixed(1)}`;
  return `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}${error}`;
}
