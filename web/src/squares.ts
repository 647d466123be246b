// What can be told of a position from its FEN alone. The rules themselves are the server's.

import type { Color } from "./api/types";

/** A move as a hand makes it. */
export interface Drag {
  uci: string;
  from: string;
  /** Squares on which the piece may be dropped. */
  drops: string[];
}

/** The pieces of a position by square, as letters. */
export function pieces(fen: string): Map<string, string> {
  const found = new Map<string, string>();
  const ranks = (fen.split(" ")[0] ?? "").split("/");
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else found.set("abcdefgh".charAt(file++) + String(8 - row), letter);
    }
  });
  return found;
}

/** Whose move it is. */
export function turn(fen: string): Color {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/** Where the king of the player to move stands. */
export function king(fen: string): string | undefined {
  const letter = turn(fen) === "white" ? "K" : "k";
  return [...pieces(fen)].find(([, piece]) => piece === letter)?.[0];
}

/** Moves in UCI as hands make them: a castling king may go to its rook or to where it ends. */
export function drags(legal: readonly string[], fen: string): Drag[] {
  const board = pieces(fen);
  const plain = legal.map((uci) => ({ uci, from: uci.slice(0, 2), drops: [uci.slice(2, 4)] }));
  for (const move of plain) {
    const to = move.drops[0]!;
    const [mover, target] = [board.get(move.from), board.get(to)];
    const takesRook = mover?.toLowerCase() === "k" && target !== undefined && isWhite(target) === isWhite(mover);
    if (!takesRook) continue;
    const end = (to > move.from ? "g" : "c") + to.charAt(1);
    const isFree = !plain.some((other) => other !== move && other.from === move.from && other.drops.includes(end));
    if (end !== move.from && isFree) move.drops.push(end);
  }
  return plain;
}

function isWhite(piece: string): boolean {
  return piece === piece.toUpperCase();
}

/** From and to of a move, for arrows and marks. */
export function ends(uci: string): { from: string; to: string } {
  return { from: uci.slice(0, 2), to: uci.slice(2, 4) };
}

const FIGURES: Record<string, string> = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

/** Letters of pieces as figures. */
export function figures(letters: string): string {
  return [...letters.toLowerCase()].map((letter) => FIGURES[letter] ?? letter).join("");
}
