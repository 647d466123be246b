// A game as the server tells it, event by event.

import type { Game, GameEvent } from "../api/types";

/** The game after an event; none if it is gone. */
export function after(game: Game, event: GameEvent): Game | undefined {
  switch (event.kind) {
    case "move":
      return { ...event.game, moves: [...game.moves.slice(0, event.ply - 1), event.move] };
    case "undo":
      return { ...event.game, moves: game.moves.slice(0, event.ply) };
    case "status":
      return { ...event.game, moves: game.moves };
    case "deleted":
      return undefined;
  }
}
