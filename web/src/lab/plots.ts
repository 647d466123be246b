// Bars with whiskers and box plots, as pictures that take their colours from the theme.

import type { Rung, TeamFigures } from "../api/lab";

type Attributes = Record<string, string | number>;

const WIDTH = 640;
const ROW = 30;
const LABELS = 130;
const MARGIN = 24;

function svg(tag: string, attributes: Attributes, ...children: (SVGElement | string)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Round numbers that cover a range, about five of them. */
export function ticks(low: number, high: number): number[] {
  const rough = Math.max(1e-9, (high - low) / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const first = Math.floor(low / step);
  const count = Math.ceil(high / step) - first;
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

interface Frame {
  x(value: number): number;
  y(row: number): number;
  picture: SVGElement;
}

/** A field of rows with names, and an axis that has these values on it. */
function frame(names: readonly string[], values: readonly number[], label: string): Frame {
  const finite = values.filter(Number.isFinite);
  const marks = ticks(Math.min(0, ...finite), Math.max(1, ...finite));
  const [low, high] = [marks[0]!, marks.at(-1)!];
  const x = (value: number) => LABELS + ((value - low) / (high - low)) * (WIDTH - LABELS - MARGIN);
  const y = (row: number) => (row + 0.5) * ROW;
  const bottom = names.length * ROW;
  const picture = svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${bottom + 26}`, role: "img", "aria-label": label });
  for (const mark of marks) {
    picture.append(
      svg("line", { class: mark === 0 ? "zero" : "grid", x1: x(mark), x2: x(mark), y1: 0, y2: bottom }),
      svg("text", { class: "tick", x: x(mark), y: bottom + 18, "text-anchor": "middle" }, String(mark)),
    );
  }
  names.forEach((name, row) => {
    picture.append(svg("text", { x: LABELS - 8, y: y(row) + 5, "text-anchor": "end" }, name));
  });
  return { x, y, picture };
}

/** What each technique is worth, with the figures of the thesis where there are any. */
export function ladderPlot(rungs: readonly Rung[]): SVGElement {
  const ends = rungs.flatMap(({ elo, thesis }) => [elo.low, elo.value, elo.high, thesis?.value]);
  const values = ends.filter((end): end is number => typeof end === "number");
  const names = rungs.map(({ added }) => added);
  const { x, y, picture } = frame(names, values, `Elo of ${names.join(", ")}`);
  rungs.forEach(({ elo, thesis }, row) => {
    const middle = y(row);
    if (elo.value !== null) {
      const [from, to] = [x(Math.min(0, elo.value)), x(Math.max(0, elo.value))];
      const side = elo.value < 0 ? "bar worse" : "bar";
      picture.append(svg("rect", { class: side, x: from, y: middle - 8, width: Math.max(1, to - from), height: 16 }));
    }
    whisker(picture, x, middle, elo.low, elo.high, "whisker");
    if (thesis?.value !== undefined && thesis.value !== null) {
      const at = x(thesis.value);
      picture.append(svg("path", { class: "thesis", d: `M${at} ${middle - 7} l6 7 l-6 7 l-6 -7 z` }, svg("title", {}, "the thesis")));
    }
  });
  return picture;
}

function whisker(
  picture: SVGElement,
  x: (value: number) => number,
  middle: number,
  low: number | null,
  high: number | null,
  kind: string,
): void {
  if (low === null || high === null) return;
  const [from, to] = [x(low), x(high)];
  picture.append(svg("path", { class: kind, d: `M${from} ${middle - 5} v10 M${from} ${middle} H${to} M${to} ${middle - 5} v10` }));
}

/** Where the speed-ups of each team lie. */
export function boxPlot(teams: readonly TeamFigures[]): SVGElement {
  const values = teams.flatMap(({ spread }) => (spread ? [spread.low, spread.high] : []));
  const { x, y, picture } = frame(teams.map(({ team }) => team), values, "Speed-up by team");
  teams.forEach(({ spread }, row) => {
    if (!spread) return;
    const middle = y(row);
    whisker(picture, x, middle, spread.low, spread.high, "whisker");
    const [from, to] = [x(spread.lower), x(spread.upper)];
    picture.append(
      svg("rect", { class: "box", x: from, y: middle - 9, width: Math.max(1, to - from), height: 18 }),
      svg("line", { class: "median", x1: x(spread.median), x2: x(spread.median), y1: middle - 9, y2: middle + 9 }),
    );
  });
  return picture;
}
