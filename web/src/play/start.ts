// A new game, and those that go on.

import { ApiError, get, post } from "../api/client";
import { socket } from "../api/socket";
import type { About, Game, GameHead, Player } from "../api/types";
import { choice, field, fill, h } from "../dom";
import { notice } from "../notice";
import { type Choices, CLOCKS, remember, remembered, request, strengths, USUAL_RATINGS } from "./choices";

export function startPage(element: HTMLElement): () => void {
  const choices = remembered();
  const fen = h("input", {
    type: "text",
    value: choices.fen,
    placeholder: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    oninput: () => set("fen", fen.value),
    "aria-label": "FEN",
  });
  const number = h("input", {
    type: "number",
    min: 0,
    max: 959,
    value: choices.number,
    placeholder: "any",
    oninput: () => set("number", number.value),
  });
  const numbered = field("Number of the position, 0 to 959", number);
  const strength = h("select", { onchange: () => set("strength", strength.value) });
  const other = h("select", { onchange: () => set("other", other.value) });
  const sides = choice(
    [
      ["white", "White"],
      ["black", "Black"],
      ["random", "Either"],
    ] as const,
    choices.side,
    (value) => set("side", value),
  );
  const fields = {
    side: field("Your pieces", sides),
    strength: field("Strength of Ferz (Elo)", strength),
    other: field("Strength of Ferz as Black (Elo)", other),
  };
  const set = <K extends keyof Choices>(key: K, value: Choices[K]) => {
    choices[key] = value;
    remember(choices);
    show();
  };
  /** Only what has a say is shown. */
  const show = () => {
    fen.hidden = choices.start !== "fen";
    numbered.hidden = choices.start !== "chess960";
    fields.side.hidden = choices.opponent !== "engine";
    fields.strength.hidden = choices.opponent === "human";
    fields.other.hidden = choices.opponent !== "engines";
  };
  const offer = (ratings: readonly [number, number]) => {
    for (const [select, chosen] of [[strength, choices.strength], [other, choices.other]] as const) {
      fill(select, strengths(ratings).map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
    }
  };
  show();
  offer(USUAL_RATINGS);
  void get<About>("/api/about").then((about) => offer(about.elo), () => {});
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
    fields.side,
    fields.strength,
    fields.other,
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
    numbered,
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
  return player.elo ? `Ferz (${player.elo})` : "Ferz";
}
