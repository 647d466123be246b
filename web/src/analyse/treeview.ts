// The tree of moves on the page.

import { h } from "../dom";
import type { Tree, TreeNode } from "./tree";

const NAGS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

const JUDGED: Record<number, string> = { 2: "mistake", 4: "blunder", 6: "inaccuracy" };

/** What may be done with a move. */
export interface TreeActions {
  pick(node: TreeNode): void;
  /** It is being looked at. */
  peek(node: TreeNode): void;
  endPeek(): void;
}

/** Draws a tree. */
export function drawTree(tree: Tree, current: TreeNode, actions: TreeActions): HTMLElement {
  const element = h("div", { class: "moves", "aria-label": "Moves", onmouseleave: () => actions.endPeek() });
  if (tree.root.comment) element.append(comment(tree.root.comment));
  drawLine(element, tree.root, true, current, actions);
  if (!tree.root.children.length) element.append(h("p", { class: "soft" }, "Make a move, or paste a game."));
  return element;
}

function drawLine(
  element: HTMLElement,
  from: TreeNode,
  isFirst: boolean,
  current: TreeNode,
  actions: TreeActions,
): void {
  let needsNumber = isFirst;
  let [node, others] = split(from);
  while (node) {
    drawMove(element, node, needsNumber, current, actions);
    needsNumber = node.comment !== "" || others.length > 0;
    for (const other of others) {
      const variation = h("span", { class: "variation" });
      drawMove(variation, other, true, current, actions);
      drawLine(variation, other, other.comment !== "", current, actions);
      element.append(variation);
    }
    [node, others] = split(node);
  }
}

function split(node: TreeNode): [TreeNode | undefined, TreeNode[]] {
  return [node.children[0], node.children.slice(1)];
}

function drawMove(
  element: HTMLElement,
  node: TreeNode,
  needsNumber: boolean,
  current: TreeNode,
  actions: TreeActions,
): void {
  const [, side = "w", , , , number = "1"] = node.parent!.fen.split(" ");
  if (node.before) element.append(comment(node.before));
  const label = side === "w" ? `${number}.` : needsNumber ? `${number}…` : null;
  const nags = node.nags.map((nag) => NAGS[nag] ?? "").join("");
  const judged = node.nags.map((nag) => JUDGED[nag] ?? "").join(" ");
  const button = h(
    "button",
    {
      class: `${judged} ${node === current ? "current" : ""}`.trim() || null,
      onclick: () => actions.pick(node),
      onmouseenter: () => actions.peek(node),
    },
    node.san + nags,
  );
  // A number stays on the line of its move.
  element.append(h("span", { class: "pair" }, label && h("span", { class: "number" }, label), button));
  if (node.comment) element.append(comment(node.comment));
}

/** A comment without the commands that programs leave in it. */
function comment(text: string): HTMLElement | string {
  const words = text.replace(/\[%[^\]]*\]/g, "").trim();
  return words ? h("span", { class: "comment" }, words) : "";
}
