// Charts of a run.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import type { CurvePoint } from "../api/types";
import { h } from "../dom";

/** A colour of the theme as a canvas understands it: the variable itself holds both colours. */
function ink(name: string): string {
  const probe = h("span", { style: `color:var(${name})` });
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

/** A line of values by games played. */
export class Curve {
  readonly element = h("div", { class: "chart" });
  private plot: uPlot | undefined;
  private data: uPlot.AlignedData = [[]];
  private readonly redraw = () => this.build();
  private readonly watcher = new ResizeObserver(() => this.resize());

  constructor(
    private readonly series: { label: string; color: string; value: (point: CurvePoint) => number | null; dash?: number[] }[],
  ) {
    document.addEventListener("themechange", this.redraw);
    this.watcher.observe(this.element);
  }

  show(points: readonly CurvePoint[]): void {
    this.data = [points.map((point) => point.games), ...this.series.map((line) => points.map(line.value))];
    if (this.plot) this.plot.setData(this.data);
    else this.build();
  }

  destroy(): void {
    document.removeEventListener("themechange", this.redraw);
    this.watcher.disconnect();
    this.plot?.destroy();
  }

  private build(): void {
    this.plot?.destroy();
    const axis = { stroke: ink("--soft"), grid: { stroke: ink("--line") }, ticks: { stroke: ink("--line") } };
    const lines = this.series.map(({ label, color, dash }) => ({
      label,
      stroke: ink(color),
      width: 2,
      points: { show: this.data[0].length < 30 },
      ...(dash ? { dash } : {}),
    }));
    const size = { width: Math.max(280, this.element.clientWidth || 480), height: 220 };
    const options = { ...size, scales: { x: { time: false } }, axes: [axis, axis], series: [{ label: "games" }, ...lines] };
    this.plot = new uPlot(options, this.data, this.element);
  }

  private resize(): void {
    if (this.plot && this.element.clientWidth > 0) this.plot.setSize({ width: this.element.clientWidth, height: 220 });
  }
}

/** The five kinds of pairs as bars. */
export function pentaBars(penta: readonly number[]): HTMLElement {
  const most = Math.max(1, ...penta);
  const names = ["0", "½", "1", "1½", "2"];
  return h(
    "div",
    { class: "penta", role: "img", "aria-label": `pairs by points: ${penta.map((n, i) => `${names[i]}: ${n}`).join(", ")}` },
    penta.map((pairs, index) =>
      h("div", {}, h("b", {}, pairs), h("i", { style: `height:${(100 * pairs) / most}%` }), h("span", {}, names[index] ?? "")),
    ),
  );
}
