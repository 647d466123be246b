// A game at the board.

import { ApiError, post } from "../api/client";
import { socket } from "../api/socket";
import type { Color, Game, GameEvent } from "../api/types";
import { Board } from "../board";
import { fill, h } from "../dom";
import { notice } from "../notice";
import { drags, ends, figures, king, turn } from "../squares";
import { Clocks } from "./clocks";
import { MoveList } from "./movelist";
import { name } from "./start";
import { after } from "./state";

export function gamePage(element: HTMLElement, id: string): () => void {
  const view = new GameView(element, id);
  return () => view.leave();
}

class GameView {
  private game: Game | undefined;
  /** How many moves stand on the board; none to follow the game. */
  private looking: number | undefined;
  private flipped = false;
  private readonly board: Board;
  private readonly clocks = new Clocks();
  private readonly moves = new MoveList((ply) => this.look(ply));
  private readonly seats = { top: h("div", { class: "player" }), bottom: h("div", { class: "player" }) };
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly opening = h("p", { class: "soft" });
  private readonly buttons = h("div", { class: "row" });
  private readonly typed = h("input", { type: "text", placeholder: "e4, Nf3, e2e4 …", "aria-label": "Your move" });
  private readonly unfollow: () => void;
  private readonly onKey = (event: KeyboardEvent) => this.key(event);

  constructor(
    element: HTMLElement,
    private readonly id: string,
  ) {
    const holder = h("div", { class: "board", id: "board" });
    const form = h(
      "form",
      {
        class: "row grow",
        onsubmit: (event: Event) => {
          event.preventDefault();
          void this.play(this.typed.value.trim());
        },
      },
      this.typed,
      h("button", { type: "submit" }, "Move"),
    );
    element.append(
      h(
        "div",
        { class: "table" },
        h("div", {}, this.seats.top, holder, this.seats.bottom),
        h(
          "div",
          { class: "stack" },
          h("section", { class: "panel stack", "aria-label": "Game" }, this.status, this.opening, this.moves.element, form),
          this.buttons,
        ),
      ),
    );
    this.board = new Board(holder, (uci) => void this.play(uci));
    this.unfollow = socket.follow(`game:${id}`, {
      snapshot: (data) => this.set(data as Game),
      event: (data) => this.game && this.set(after(this.game, data as GameEvent)),
      gone: (error) => {
        fill(element, h("p", {}, error.message), h("a", { href: "#/play" }, "Play another"));
      },
    });
    addEventListener("keydown", this.onKey);
  }

  leave(): void {
    this.unfollow();
    this.clocks.stop();
    removeEventListener("keydown", this.onKey);
    this.board.destroy();
  }

  private set(game: Game | undefined): void {
    if (!game) {
      location.hash = "#/play";
      return;
    }
    const isNew = this.game === undefined;
    this.game = game;
    if (isNew && game.white.kind === "engine" && game.black.kind === "human") this.flipped = true;
    if (this.looking !== undefined && this.looking > game.ply) this.looking = undefined;
    this.draw();
  }

  private draw(): void {
    const game = this.game;
    if (!game) return;
    const shown = this.looking ?? game.ply;
    const last = game.moves[shown - 1];
    const fen = last?.fen ?? game.start_fen;
    const isNow = shown === game.ply;
    const mover = turn(game.fen);
    const mayMove = isNow && game.status.state === "playing" && game[mover].kind === "human" && !game.thinking;
    void this.board.turn(this.flipped ? "black" : "white");
    this.board.show({
      fen,
      lastMove: last && ends(last.uci),
      check: isNow && game.status.check ? king(fen) : undefined,
      legal: mayMove ? drags(game.legal, game.fen) : [],
      mover,
    });
    this.typed.disabled = !mayMove;
    this.clocks.set(game.clock);
    this.seat("bottom", this.flipped ? "black" : "white");
    this.seat("top", this.flipped ? "white" : "black");
    const thinking = game.thinking?.waiting ? " Ferz waits for a free processor." : game.thinking ? " Ferz is thinking." : "";
    const result = game.status.state === "finished" ? ` ${game.status.result}` : "";
    this.status.textContent = `${game.status.text}.${result}${thinking}`;
    this.opening.textContent = game.opening ?? "";
    const [, side, , , , number] = game.start_fen.split(" ");
    this.moves.show(game.moves.map((move) => move.san), side === "b", Number(number ?? 1), shown);
    this.drawButtons(game, mayMove);
  }

  private seat(place: "top" | "bottom", side: Color): void {
    const game = this.game!;
    fill(
      this.seats[place],
      h("span", { class: "who" }, name(game[side])),
      h("span", { class: "captured", "aria-label": "captured pieces" }, figures(game.captured[side])),
      this.clocks.faces[side],
    );
  }

  private drawButtons(game: Game, mayMove: boolean): void {
    const isPlaying = game.status.state === "playing";
    const hasHuman = game.white.kind === "human" || game.black.kind === "human";
    const button = (text: string, act: () => void, enabled = true) =>
      h("button", { onclick: act, disabled: !enabled }, text);
    const draw = () => {
      if (game.status.claimable) return button("Claim the draw", () => void this.ask("draw", { action: "claim" }), mayMove);
      if (game.status.draw_offer && game.status.draw_offer !== game.turn) {
        return button("Accept the draw", () => void this.ask("draw", { action: "accept" }));
      }
      return button("Offer a draw", () => void this.ask("draw", { action: "offer", side: this.human() }), isPlaying);
    };
    fill(
      this.buttons,
      button("Flip", () => {
        this.flipped = !this.flipped;
        this.draw();
      }),
      hasHuman && button("Take back", () => void this.ask("undo"), game.ply > 0),
      hasHuman && draw(),
      hasHuman && button("Resign", () => void this.ask("resign"), isPlaying),
      hasHuman && button("Move for me", () => void this.ask("engine-move", { limit: { movetime: 1000 } }), mayMove),
      h("a", { class: "button", href: `#/analyse/game:${this.id}` }, "Analyse"),
      h("a", { class: "button", href: `/api/games/${this.id}/pgn`, download: `ferz-${this.id}.pgn` }, "PGN"),
      h("a", { class: "button", href: "#/play" }, "New game"),
    );
  }

  /** Who of the players is the human, where there is one. */
  private human(): Color {
    const game = this.game!;
    if (game.white.kind === "human" && game.black.kind === "human") return game.turn;
    return game.white.kind === "human" ? "white" : "black";
  }

  private async play(move: string): Promise<void> {
    if (!move || !this.game) return;
    this.typed.value = "";
    try {
      await post(`/api/games/${this.id}/moves`, { move, ply: this.game.ply });
    } catch (error) {
      notice(error instanceof ApiError ? error.message : String(error), "error");
      this.draw();
    }
  }

  private async ask(what: string, body: unknown = {}): Promise<void> {
    this.looking = undefined;
    try {
      await post(`/api/games/${this.id}/${what}`, body);
    } catch (error) {
      notice(error instanceof ApiError ? error.message : String(error), "error");
    }
  }

  private look(ply: number): void {
    const last = this.game?.ply ?? 0;
    const bounded = Math.max(0, Math.min(ply, last));
    this.looking = bounded === last ? undefined : bounded;
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || !this.game) return;
    const shown = this.looking ?? this.game.ply;
    const goals: Record<string, number> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: this.game.ply };
    const goal = goals[event.key];
    if (goal !== undefined) {
      event.preventDefault();
      this.look(goal);
    } else if (event.key === "f") {
      this.flipped = !this.flipped;
      this.draw();
    }
  }
}
