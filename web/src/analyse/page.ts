// The analysis board: a tree of moves, and what the engine, the tables and the report say of where one stands.

import { ApiError, getText, post } from "../api/client";
import type { PgnTree, PositionAnswer, Pv } from "../api/types";
import { Board } from "../board";
import { fill, h } from "../dom";
import { notice } from "../notice";
import { drags, ends, king, turn } from "../squares";
import { EnginePanel } from "./engine";
import { ExplainPanel } from "./explain";
import { ReportPanel } from "./report";
import { TablebasePanel } from "./tablebase";
import { fromPgn, judge, mainLine, path, place, plant, play, promote, prune, toPgn, type Tree, type TreeNode } from "./tree";
import { drawTree, type TreeActions } from "./treeview";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KEY = "ferz.analysis";

export function analysePage(element: HTMLElement, argument: string): () => void {
  const view = new Analysis(element);
  void view.open(argument);
  return () => view.leave();
}

class Analysis {
  private tree: Tree = plant(START, "standard");
  private current: TreeNode = this.tree.root;
  private position: PositionAnswer | undefined;
  private readonly board: Board;
  private readonly engine: EnginePanel;
  private readonly report: ReportPanel;
  private readonly explain = new ExplainPanel();
  private readonly tables = new TablebasePanel((uci) => void this.move(uci));
  private readonly moves = h("div", {});
  private readonly text = h("textarea", { rows: 4, placeholder: "Paste a FEN or a PGN here", "aria-label": "FEN or PGN" });
  private readonly fen = h("input", { type: "text", readonly: true, "aria-label": "FEN of the position" });
  private readonly onKey = (event: KeyboardEvent) => this.key(event);
  private readonly treeActions: TreeActions = {
    pick: (node) => this.go(node),
    peek: (node) => node.parent && this.explain.peek(place(this.tree, node.parent), node.uci),
    endPeek: () => this.explain.back(),
  };

  constructor(private readonly element: HTMLElement) {
    const holder = h("div", { class: "board", id: "board" });
    const left = h("div", { class: "stack" });
    const right = h("div", { class: "stack" });
    this.element.append(h("div", { class: "table" }, left, right));
    // The board measures itself, so it is in the page before anything else.
    left.append(h("div", { class: "board-holder" }, holder));
    this.board = new Board(holder, (uci) => void this.move(uci));
    this.engine = this.makeEngine();
    holder.before(this.engine.bar.element);
    this.report = this.makeReport();
    left.append(this.fen, this.explain.element);
    right.append(this.engine.element, this.tables.element, h("section", { class: "panel" }, this.moves), this.tools(), this.report.element, this.loader());
    addEventListener("keydown", this.onKey);
  }

  private makeEngine(): EnginePanel {
    return new EnginePanel({
      board: this.board,
      place: () => place(this.tree, this.current),
      fen: () => this.current.fen,
      preview: (pv, moves) => void this.preview(pv, moves),
      endPreview: () => {
        this.board.endPreview();
        this.explain.back();
      },
      play: (pv, moves) => void this.playLine(pv, moves),
    });
  }

  private makeReport(): ReportPanel {
    return new ReportPanel({
      pgn: () => this.pgn(),
      settings: this.engine.settings,
      mainLine: () => mainLine(this.tree).map((node) => node.uci),
      goTo: (ply) => this.go([this.tree.root, ...mainLine(this.tree)][ply] ?? this.current),
      mark: (review) => {
        judge(this.tree, review.points.slice(1).map(({ judgement }) => judgement));
        this.draw();
      },
      load: (pgn) => this.load(pgn, path(this.current).length),
      rest: () => this.engine.run(false),
    });
  }

  private loader(): HTMLElement {
    const load = h("button", { onclick: () => void this.paste(this.text.value) }, "Load");
    return h("section", { class: "panel stack" }, this.text, h("div", { class: "row" }, load));
  }

  leave(): void {
    this.engine.leave();
    this.explain.leave();
    this.report.leave();
    removeEventListener("keydown", this.onKey);
    this.board.destroy();
  }

  /** Opens what the address names: a game of this server, a game of the laboratory, a FEN, or what was there before. */
  async open(argument: string): Promise<void> {
    try {
      if (argument.startsWith("game:")) {
        await this.load(await getText(`/api/games/${argument.slice(5)}/pgn`));
      } else if (argument.startsWith("lab:")) {
        const [run, encounter, game] = argument.slice(4).split(":");
        await this.load(await getText(`/api/lab/runs/${run}/games/${encounter}/${game}/pgn`));
      } else if (argument.startsWith("fen:")) {
        await this.start(argument.slice(4));
      } else {
        await this.load(localStorage.getItem(KEY) ?? "");
      }
    } catch (error) {
      this.complain(error);
      await this.start(START);
    }
    this.report.resume();
  }

  private tools(): HTMLElement {
    const button = (text: string, act: () => void) => h("button", { onclick: act }, text);
    return h(
      "div",
      { class: "row" },
      button("Flip", () => void this.flip()),
      button("Delete from here", () => this.go(prune(this.current))),
      button("Make main line", () => {
        promote(this.current);
        this.go(this.current);
      }),
      button("Play from here", () => void this.playOn()),
      button("Copy PGN", () => void this.copy()),
      h("a", { class: "button", href: "#/evaluation", onclick: () => sessionStorage.setItem("ferz.evaluate", this.current.fen) }, "Evaluation"),
    );
  }

  private async paste(text: string): Promise<void> {
    const trimmed = text.trim();
    const looksLikeFen = /^[rnbqkpRNBQKP1-8]+(\/[rnbqkpRNBQKP1-8]+){7}\b/.test(trimmed);
    try {
      await (looksLikeFen ? this.start(trimmed) : this.load(trimmed));
      this.text.value = "";
    } catch (error) {
      this.complain(error);
    }
  }

