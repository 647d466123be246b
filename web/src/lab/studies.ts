// Studies that the store keeps: ablations, speed-ups, trainings, and reports on data.

import { get } from "../api/client";
import type { DataHealth, Epoch, Ladder, Share, Speedup, Training } from "../api/lab";
import { LineChart } from "../chart";
import { fill, h } from "../dom";
import { notice } from "../notice";
import { boxPlot, ladderPlot } from "./plots";
import { estimate } from "./run";
import { type Subject, tabs } from "./tabs";

/** How often a study that may still be growing is asked for again. */
const PATIENCE = 10_000;

/** A part of the laboratory that is read again from time to time. */
function studyPage<T>(
  element: HTMLElement,
  subject: Subject,
  path: string,
  draw: (answer: T, holder: HTMLElement) => void,
): () => void {
  const holder = h("div", { class: "stack" });
  element.append(h("h1", {}, "Laboratory"), tabs(subject), holder);
  let shown = "";
  const read = () =>
    get<T>(path).then(
      (answer) => {
        const text = JSON.stringify(answer);
        if (text !== shown) draw(answer, holder);
        shown = text;
      },
      (error: Error) => notice(error.message, "error"),
    );
  void read();
  const timer = setInterval(() => void read(), PATIENCE);
  return () => clearInterval(timer);
}

function nothing(how: string): HTMLElement {
  return h("p", { class: "soft" }, "Nothing in the store yet. ", h("code", {}, how), " measures it.");
}

function day(moment: number): string {
  return new Date(moment).toLocaleString();
}

function table(head: readonly string[], rows: readonly (string | number | HTMLElement)[][]): HTMLElement {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, head.map((title) => h("th", {}, title)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))))),
  );
}

export function laddersPage(element: HTMLElement): () => void {
  return studyPage<{ ladders: Ladder[] }>(element, "ladders", "/api/lab/ladders", ({ ladders }, holder) => {
    fill(holder, ladders.length ? ladders.map(drawLadder) : nothing("ferz ablate"));
  });
}

function drawLadder(ladder: Ladder): HTMLElement {
  const what = ladder.kind === "chain" ? "What each technique adds" : "What the engine loses without each technique";
  const hasThesis = ladder.rungs.some((rung) => rung.thesis);
  const rows = ladder.rungs.map((rung) => [
    h("a", { href: `#/lab/${rung.run}` }, rung.added),
    rung.games,
    estimate(rung.elo),
    ...(hasThesis ? [rung.thesis ? estimate(rung.thesis) : "–"] : []),
    rung.los === null ? "–" : `${(100 * rung.los).toFixed(1)} %`,
    rung.outcome ?? "not finished",
  ]);
  return h(
    "section",
    { class: "panel scroll" },
    h("h2", {}, `${what}, ${ladder.control}`),
    h("p", { class: "soft" }, `Ferz ${ladder.version}, seed ${ladder.seed}, ${day(ladder.updated)}. Elo with intervals of 95 %.`),
    ladderPlot(ladder.rungs),
    table(["technique", "games", "Elo", ...(hasThesis ? ["thesis"] : []), "LOS", "state"], rows),
  );
}

export function speedupsPage(element: HTMLElement): () => void {
  return studyPage<{ speedups: Speedup[] }>(element, "speedups", "/api/lab/speedups", ({ speedups }, holder) => {
    fill(holder, speedups.length ? [] : nothing("ferz speedup"));
    for (const { id } of speedups) {
      const panel = h("section", { class: "panel scroll" });
      holder.append(panel);
      get<Speedup>(`/api/lab/speedups/${id}`).then(
        (speedup) => fill(panel, ...drawSpeedup(speedup)),
        (error: Error) => notice(error.message, "error"),
      );
    }
  });
}

function drawSpeedup({ id, effort, positions, updated, figures }: Speedup): Element[] {
  const number = (value: number | null | undefined) => value?.toFixed(2) ?? "–";
  const rows = figures.map(({ team, spread, efficiency, whole }) => [
    team,
    number(spread?.median),
    `${number(spread?.lower)} – ${number(spread?.upper)}`,
    number(efficiency),
    number(whole),
  ]);
  return [
    h("h2", {}, `Speed-up ${id}: ${positions.length} positions, ${effort}`),
    h("p", { class: "soft" }, `${day(updated)}. Times faster than one thread: median, quartiles and extremes over the positions.`),
    boxPlot(figures),
    table(["team", "median", "quartiles", "efficiency", "whole set"], rows),
  ];
}

