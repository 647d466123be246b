// The board: pieces, legal moves as dots, promotion, arrows, and moves by drag, click or keyboard.

import { Chessboard, COLOR, INPUT_EVENT_TYPE, type MoveInputEvent } from "cm-chessboard/src/Chessboard.js";
import { ARROW_TYPE, Arrows } from "cm-chessboard/src/extensions/arrows/Arrows.js";
import { Markers } from "cm-chessboard/src/extensions/markers/Markers.js";
import { PROMOTION_DIALOG_RESULT_TYPE, PromotionDialog } from "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js";
import "cm-chessboard/assets/chessboard.css";
import "cm-chessboard/assets/extensions/arrows/arrows.css";
import "cm-chessboard/assets/extensions/markers/markers.css";
import "cm-chessboard/assets/extensions/promotion-dialog/promotion-dialog.css";

import type { Color } from "./api/types";
import type { Drag } from "./squares";

const LAST_MOVE = { class: "marker-last-move", slice: "markerSquare" };
const CHECK = { class: "marker-check", slice: "markerCircleFilled" };
const CHOSEN = { class: "marker-chosen", slice: "markerSquare" };

/** What is shown. */
export interface BoardView {
  fen: string;
  lastMove?: { from: string; to: string } | undefined;
  /** The square of a king in check. */
  check?: string | undefined;
  /** Moves that may be made; none to only look. */
  legal: readonly Drag[];
  /** Whose pieces may be moved. */
  mover?: Color | undefined;
}

/** A board in an element. */
export class Board {
  private readonly board: Chessboard;
  private view: BoardView = { fen: "8/8/8/8/8/8/8/8", legal: [] };

  /** `onMove` is told of every legal move that a person makes. */
  constructor(element: HTMLElement, private readonly onMove: (uci: string) => void) {
    this.board = new Chessboard(element, {
      position: "8/8/8/8/8/8/8/8",
      assetsUrl: "/board/",
      style: {
        cssClass: "ferz",
        pieces: { file: "pieces/staunty.svg" },
        animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180,
      },
      extensions: [
        { class: Markers, props: { autoMarkers: CHOSEN } },
        { class: Arrows },
        { class: PromotionDialog },
      ],
    });
  }

  /** Shows a position. */
  show(view: BoardView): void {
    this.view = view;
    this.board.disableMoveInput();
    void this.board.setPosition(view.fen, true);
    this.board.removeLegalMovesMarkers();
    this.board.removeMarkers(LAST_MOVE);
    this.board.removeMarkers(CHECK);
    for (const square of view.lastMove ? [view.lastMove.from, view.lastMove.to] : []) {
      this.board.addMarker(LAST_MOVE, square);
    }
    if (view.check) this.board.addMarker(CHECK, view.check);
    if (view.legal.length > 0) {
      const color = view.mover === "black" ? COLOR.black : COLOR.white;
      this.board.enableMoveInput((event) => this.input(event), color);
    }
  }

  /** Shows a position for a moment, as while a line is looked at. */
  preview(fen: string): void {
    void this.board.setPosition(fen, false);
  }

  /** Ends the preview. */
  endPreview(): void {
    void this.board.setPosition(this.view.fen, false);
  }

  /** Draws arrows, the best first. */
  arrows(moves: readonly { from: string; to: string }[]): void {
    this.board.removeArrows();
    moves.forEach((move, index) => {
      this.board.addArrow(index === 0 ? ARROW_TYPE.success : ARROW_TYPE.secondary, move.from, move.to);
    });
  }

  /** Who sits at the bottom. */
  get orientation(): Color {
    return this.board.getOrientation() === COLOR.white ? "white" : "black";
  }

  async turn(to: Color): Promise<void> {
    if (to !== this.orientation) await this.board.setOrientation(to === "white" ? COLOR.white : COLOR.black, false);
  }

  destroy(): void {
    this.board.destroy();
  }

  private input(event: MoveInputEvent): boolean | undefined {
    const from = this.view.legal.filter((move) => move.from === event.squareFrom);
    switch (event.type) {
      case INPUT_EVENT_TYPE.moveInputStarted:
        this.board.addLegalMovesMarkers(from.flatMap(targets));
        return from.length > 0;
      case INPUT_EVENT_TYPE.validateMoveInput: {
        const meant = from.filter((move) => event.squareTo && move.drops.includes(event.squareTo));
        const only = meant.length === 1 ? meant[0] : undefined;
        if (meant.length > 1 && event.squareTo) this.promote(event.squareTo, meant);
        else if (only) queueMicrotask(() => this.onMove(only.uci));
        return meant.length > 0;
      }
      case INPUT_EVENT_TYPE.moveInputCanceled:
      case INPUT_EVENT_TYPE.moveInputFinished:
        this.board.removeLegalMovesMarkers();
        return undefined;
      default:
        return undefined;
    }
  }

  private promote(square: string, moves: readonly Drag[]): void {
    const color = this.view.mover === "black" ? COLOR.black : COLOR.white;
    this.board.showPromotionDialog(square, color, (result) => {
      const chosen = moves.find((move) => move.uci.at(4) === result.piece?.charAt(1));
      if (result.type === PROMOTION_DIALOG_RESULT_TYPE.pieceSelected && chosen) this.onMove(chosen.uci);
      else this.show(this.view);
    });
  }
}

function targets(move: Drag): { to: string; promotion?: string }[] {
  const promotion = move.uci.at(4);
  return move.drops.map((to) => (promotion ? { to, promotion } : { to }));
}
