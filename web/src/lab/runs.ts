// The runs of the laboratory, and a form that starts one.

import { ApiError, post } from "../api/client";
import { socket } from "../api/socket";
import type { RunSummary } from "../api/lab";
import { choice, field, fill, h } from "../dom";
import { notice } from "../notice";
import { tabs } from "./tabs";

export function runsPage(element: HTMLElement): () => void {
  const list = h("section", { class: "panel scroll" });
  element.append(h("h1", {}, "Laboratory"), tabs("runs"), h("div", { class: "columns wide" }, list, startForm()));
  let runs: RunSummary[] = [];
  const draw = () => fill(list, h("h2", {}, "Runs"), runs.length ? table(runs) : h("p", { class: "soft" }, "None yet."));
  draw();
  return socket.follow("runs", {
    snapshot: (data) => {
      runs = (data as { runs: RunSummary[] }).runs;
      draw();
    },
    event: (data) => {
      const { run } = data as { run: RunSummary };
      runs = [run, ...runs.filter((other) => other.id !== run.id)].toSorted((a, b) => b.id - a.id);
      draw();
    },
  });
}

function table(runs: readonly RunSummary[]): HTMLElement {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ["run", "players", "games", "state", "begun"].map((title) => h("th", {}, title)))),
    h(
      "tbody",
      {},
      runs.map((run) =>
        h(
          "tr",
          {},
          h("td", {}, h("a", { href: `#/lab/${run.id}` }, `${run.kind} ${run.id}`)),
          h("td", {}, run.players.map((player) => player.name).join(" – ")),
          h("td", {}, `${run.encounters * run.games_each}`),
          h("td", {}, stateOf(run)),
          h("td", {}, new Date(run.started).toLocaleString()),
        ),
      ),
    ),
  );
}

/** What a run is doing, in a word. */
export function stateOf(run: RunSummary): string {
  return run.running ? "running" : (run.outcome ?? "interrupted");
}

function startForm(): HTMLElement {
  const kind = choice(
    [
      ["sprt", "Test (SPRT)"],
      ["match", "Match"],
    ] as const,
    "sprt",
  );
  const text = (value: string, label: string) => h("input", { type: "text", value, "aria-label": label });
  const number = (value: number, min: number, max: number) => h("input", { type: "number", value, min, max });
  const options = [text("", "Options of the first"), text("Features=-nmp", "Options of the second")];
  const nodes = number(2000, 1, 10_000_000);
  const rounds = number(200, 1, 100_000);
  const [elo0, elo1] = [number(0, -100, 100), number(10, -100, 100)];
  return h(
    "form",
    {
      class: "panel stack",
      onsubmit: (event: Event) => {
        event.preventDefault();
        void start({
          kind: kind.value,
          players: options.map((input, index) => ({
            name: index === 0 ? "first" : "second",
            options: parseOptions(input.value),
            limit: { nodes: Number(nodes.value) },
          })),
          rounds: Number(rounds.value),
          ...(kind.value === "sprt" ? { sprt: { elo0: Number(elo0.value), elo1: Number(elo1.value) } } : {}),
        });
      },
    },
    h("h2", {}, "Start a run"),
    field("Kind", kind),
    field("UCI options of the first player", options[0]!, "Hash=16, Features=-nmp,-lmr; …"),
    field("UCI options of the second player", options[1]!),
    field("Nodes for a move", nodes),
    field("Rounds of two games", rounds),
    h("div", { class: "row" }, field("Elo 0", elo0), field("Elo 1", elo1)),
    h("button", { class: "primary", type: "submit" }, "Start"),
  );
}

/** `Hash=16; Features=-nmp` as names with values. */
export function parseOptions(text: string): Record<string, string> {
  const pairs = text
    .split(";")
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => [pair.split("=")[0]!.trim(), pair.split("=").slice(1).join("=").trim()] as const);
  return Object.fromEntries(pairs);
}

async function start(request: unknown): Promise<void> {
  try {
    const run = await post<RunSummary>("/api/lab/runs", request);
    location.hash = `#/lab/${run.id}`;
  } catch (error) {
    notice(error instanceof ApiError ? error.message : String(error), "error");
  }
}
