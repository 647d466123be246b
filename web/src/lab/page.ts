// Which part of the laboratory an address means.

import { runPage } from "./run";
import { runsPage } from "./runs";
import { dataPage, laddersPage, speedupsPage, trainingsPage } from "./studies";

type Part = (element: HTMLElement, argument: string) => () => void;

const PARTS: Record<string, Part> = {
  ladders: laddersPage,
  speedups: speedupsPage,
  trainings: trainingsPage,
  data: dataPage,
};

/** A run by its number, or a subject by its name. */
export function labPage(element: HTMLElement, argument: string): () => void {
  if (/^\d+$/.test(argument)) return runPage(element, argument);
  const [name = "", rest = ""] = argument.split("/");
  return (PARTS[name] ?? runsPage)(element, rest);
}
