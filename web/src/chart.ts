// Lines of values, drawn by uPlot in the colours of the theme.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { h } from "./dom";

/** One line of a chart; its colour is a variable of the theme. */
export interface Line {
  label: string;
  color: string;
  dash?: number[];
  /** Whether the area below is filled. */
  fill?: boolean;
}

export interface ChartOptions {
  height?: number;
  /** The ends of the upright axis; as the values need them if missing. */
  range?: [number, number];
  /** Told which value was clicked. */
  onPick?: (index: number) => void;
}

type Values = readonly (number | null)[];

/** A colour of the theme as a canvas understands it: the variable itself holds both colours. */
function ink(name: string): string {
  const probe = h("span", { style: `color:var(${name})` });
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

/** A chart in an element of its own. */
export class LineChart {
  readonly element = h("div", { class: "chart" });
  private plot: uPlot | undefined;
  private data: uPlot.AlignedData = [[]];
  private marked: number | undefined;
  private readonly height: number;
  private readonly redraw = () => this.build();
  private readonly watcher = new ResizeObserver(() => this.resize());

  constructor(
    private readonly axis: string,
    private readonly lines: readonly Line[],
    private readonly options: ChartOptions = {},
  ) {
    this.height = options.height ?? 220;
    this.element.style.minHeight = `${this.height}px`;
    document.addEventListener("themechange", this.redraw);
    this.watcher.observe(this.element);
  }

  /** Shows values, as many of each line as there are places. */
  show(places: readonly number[], lines: readonly Values[]): void {
    this.data = [[...places], ...lines.map((line) => [...line])];
    if (this.plot) this.plot.setData(this.data);
    else this.build();
  }

  /** Marks a place with an upright line. */
  mark(place: number | undefined): void {
    if (this.marked === place) return;
    this.marked = place;
    this.plot?.redraw(false);
  }

  destroy(): void {
    document.removeEventListener("themechange", this.redraw);
    this.watcher.disconnect();
    this.plot?.destroy();
  }

  private build(): void {
    this.plot?.destroy();
    const axis = { stroke: ink("--soft"), grid: { stroke: ink("--line") }, ticks: { stroke: ink("--line") } };
    const series = this.lines.map(({ label, color, dash, fill }) => ({
      label,
      stroke: ink(color),
      width: 2,
      points: { show: this.data[0].length < 30 },
      ...(dash ? { dash } : {}),
      ...(fill ? { fill: ink("--fill") } : {}),
    }));
    const { range, onPick } = this.options;
    const plot = new uPlot(
      {
        width: Math.max(280, this.element.clientWidth || 480),
        height: this.height,
        scales: { x: { time: false }, ...(range ? { y: { range } } : {}) },
        axes: [axis, axis],
        series: [{ label: this.axis }, ...series],
        hooks: { draw: [(drawn) => this.drawMark(drawn)] },
      },
      this.data,
      this.element,
    );
    if (onPick) {
      plot.over.style.cursor = "pointer";
      plot.over.addEventListener("click", () => typeof plot.cursor.idx === "number" && onPick(plot.cursor.idx));
    }
    this.plot = plot;
  }

  private drawMark(plot: uPlot): void {
    if (this.marked === undefined) return;
    const x = plot.valToPos(this.marked, "x", true);
    const { left, top, width, height } = plot.bbox;
    if (x < left || x > left + width) return;
    plot.ctx.save();
    plot.ctx.strokeStyle = ink("--warn");
    plot.ctx.lineWidth = 2 * devicePixelRatio;
    plot.ctx.beginPath();
    plot.ctx.moveTo(x, top);
    plot.ctx.lineTo(x, top + height);
    plot.ctx.stroke();
    plot.ctx.restore();
  }

  private resize(): void {
    if (this.plot && this.element.clientWidth > 0) {
      this.plot.setSize({ width: this.element.clientWidth, height: this.height });
    }
  }
}