export function trainingsPage(element: HTMLElement): () => void {
  const charts: LineChart[] = [];
  const clear = () => charts.splice(0).forEach((chart) => chart.destroy());
  const leave = studyPage<{ trainings: Training[] }>(element, "trainings", "/api/lab/trainings", ({ trainings }, holder) => {
    clear();
    fill(holder, trainings.length ? [] : nothing("ferz train"));
    for (const { id } of trainings) {
      const panel = h("section", { class: "panel scroll" });
      holder.append(panel);
      get<Training>(`/api/lab/trainings/${id}`).then(
        (training) => charts.push(drawTraining(training, panel)),
        (error: Error) => notice(error.message, "error"),
      );
    }
  });
  return () => {
    leave();
    clear();
  };
}

function drawTraining({ id, network, updated, epochs }: Training, panel: HTMLElement): LineChart {
  const chart = new LineChart("epoch", [
    { label: "error", color: "--accent" },
    { label: "on unseen games", color: "--warn" },
  ]);
  const last = epochs.at(-1);
  const best = Math.min(...epochs.flatMap(({ unseen }) => unseen ?? []));
  fill(
    panel,
    h("h2", {}, `Training ${id}${network ? `: network ${network}` : ", not finished"}`),
    h("p", { class: "soft" }, `${day(updated)}. ${lastWords(last)}`, Number.isFinite(best) && ` Best on unseen games: ${best.toFixed(5)}.`),
    chart.element,
  );
  chart.show(
    epochs.map(({ number }) => number),
    [epochs.map(({ error }) => error), epochs.map(({ unseen }) => unseen)],
  );
  return chart;
}

function lastWords(epoch: Epoch | undefined): string {
  if (!epoch) return "No epoch yet.";
  const { number, error, rate, share } = epoch;
  return `Epoch ${number}: error ${error.toFixed(5)}, rate ${rate.toPrecision(2)}, share of results ${share.toFixed(2)}.`;
}

export function dataPage(element: HTMLElement): () => void {
  return studyPage<{ reports: DataHealth[] }>(element, "data", "/api/lab/data", ({ reports }, holder) => {
    fill(holder, reports.length ? reports.map(drawHealth) : nothing("ferz data stats FILE --store ferz.db"));
  });
}

function drawHealth(health: DataHealth): HTMLElement {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const results = [
    { name: "White", count: health.white },
    { name: "drawn", count: health.draws },
    { name: "Black", count: health.black },
  ];
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, health.files),
    h("p", { class: "soft" }, day(health.made)),
    health.warnings.length
      ? h("ul", { class: "warnings" }, health.warnings.map((warning) => h("li", {}, warning)))
      : h("p", { class: "well" }, "Nothing looks wrong."),
    h(
      "div",
      { class: "columns" },
      table(
        ["", ""],
        [
          ["games", health.games.toLocaleString()],
          ["positions", health.positions.toLocaleString()],
          ["worth learning from", `${health.kept.toLocaleString()}, ${percent(health.kept / Math.max(1, health.positions))}`],
          ["clear scores that name the winner", percent(health.agreement)],
          ["positions seen before", percent(health.duplicates)],
        ],
      ),
      shareBars("Results", results),
      shareBars("Scores, centipawns from zero", health.scores),
      shareBars("Phase: pieces left", health.phases),
    ),
  );
}

/** Parts of a whole as bars. */
function shareBars(title: string, shares: readonly Share[]): HTMLElement {
  const all = Math.max(1, shares.reduce((sum, { count }) => sum + count, 0));
  return h(
    "div",
    {},
    h("h3", {}, title),
    shares.map(({ name, count }) =>
      h(
        "div",
        { class: "share" },
        h("span", {}, name),
        h("i", { style: `width:${((60 * count) / all).toFixed(1)}%` }),
        h("b", {}, `${((100 * count) / all).toFixed(1)} %`),
      ),
    ),
  );
}
