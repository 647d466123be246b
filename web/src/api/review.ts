// Whole games, moves in words and endgame tables, in the shapes of docs/api.md.

import type { Score, Variant } from "./types";

export type Judgement = "inaccuracy" | "mistake" | "blunder";

export interface PlayerReport {
  moves: number;
  accuracy: number | null;
  average_loss: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface ReviewHead {
  id: number;
  state: "running" | "stopped" | "complete" | "failed";
  white: string;
  black: string;
  result: string;
  done: number;
  total: number;
  created: number;
  updated: number;
  opening: string | null;
  white_report: PlayerReport;
  black_report: PlayerReport;
  moments: { played: string; better: string | null; lost: number }[];
}

export interface ReviewPoint {
  ply: number;
  uci: string | null;
  san: string | null;
  score: Score;
  wdl: [number, number, number];
  win: number;
  depth: number | null;
  lost: number | null;
  judgement: Judgement | null;
  better: string | null;
  line: string | null;
}

export interface Review extends ReviewHead {
  variant: Variant;
  start_fen: string;
  points: ReviewPoint[];
}

export type ReviewEvent =
  | { kind: "progress"; review: ReviewHead; points: ReviewPoint[] }
  | { kind: "state"; review: ReviewHead };

export interface Explanation {
  fen: string;
  move: { uci: string; san: string };
  sentences: string[];
  score: Score;
  line: string;
  best: { uci: string; san: string };
  best_score: Score;
  best_line: string;
}

export interface Tablebase {
  fen: string;
  pieces: number;
  max_pieces: number;
  result: string | null;
  dtz: number | null;
  moves: { uci: string; san: string; result: string; dtz: number | null }[];
}
