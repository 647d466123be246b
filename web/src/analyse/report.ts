// The report on a whole game: accuracy of both players, the course of the game, and its mistakes.

import { ApiError, getText, post } from "../api/client";
import type { PlayerReport, Review, ReviewEvent, ReviewHead } from "../api/review";
import { socket } from "../api/socket";
import { LineChart } from "../chart";
import { fill, h } from "../dom";
import { notice } from "../notice";
import { scoreText } from "./score";

const KEY = "ferz.review";

/** What the report needs to know and may do. */
export interface ReportHost {
  pgn(): Promise<string>;
  settings: { threads: number; hash: number };
  /** The moves of the main line in UCI. */
  mainLine(): string[];
  /** Go to the position after so many moves of the main line. */
  goTo(ply: number): void;
  /** Something new is known of the moves. */
  mark(review: Review): void;
  /** Put a game on the board, and stay where one is. */
  load(pgn: string): Promise<void>;
  /** The engine makes room for the report. */
  rest(): void;
}

export class ReportPanel {
  private readonly body = h("div", { class: "stack" });
  private readonly begin = h("button", { onclick: () => void this.start() }, "Whole game");
  readonly element = h("section", { class: "panel stack report", "aria-label": "Whole game" }, h("div", { class: "row" }, this.begin), this.body);
  private readonly chart = new LineChart("half-moves", [{ label: "White's chance, %", color: "--accent", fill: true }], {
    height: 150,
    range: [0, 100],
    onPick: (index) => this.host.goTo(index),
  });
  private review: Review | undefined;
  private unfollow: () => void = () => {};

  constructor(private readonly host: ReportHost) {}

  /** Goes on with the report of before, once its game is on the board. */
  resume(): void {
    const known = sessionStorage.getItem(KEY);
    if (known) this.follow(Number(known));
  }

  leave(): void {
    this.unfollow();
    this.chart.destroy();
  }

  /** The board stands after so many moves of the main line, or elsewhere. */
  at(ply: number | undefined): void {
    this.chart.mark(ply);
    if (this.review && !this.fits(this.review)) this.forget();
  }

  private async start(): Promise<void> {
    this.host.rest();
    try {
      const { threads, hash } = this.host.settings;
      const review = await post<ReviewHead>("/api/reviews", { pgn: await this.host.pgn(), threads, hash });
      this.follow(review.id);
    } catch (error) {
      complain(error);
    }
  }

  private follow(id: number): void {
    this.unfollow();
    this.review = undefined;
    sessionStorage.setItem(KEY, String(id));
    this.unfollow = socket.follow(`review:${id}`, {
      snapshot: (data) => this.set(data as Review),
      event: (data) => this.hear(data as ReviewEvent),
      gone: () => this.forget(),
    });
  }

  /** The game on the board is another one, or the report is gone. */
  private forget(): void {
    this.unfollow();
    this.review = undefined;
    sessionStorage.removeItem(KEY);
    fill(this.body);
  }

  private hear(event: ReviewEvent): void {
    const review = this.review;
    if (!review) return;
    const more = event.kind === "progress" ? event.points : [];
    const points = more.length ? [...review.points.slice(0, more[0]!.ply), ...more] : review.points;
    this.set({ ...review, ...event.review, points });
  }

  private set(review: Review): void {
    if (!this.fits(review)) return this.forget();
    this.review = review;
    this.host.mark(review);
    this.draw(review);
  }

  private fits(review: Review): boolean {
    const line = this.host.mainLine();
    return line.length + 1 >= review.total && review.points.every(({ ply, uci }) => ply === 0 || line[ply - 1] === uci);
  }

  private draw(review: Review): void {
    const isRunning = review.state === "running";
    const act = (what: string) => () => void post(`/api/reviews/${review.id}/${what}`).catch(complain);
    fill(
      this.body,
      isRunning && h("progress", { max: review.total, value: review.done, "aria-label": "positions done" }),
      h(
        "div",
        { class: "row" },
        h("span", { class: "soft" }, isRunning ? `${review.done} of ${review.total} positions` : `${review.state}, ${review.done} positions`),
        isRunning && h("button", { onclick: act("stop") }, "Stop the report"),
        (review.state === "stopped" || review.state === "failed") && h("button", { onclick: act("resume") }, "Go on"),
        h("button", { onclick: () => void this.export(review) }, "Annotated PGN"),
        !isRunning && h("button", { onclick: () => void this.showLines(review) }, "Show better lines"),
      ),
      review.opening && h("p", { class: "soft" }, review.opening),
      h("div", { class: "report-players" }, player(review.white, "White", review.white_report), player(review.black, "Black", review.black_report)),
      this.chart.element,
      review.moments.length > 0 && this.moments(review),
    );
    this.chart.show(
      review.points.map(({ ply }) => ply),
      [review.points.map(({ win }) => win)],
    );
  }

  private moments(review: Review): HTMLElement {
    const places = review.points.filter(({ judgement }) => judgement);
    return h(
      "ul",
      { class: "moments" },
      review.moments.map(({ played, better, lost }) => {
        const place = places.find(({ san, lost: cost }) => played.endsWith(` ${san}`) && cost === lost);
        const score = place ? ` (${scoreText(place.score)})` : "";
        return h(
          "li",
          {},
          h("button", { onclick: () => place && this.host.goTo(place.ply) }, played),
          `${score} costs ${lost.toFixed(0)} %`,
          better && `, better ${better}`,
        );
      }),
    );
  }

  private async export(review: Review): Promise<void> {
    try {
      const text = await getText(`/api/reviews/${review.id}/pgn`);
      const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
      h("a", { href: address, download: `ferz-review-${review.id}.pgn` }).click();
      URL.revokeObjectURL(address);
    } catch (error) {
      complain(error);
    }
  }

  private async showLines(review: Review): Promise<void> {
    try {
      await this.host.load(await getText(`/api/reviews/${review.id}/pgn`));
    } catch (error) {
      complain(error);
    }
  }
}

function complain(error: unknown): void {
  notice(error instanceof ApiError ? error.message : String(error), "error");
}

function player(name: string, side: string, report: PlayerReport): HTMLElement {
  const number = (value: number | null, digits: number) => value?.toFixed(digits) ?? "–";
  return h(
    "div",
    {},
    h("p", { class: "soft" }, name === "?" ? side : `${side}, ${name}`),
    h("p", {}, h("b", {}, `${number(report.accuracy, 1)} %`), " accuracy"),
    h("p", { class: "soft" }, `${number(report.average_loss, 0)} centipawns lost in a move`),
    h("p", {}, `${report.inaccuracies} ?!  ${report.mistakes} ?  ${report.blunders} ??`),
  );
}
