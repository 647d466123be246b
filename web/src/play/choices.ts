// What a person may choose for a new game, and what the server is asked for then.

import type { Color, EnginePlayer, NewGame, Player } from "../api/types";

export type Opponent = "engine" | "human" | "engines";
export type Side = Color | "random";

export const CLOCKS = [
  ["none", "no clock"],
  ["60+1", "1 minute + 1 s"],
  ["180+2", "3 minutes + 2 s"],
  ["300+3", "5 minutes + 3 s"],
  ["900+10", "15 minutes + 10 s"],
] as const;

const STEP = 200;
const NAMES: Record<number, string> = { 600: ", a beginner", 1800: ", a club player", 2200: ", a master" };

/** The strengths that the server can play at. */
export function strengths([low, high]: readonly [number, number]): [string, string][] {
  const ratings = Array.from({ length: Math.floor((high - low) / STEP) + 1 }, (_, index) => low + index * STEP);
  return [...ratings.map((elo): [string, string] => [String(elo), `${elo}${NAMES[elo] ?? ""}`]), ["full", "full strength"]];
}

/** As of a server that has not answered yet. */
export const USUAL_RATINGS: [number, number] = [600, 2600];

export interface Choices {
  opponent: Opponent;
  side: Side;
  clock: (typeof CLOCKS)[number][0];
  strength: string;
  /** Black's, where Ferz plays both sides. */
  other: string;
  start: "standard" | "chess960" | "fen";
  /** Which of the 960, if one is wanted. */
  number: string;
  fen: string;
}

const KEY = "ferz.newgame";
const DEFAULTS: Choices = {
  opponent: "engine",
  side: "white",
  clock: "none",
  strength: "1800",
  other: "full",
  start: "standard",
  number: "",
  fen: "",
};

export function remembered(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>) };
  } catch {
    return DEFAULTS;
  }
}

/** Keeps choices for the next visit. */
export function remember(choices: Choices): void {
  localStorage.setItem(KEY, JSON.stringify(choices));
}

/** Ferz as it is to play: by its clock, or a second for each move. */
function ferz(strength: string, hasClock: boolean): EnginePlayer {
  const engine: EnginePlayer = { kind: "engine" };
  if (!hasClock) engine.limit = { movetime: 1000 };
  if (strength !== "full") engine.elo = Number(strength);
  return engine;
}

/** What the server is asked for. */
export function request(choices: Choices, side: Color): NewGame {
  const human: Player = { kind: "human", name: "You" };
  const hasClock = choices.clock !== "none";
  const engine = ferz(choices.strength, hasClock);
  const both: Record<Opponent, [Player, Player]> = {
    engine: side === "white" ? [human, engine] : [engine, human],
    human: [
      { kind: "human", name: "White" },
      { kind: "human", name: "Black" },
    ],
    engines: [engine, ferz(choices.other, hasClock)],
  };
  const [white, black] = both[choices.opponent];
  const game: NewGame = { white, black };
  if (choices.start === "chess960") {
    game.variant = "chess960";
    if (choices.number.trim()) game.start_number = Number(choices.number);
  }
  if (choices.start === "fen") game.fen = choices.fen.trim();
  const [seconds, increment] = choices.clock.split("+").map(Number);
  if (hasClock) game.clock = { initial: seconds! * 1000, increment: increment! * 1000 };
  return game;
}
