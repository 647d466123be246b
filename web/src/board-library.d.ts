// What we use of cm-chessboard, which has no types of its own.

declare module "cm-chessboard/src/Chessboard.js" {
  export const COLOR: { readonly white: "w"; readonly black: "b" };
  export const INPUT_EVENT_TYPE: {
    readonly moveInputStarted: "moveInputStarted";
    readonly movingOverSquare: "movingOverSquare";
    readonly validateMoveInput: "validateMoveInput";
    readonly moveInputCanceled: "moveInputCanceled";
    readonly moveInputFinished: "moveInputFinished";
  };
  export interface MoveInputEvent {
    type: string;
    squareFrom: string;
    squareTo?: string;
  }
  export interface MarkerType {
    class: string;
    slice: string;
  }
  export interface ArrowType {
    class: string;
  }
  export class Chessboard {
    constructor(element: HTMLElement, props: Record<string, unknown>);
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setOrientation(color: "w" | "b", animated?: boolean): Promise<void>;
    getOrientation(): "w" | "b";
    enableMoveInput(handler: (event: MoveInputEvent) => boolean | undefined, color?: "w" | "b"): void;
    disableMoveInput(): void;
    addMarker(type: MarkerType, square: string): void;
    removeMarkers(type?: MarkerType, square?: string): void;
    addLegalMovesMarkers(moves: readonly { to: string; promotion?: string }[]): void;
    removeLegalMovesMarkers(): void;
    addArrow(type: ArrowType, from: string, to: string): void;
    removeArrows(): void;
    showPromotionDialog(
      square: string,
      color: "w" | "b",
      callback: (result: { type: string; piece?: string }) => void,
    ): void;
    destroy(): void;
  }
}

declare module "cm-chessboard/src/extensions/markers/Markers.js" {
  import type { MarkerType } from "cm-chessboard/src/Chessboard.js";
  export class Markers {}
  export const MARKER_TYPE: Record<"dot" | "bevel" | "frame" | "square", MarkerType>;
}

declare module "cm-chessboard/src/extensions/arrows/Arrows.js" {
  import type { ArrowType } from "cm-chessboard/src/Chessboard.js";
  export class Arrows {}
  export const ARROW_TYPE: Record<"success" | "secondary" | "warning" | "info" | "danger", ArrowType>;
}

declare module "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js" {
  export class PromotionDialog {}
  export const PROMOTION_DIALOG_RESULT_TYPE: { readonly pieceSelected: string; readonly canceled: string };
}
