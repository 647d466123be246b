// A game with variations, as one tree of moves.

import type { PgnNode, PgnTree, Variant } from "../api/types";

/** A position in the tree. */
export interface TreeNode {
  uci: string;
  san: string;
  fen: string;
  parent: TreeNode | undefined;
  /** What is played here; the first is the main line. */
  children: TreeNode[];
  nags: number[];
  before: string;
  comment: string;
}

/** A tree and what its PGN says of it. */
export interface Tree {
  headers: [string, string][];
  variant: Variant;
  result: string;
  root: TreeNode;
}

/** A position with what led to it, as the server wants it. */
export interface Place {
  fen: string;
  variant: Variant;
  moves: string[];
}

/** A tree without moves. */
export function plant(fen: string, variant: Variant): Tree {
  return { headers: [], variant, result: "*", root: seed(fen) };
}

function seed(fen: string): TreeNode {
  return { uci: "", san: "", fen, parent: undefined, children: [], nags: [], before: "", comment: "" };
}

/** The tree of a PGN. */
export function fromPgn(pgn: PgnTree): Tree {
  const root = seed(pgn.start_fen);
  root.comment = pgn.comment;
  graft(root, pgn.line);
  return { headers: pgn.headers, variant: pgn.variant, result: pgn.result, root };
}

/** Hangs a line below a node. A variation stands beside the move that it replaces. */
function graft(from: TreeNode, line: readonly PgnNode[], lead = ""): void {
  let parent = from;
  line.forEach((move, index) => {
    const node: TreeNode = {
      uci: move.uci,
      san: move.san,
      fen: move.fen,
      parent,
      children: [],
      nags: move.nags,
      before: index === 0 && lead ? lead : move.comment_before,
      comment: move.comment,
    };
    parent.children.push(node);
    for (const variation of move.variations) graft(parent, variation.line, variation.comment);
    parent = node;
  });
}

/** The tree as the server writes it to PGN. */
export function toPgn(tree: Tree): PgnTree {
  return {
    headers: tree.headers,
    start_fen: tree.root.fen,
    variant: tree.variant,
    result: tree.result,
    warnings: [],
    comment: tree.root.comment,
    line: lineFrom(tree.root.children[0], tree.root.children.slice(1)),
  };
}

function lineFrom(first: TreeNode | undefined, others: readonly TreeNode[]): PgnNode[] {
  const line: PgnNode[] = [];
  let [node, siblings] = [first, others];
  while (node) {
    line.push({
      uci: node.uci,
      san: node.san,
      fen: node.fen,
      nags: node.nags,
      comment_before: node.before,
      comment: node.comment,
      variations: siblings.map((other) => ({ comment: "", line: lineFrom(other, []) })),
    });
    [node, siblings] = [node.children[0], node.children.slice(1)];
  }
  return line;
}

/** The moves from the root to a node. */
export function path(node: TreeNode): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at: TreeNode | undefined = node; at?.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** Where a node stands. */
export function place(tree: Tree, node: TreeNode): Place {
  return { fen: tree.root.fen, variant: tree.variant, moves: path(node).map((step) => step.uci) };
}

/** The main line from the start. */
export function mainLine(tree: Tree): TreeNode[] {
  const line: TreeNode[] = [];
  for (let at = tree.root.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

const JUDGEMENTS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;

/** Writes judgements of moves on the main line, where nobody has judged before. */
export function judge(tree: Tree, judgements: readonly (keyof typeof JUDGEMENTS | null)[]): void {
  mainLine(tree).forEach((node, index) => {
    const judgement = judgements[index];
    const isJudged = node.nags.some((nag) => nag >= 1 && nag <= 6);
    if (judgement && !isJudged) node.nags = [JUDGEMENTS[judgement], ...node.nags];
  });
}

/** The node after a move, which is added if it is new. */
export function play(node: TreeNode, move: { uci: string; san: string; fen: string }): TreeNode {
  const known = node.children.find((child) => child.uci === move.uci);
  if (known) return known;
  const child: TreeNode = { ...seed(move.fen), ...move, parent: node };
  node.children.push(child);
  return child;
}

/** Takes a node and all below it off the tree; gives its parent. */
export function prune(node: TreeNode): TreeNode {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** Makes the line to a node the main line as far as it goes. */
export function promote(node: TreeNode): void {
  for (const step of path(node)) {
    const siblings = step.parent!.children;
    step.parent!.children = [step, ...siblings.filter((other) => other !== step)];
  }
}
