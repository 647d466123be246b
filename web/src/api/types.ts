// The shapes of docs/api.md.

export type Color = "white" | "black";
export type Variant = "standard" | "chess960";

/** From White's side: centipawns or moves to mate. */
export interface Score {
  cp?: number;
  mate?: number;
}

export interface LegalMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  promotion: string | null;
  capture: boolean;
  check: boolean;
  castling: boolean;
}

export interface Limit {
  movetime?: number;
  nodes?: number;
  depth?: number;
}

export interface Human {
  kind: "human";
  name?: string;
}

export interface EnginePlayer {
  kind: "engine";
  name?: string;
  limit?: Limit;
  threads?: number;
  hash?: number;
  evaluator?: string;
  elo?: number | null;
}

export type Player = Human | EnginePlayer;

export interface GameMove {
  uci: string;
  san: string;
  fen: string;
  by: "human" | "engine" | "import";
  time: number;
  clock: number | null;
  score: Score | null;
  depth?: number;
  nodes?: number;
}

export interface Status {
  state: "playing" | "finished";
  result: string;
  winner: Color | null;
  reason: string | null;
  text: string;
  check: boolean;
  claimable: string | null;
  draw_offer: Color | null;
}

export interface Clock {
  initial: number;
  increment: number;
  white: number;
  black: number;
  running: Color | null;
}

export interface GameHead {
  id: string;
  seq: number;
  variant: Variant;
  start_fen: string;
  fen: string;
  turn: Color;
  ply: number;
  white: Player;
  black: Player;
  clock: Clock | null;
  status: Status;
  captured: Record<Color, string>;
  thinking: { side: Color; waiting: boolean } | null;
  opening?: string | null;
  created: number;
  updated: number;
  now: number;
}

export interface Game extends GameHead {
  moves: GameMove[];
  legal: string[];
}

export interface NewGame {
  variant?: Variant;
  start_number?: number;
  fen?: string;
  pgn?: string;
  white?: Player;
  black?: Player;
  clock?: { initial: number; increment: number };
}

export type GameEvent =
  | { kind: "move"; ply: number; move: GameMove; game: Omit<Game, "moves"> }
  | { kind: "undo"; ply: number; game: Omit<Game, "moves"> }
  | { kind: "status"; game: Omit<Game, "moves"> }
  | { kind: "deleted" };

export interface PositionAnswer {
  start_fen: string;
  fen: string;
  turn: Color;
  ply: number;
  variant: Variant;
  moves: { uci: string; san: string; fen: string }[];
  legal: LegalMove[];
  status: Status;
}

export interface Tapered {
  mg: number;
  eg: number;
}

export interface Evaluation {
  fen: string;
  turn: Color;
  classical: {
    score: number;
    phase: number;
    phase_max: number;
    scale: number;
    scale_max: number;
    known_ending: string | null;
    terms: { name: string; white: Tapered | null; black: Tapered | null; total: number }[];
  };
  network: null | {
    name: string;
    score: number;
    bucket: number;
    buckets: number[];
    pieces: { square: string; piece: string; worth: number | null }[];
  };
}

export interface PgnNode {
  uci: string;
  san: string;
  fen: string;
  nags: number[];
  comment_before: string;
  comment: string;
  variations: { comment: string; line: PgnNode[] }[];
}

export interface PgnTree {
  headers: [string, string][];
  start_fen: string;
  variant: Variant;
  result: string;
  warnings: string[];
  comment: string;
  line: PgnNode[];
}

export interface Work {
  sessionId: string;
  threads: number;
  hash: number;
  multiPv: number;
  variant: "chess" | "chess960";
  initialFen: string;
  moves: string[];
  movetime?: number;
  depth?: number;
  nodes?: number;
  infinite?: boolean;
}

export interface Pv {
  depth: number;
  seldepth: number;
  cp?: number;
  mate?: number;
  moves: string;
  san: string;
  wdl: [number, number, number];
}

export interface AnalysisLine {
  time: number;
  depth: number;
  nodes: number;
  nps: number;
  hashfull: number;
  tbhits?: number;
  pvs: Pv[];
  fen: string;
  session: string;
  final: boolean;
  bestmove?: string;
  waiting?: number;
}

export interface About {
  name: string;
  version: string;
  network: string | null;
  evaluators: string[];
  /** The ratings it can play at. */
  elo: [number, number];
  /** How many pieces the endgame tables know. */
  tablebase: number;
  boot: string;
  page: boolean;
  limits: {
    games: number;
    searches: number;
    threads: number;
    hash: number;
    movetime: number;
    analysis_time: number;
    multipv: number;
    lab_jobs: number;
  };
}

export interface ErrorBody {
  code: string;
  message: string;
  detail: Record<string, unknown> | null;
}
