// A new game, and those that go on.

import { ApiError, get, post } from "../api/client";
import { socket } from "../api/socket";
import type { Color, Game, GameHead, NewGame, Player } from "../api/types";
import { choice, field, fill, h } from "../dom";
import { notice } from "../notice";

type Opponent = "engine" | "human" | "engines";
type Side = Color | "random";

const CLOCKS = [
  ["none", "no clock"],
  ["60+1", "1 minute + 1 s"],
  ["180+2", "3 minutes + 2 s"],
  ["300+3", "5 minutes + 3 s"],
  ["900+10", "15 minutes + 10 s"],
] as const;

const STRENGTHS = [
  ["600", "600, a beginner"],
  ["1000", "1000"],
  ["1400", "1400"],
  ["1800", "1800, a club player"],
  ["2200", "2200, a master"],
  ["2600", "2600"],
  ["full", "full strength"],
] as const;

interface Choices {
  opponent: Opponent;
  side: Side;
  clock: (typeof CLOCKS)[number][0];
  strength: (typeof STRENGTHS)[number][0];
  start: "standard" | "chess960" | "fen";
  fen: string;
}

const KEY = "ferz.newgame";
const DEFAULTS: Choices = {
  opponent: "engine",
  side: "white",
  clock: "none",
  strength: "1800",
  start: "standard",
  fen: "",
};

function remembered(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>) };
  } catch {
    return DEFAULTS;
  }
}

/** What the server is asked for. */
export function request(choices: Choices, side: Color): NewGame {
  const human: Player = { kind: "human", name: "You" };
  const engine: Player = { kind: "engine", limit: { movetime: 1000 } };
  if (choices.strength !== "full") engine.elo = Number(choices.strength);
  const both: Record<Opponent, [Player, Player]> = {
    engine: side === "white" ? [human, engine] : [engine, human],
    human: [
      { kind: "human", name: "White" },
      { kind: "human", name: "Black" },
    ],
    engines: [engine, { ...engine }],
  };
  const [white, black] = both[choices.opponent];
  const game: NewGame = { white, black };
  if (choices.start === "chess960") game.variant = "chess960";
  if (choices.start === "fen") game.fen = choices.fen.trim();
  const [minutes, increment] = choices.clock.split("+").map(Number);
  if (choices.clock !== "none") game.clock = { initial: minutes! * 1000, increment: increment! * 1000 };
  return game;
}

export function startPage(element: HTMLElement): () => void {
  const choices = remembered();
  const fen = h("input", {
    type: "text",
    value: choices.fen,
    placeholder: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    oninput: () => set("fen", fen.value),
    "aria-label": "FEN",
  });
  const set = <K extends keyof Choices>(key: K, value: Choices[K]) => {
    choices[key] = value;
    localStorage.setItem(KEY, JSON.stringify(choices));
    fen.hidden = choices.start !== "fen";
  };
  fen.hidden = choices.start !== "fen";
  const form = h(
    "form",
    {
      class: "panel stack",
      onsubmit: (event: Event) => {
        event.preventDefault();
        void begin(choices);
      },
    },
    h("h2", {}, "New game"),
    field(
      "Players",
      choice(
        [
          ["engine", "You against Ferz"],
          ["human", "Two people at this screen"],
          ["engines", "Ferz against itself"],
        ] as const,
        choices.opponent,
        (value) => set("opponent", value),
      ),
    ),
    field(
      "Your pieces",
      choice(
        [
          ["white", "White"],
          ["black", "Black"],
          ["random", "Either"],
        ] as const,
        choices.side,
        (value) => set("side", value),
      ),
    ),
    field("Strength of Ferz (Elo)", choice(STRENGTHS, choices.strength, (value) => set("strength", value))),
    field("Clock", choice(CLOCKS, choices.clock, (value) => set("clock", value))),
    field(
      "Start",
      choice(
        [
          ["standard", "The usual position"],
          ["chess960", "Chess960, a random position"],
          ["fen", "A position of your own"],
        ] as const,
        choices.start,
        (value) => set("start", value),
      ),
    ),
    fen,
    h("button", { class: "primary", type: "submit" }, "Play"),
  );
  const list = h("div", { class: "panel stack" });
  element.append(h("h1", {}, "Play"), h("div", { class: "columns" }, form, list));
  return followGames(list);
}

async function begin(choices: Choices): Promise<void> {
  const side = choices.side === "random" ? (Math.random() < 0.5 ? "white" : "black") : choices.side;
  try {
    const game = await post<Game>("/api/games", request(choices, side));
    location.hash = `#/play/${game.id}`;
  } catch (error) {
    notice(error instanceof ApiError ? error.message : String(error), "error");
  }
}

/** Shows the games that the server has, as they change. */
function followGames(element: HTMLElement): () => void {
  let games: GameHead[] = [];
  const draw = () => {
    const sorted = games.toSorted((a, b) => b.updated - a.updated).slice(0, 20);
    fill(
      element,
      h("h2", {}, "Games"),
      sorted.length === 0 && h("p", { class: "soft" }, "None yet."),
      h(
        "ul",
        { class: "games" },
        sorted.map((game) =>
          h(
            "li",
            {},
            h("a", { href: `#/play/${game.id}` }, `${name(game.white)} – ${name(game.black)}`),
            h("span", { class: "soft" }, ` ${game.status.text}, move ${Math.ceil(game.ply / 2)}`),
          ),
        ),
      ),
    );
  };
  void get<{ games: GameHead[] }>("/api/games?limit=20").then(
    (answer) => {
      games = answer.games;
      draw();
    },
    (error: Error) => notice(error.message, "error"),
  );
  draw();
  return socket.follow("games", {
    snapshot: (data) => {
      games = (data as { games: GameHead[] }).games;
      draw();
    },
    event: (data) => {
      const event = data as { kind: "changed"; game: GameHead } | { kind: "deleted"; id: string };
      const id = event.kind === "changed" ? event.game.id : event.id;
      games = games.filter((game) => game.id !== id);
      if (event.kind === "changed") games.push(event.game);
      draw();
    },
  });
}

/** What a player is called. */
export function name(player: Player): string {
  if (player.kind === "human") return player.name ?? "Human";
  return player.elo === undefined ? "Ferz" : `Ferz (${player.elo})`;
}