  private async start(fen: string): Promise<void> {
    const answer = await post<PositionAnswer>("/api/position", { fen });
    this.tree = plant(answer.fen, answer.variant);
    this.go(this.tree.root);
  }

  /** Puts a game on the board, after so many moves of its main line. */
  private async load(pgn: string, ply = 0): Promise<void> {
    if (!pgn.trim()) return this.start(START);
    const { games } = await post<{ games: PgnTree[] }>("/api/pgn/read", { pgn });
    const first = games[0];
    if (!first) return this.start(START);
    if (games.length > 1) notice(`The first of ${games.length} games.`);
    first.warnings.forEach((warning) => notice(warning));
    this.tree = fromPgn(first);
    this.go([this.tree.root, ...mainLine(this.tree)][ply] ?? this.tree.root);
  }

  /** Stands at a node. */
  private go(node: TreeNode): void {
    this.current = node;
    this.position = undefined;
    this.draw();
    void this.ask(node);
    void this.remember();
    void this.tables.show(node.fen);
    this.explain.show(node.parent && place(this.tree, node.parent), node.uci);
    const ply = [this.tree.root, ...mainLine(this.tree)].indexOf(node);
    this.report.at(ply < 0 ? undefined : ply);
    this.engine.restart();
  }

  /** Asks the server what may be played here. */
  private async ask(node: TreeNode): Promise<void> {
    try {
      const answer = await post<PositionAnswer>("/api/position", place(this.tree, node));
      if (this.current === node) {
        this.position = answer;
        this.draw();
      }
    } catch (error) {
      this.complain(error);
    }
  }

  private async move(uci: string): Promise<void> {
    const from = this.current;
    const { fen, variant, moves } = place(this.tree, from);
    try {
      const answer = await post<PositionAnswer>("/api/position", { fen, variant, moves: [...moves, uci] });
      const made = answer.moves.at(-1);
      if (made && this.current === from) this.go(play(from, made));
    } catch (error) {
      this.complain(error);
      this.draw();
    }
  }

  private draw(): void {
    const node = this.current;
    this.fen.value = node.fen;
    fill(this.moves, drawTree(this.tree, node, this.treeActions));
    this.moves.querySelector(".current")?.scrollIntoView({ block: "nearest" });
    this.board.show({
      fen: node.fen,
      lastMove: node.uci ? ends(node.uci) : undefined,
      check: this.position?.status.check ? king(node.fen) : undefined,
      legal: this.position ? drags(this.position.legal.map((move) => move.uci), node.fen) : [],
      mover: turn(node.fen),
    });
  }

  /** The moves of a line as the server plays them from here. */
  private async follow(pv: Pv, moves: number): Promise<PositionAnswer> {
    const { fen, variant, moves: before } = place(this.tree, this.current);
    const line = pv.moves.split(" ").slice(0, moves);
    return post<PositionAnswer>("/api/position", { fen, variant, moves: [...before, ...line] });
  }

  private async preview(pv: Pv, moves: number): Promise<void> {
    const node = this.current;
    if (moves === 1) this.explain.peek(place(this.tree, node), pv.moves.split(" ")[0]!);
    const answer = await this.follow(pv, moves).catch(() => undefined);
    if (answer && this.current === node && this.engine.isLookedAt) this.board.preview(answer.fen);
  }

  private async playLine(pv: Pv, moves: number): Promise<void> {
    const from = this.current;
    const depth = path(from).length;
    const answer = await this.follow(pv, moves).catch((error: unknown) => this.complain(error));
    if (!answer || this.current !== from) return;
    this.go(answer.moves.slice(depth).reduce(play, from));
  }

  private async flip(): Promise<void> {
    await this.board.turn(this.board.orientation === "white" ? "black" : "white");
    this.engine.draw();
  }

  private async playOn(): Promise<void> {
    const human = { kind: "human", name: "You" };
    const engine = { kind: "engine", limit: { movetime: 1000 } };
    const [white, black] = turn(this.current.fen) === "white" ? [human, engine] : [engine, human];
    try {
      const request = { fen: this.current.fen, variant: this.tree.variant, white, black };
      const game = await post<{ id: string }>("/api/games", request);
      location.hash = `#/play/${game.id}`;
    } catch (error) {
      this.complain(error);
    }
  }

  private async pgn(): Promise<string> {
    return (await post<{ pgn: string }>("/api/pgn/write", toPgn(this.tree))).pgn;
  }

  private async remember(): Promise<void> {
    const pgn = await this.pgn().catch(() => undefined);
    if (pgn !== undefined) localStorage.setItem(KEY, pgn);
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(await this.pgn());
      notice("The game is in the clipboard.");
    } catch (error) {
      this.complain(error);
    }
  }

  private key(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyping || event.ctrlKey || event.metaKey) return;
    const node = this.current;
    const goals: Record<string, () => TreeNode | undefined> = {
      ArrowLeft: () => node.parent,
      ArrowRight: () => node.children[0],
      Home: () => this.tree.root,
      End: () => endOf(node),
    };
    const goal = goals[event.key]?.();
    if (goal) {
      event.preventDefault();
      this.go(goal);
    } else if (event.key === " " && event.target === document.body) {
      event.preventDefault();
      this.engine.run(!this.engine.isRunning);
    } else if (event.key === "f") {
      void this.flip();
    }
  }

  private complain(error: unknown): void {
    notice(error instanceof ApiError ? error.message : String(error), "error");
  }
}

function endOf(node: TreeNode): TreeNode {
  let end = node;
  while (end.children[0]) end = end.children[0];
  return end;
}
