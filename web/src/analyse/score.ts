// Scores as people read them.

import type { Pv } from "../api/types";

/** `+0.34`, `#-3`. */
export function scoreText(score: { cp?: number; mate?: number }): string {
  if (score.mate !== undefined) return `#${score.mate}`;
  const pawns = (score.cp ?? 0) / 100;
  return `${pawns >= 0 ? "+" : "−"}${Math.abs(pawns).toFixed(2)}`;
}

/** Shares of White's wins and of draws in a hundred, for the bar. */
export function shares(pv: Pv): { white: number; draw: number } {
  return { white: pv.wdl[0] / 10, draw: pv.wdl[1] / 10 };
}

const UNITS: readonly [number, string][] = [
  [1e9, " G"],
  [1e6, " M"],
  [1e3, " k"],
];

/** `1.2 M`. */
export function count(value: number): string {
  const unit = UNITS.find(([size]) => value >= size);
  return unit ? `${(value / unit[0]).toFixed(1)}${unit[1]}` : String(value);
}
