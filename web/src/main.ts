// The frame: navigation, theme, and which page is shown.

import "./style/base.css";
import "./style/board.css";
import "./style/lab.css";
import "./style/report.css";

import { analysePage } from "./analyse/page";
import { socket } from "./api/socket";
import { fill, h } from "./dom";
import { evaluationPage } from "./evaluation/page";
import { gamePage } from "./play/game";
import { labPage } from "./lab/page";
import { startPage } from "./play/start";
import { themeButton } from "./theme";

/** Fills the element and gives what to do when the page is left. */
export type Page = (element: HTMLElement, argument: string) => () => void;

const PAGES: { path: string; name: string; page: Page; one?: Page }[] = [
  { path: "play", name: "Play", page: startPage, one: gamePage },
  { path: "analyse", name: "Analyse", page: analysePage, one: analysePage },
  { path: "evaluation", name: "Evaluation", page: evaluationPage, one: evaluationPage },
  { path: "lab", name: "Lab", page: labPage, one: labPage },
];

const main = document.getElementById("main")!;
const nav = h("nav", { "aria-label": "Pages" });
const state = h("span", { class: "connection soft", role: "status" });
fill(
  document.getElementById("top")!,
  h("a", { class: "name", href: "#/play" }, "Ferz"),
  nav,
  state,
  h("a", { href: "/api/docs", class: "soft" }, "API"),
  themeButton(),
);
socket.onState = (connected) => {
  state.textContent = connected ? "" : "connection lost, trying again";
};

let leave: () => void = () => {};

function show(): void {
  const [, path = "play", ...rest] = location.hash.split("/");
  const chosen = PAGES.find((page) => page.path === path) ?? PAGES[0]!;
  const argument = decodeURIComponent(rest.join("/"));
  fill(
    nav,
    PAGES.map((page) => h("a", { href: `#/${page.path}`, "aria-current": page === chosen && "page" }, page.name)),
  );
  document.title = `${chosen.name} – Ferz`;
  leave();
  main.replaceChildren();
  leave = (argument && chosen.one ? chosen.one : chosen.page)(main, argument);
}

addEventListener("hashchange", show);
show();
