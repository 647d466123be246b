// The subjects of the laboratory.

import { h } from "../dom";

const SUBJECTS = [
  ["runs", "#/lab", "Runs"],
  ["ladders", "#/lab/ladders", "Ablation"],
  ["speedups", "#/lab/speedups", "Speed-up"],
  ["trainings", "#/lab/trainings", "Training"],
  ["data", "#/lab/data", "Data"],
] as const;

export type Subject = (typeof SUBJECTS)[number][0];

/** Links to all subjects, of which one is shown. */
export function tabs(shown: Subject): HTMLElement {
  return h(
    "nav",
    { class: "tabs", "aria-label": "Laboratory" },
    SUBJECTS.map(([subject, href, name]) => h("a", { href, "aria-current": subject === shown && "page" }, name)),
  );
}
