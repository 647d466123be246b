// Clocks that run between two messages of the server.

import type { Clock, Color } from "../api/types";
import { h } from "../dom";

const SHORT = 20_000;

/** A time left as people read it: tenths below ten seconds. */
export function clockText(millis: number): string {
  const left = Math.max(0, millis);
  const seconds = Math.floor(left / 1000);
  if (left < 10_000) return `0:0${seconds}.${Math.floor((left % 1000) / 100)}`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const pad = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** Both clocks of a game. */
export class Clocks {
  readonly faces: Record<Color, HTMLElement> = {
    white: h("span", { class: "clock", role: "timer", "aria-label": "White's clock" }),
    black: h("span", { class: "clock", role: "timer", "aria-label": "Black's clock" }),
  };
  private clock: Clock | null = null;
  private heard = 0;
  private readonly timer = setInterval(() => this.draw(), 100);

  /** What the server says now. */
  set(clock: Clock | null): void {
    this.clock = clock;
    this.heard = performance.now();
    this.draw();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private draw(): void {
    for (const side of ["white", "black"] as const) {
      const face = this.faces[side];
      face.hidden = this.clock === null;
      if (!this.clock) continue;
      const isRunning = this.clock.running === side;
      const left = this.clock[side] - (isRunning ? performance.now() - this.heard : 0);
      face.textContent = clockText(left);
      face.classList.toggle("running", isRunning);
      face.classList.toggle("short", isRunning && left < SHORT);
    }
  }
}
