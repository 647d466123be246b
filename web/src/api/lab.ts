// The laboratory's shapes of docs/api.md.

import type { Score } from "./types";

export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface RunSummary {
  id: number;
  kind: string;
  started: number;
  updated: number;
  outcome: string | null;
  running: boolean;
  ours: boolean;
  players: { name: string; limit: string; spec: string; title: string }[];
  encounters: number;
  planned: number | null;
  games_each: number;
  question: string | null;
}

export interface Standings {
  complete: boolean;
  games: number;
  terminations: Record<string, number>;
  players: {
    name: string;
    wins: number;
    losses: number;
    draws: number;
    time_losses: number;
    stalls: number;
    crashes: number;
    illegal_moves: number;
    moves: number;
    nodes: number;
    seconds: number;
  }[];
  scores: {
    first: string;
    second: string;
    wins: number;
    losses: number;
    draws: number;
    penta: number[];
    elo: Estimate;
    normalized_elo: Estimate;
    los: number | null;
  }[];
  sprt: null | {
    elo0: number;
    elo1: number;
    alpha: number;
    beta: number;
    model: string;
    llr: number | null;
    low: number;
    high: number;
    verdict: string;
  };
}

export interface CurvePoint {
  games: number;
  llr: number | null;
  elo: number | null;
  low: number | null;
  high: number | null;
  los: number | null;
}

export interface Run extends RunSummary {
  seed: number;
  book: string;
  rules: string;
  format: string;
  chess960: boolean;
  version: string;
  bench: number | null;
  concurrency: number;
  standings: Standings;
  curve: CurvePoint[];
}

export interface LabGame {
  encounter: number;
  game: number;
  round: number;
  white: string;
  black: string;
  result: string;
  termination: string;
  reason: string;
  plies: number;
  duration: number;
  start_fen?: string;
  chess960?: boolean;
  moves?: { uci: string; san: string; fen: string; score: Score | null; depth: number | null; time: number | null }[];
}

export interface Rung {
  run: number;
  added: string;
  new: string;
  old: string;
  games: number;
  penta: number[];
  elo: Estimate;
  los: number | null;
  outcome: string | null;
  thesis: Estimate | null;
}

export interface Ladder {
  kind: "chain" | "drop-one";
  control: string;
  seed: number;
  version: string;
  started: number;
  updated: number;
  rungs: Rung[];
}

export interface Epoch {
  number: number;
  error: number;
  unseen: number | null;
  unseen_score: number | null;
  unseen_result: number | null;
  rate: number;
  share: number;
}

export interface Training {
  id: number;
  started: number;
  updated: number;
  network: string | null;
  epochs: Epoch[];
}

export interface Spread {
  low: number;
  lower: number;
  median: number;
  upper: number;
  high: number;
}

export interface TeamFigures {
  team: string;
  threads: number;
  speedups: number[];
  spread: Spread | null;
  efficiency: number | null;
  whole: number | null;
}

export interface Speedup {
  id: number;
  started: number;
  updated: number;
  effort: string;
  teams: string[];
  positions: string[];
  figures: TeamFigures[];
}

export interface Share {
  name: string;
  count: number;
}

export interface DataHealth {
  id: number;
  made: number;
  files: string;
  games: number;
  positions: number;
  kept: number;
  white: number;
  draws: number;
  black: number;
  agreement: number;
  duplicates: number;
  phases: Share[];
  scores: Share[];
  warnings: string[];
}
