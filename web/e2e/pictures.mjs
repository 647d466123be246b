// Every page in both themes, for docs/: node e2e/pictures.mjs FOLDER [SYZYGY FOLDER]

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { openPage, startBrowser } from "./browser.mjs";
import { makeStudies } from "./laboratory.mjs";
import { startServer } from "./server.mjs";

const [folder = "pictures", tables] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const GAME = `[White "Morphy"] [Black "Duke of Brunswick and Count Isouard"] [Result "1-0"]
1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
const MIDDLEGAME = "r1bq1rk1/pp3ppp/2n1pn2/2pp4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";
const ENDGAME = "8/8/8/8/4k3/8/1K1P4/8 w - - 0 1";

const server = await startServer({
  before: (binary, store) => makeStudies(binary, store, true),
  words: tables ? ["--syzygy", tables] : [],
});
const browser = await startBrowser();

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(server.address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

/** A game in which something has been taken. */
async function makeGame() {
  const pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *";
  const engine = { kind: "engine", elo: 1800, limit: { nodes: 5000 } };
  const clock = { initial: 300_000, increment: 3000 };
  const game = await post("/api/games", { pgn, white: { kind: "human", name: "You" }, black: engine, clock });
  await post(`/api/games/${game.id}/moves`, { move: "Nxe5" });
  return game.id;
}

async function makeRun() {
  const player = (name, options) => ({ name, options, limit: { nodes: 300 } });
  const players = [player("new", {}), player("without null move", { Features: "-nmp" })];
  const run = await post("/api/lab/runs", { kind: "sprt", players, rounds: 60, concurrency: 2, sprt: { elo0: 0, elo1: 10 } });
  for (;;) {
    const { running } = await (await fetch(`${server.address}/api/lab/runs/${run.id}`)).json();
    if (!running) return run.id;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function loadGame(page) {
  await page.getByLabel("FEN or PGN").fill(GAME);
  await page.getByRole("button", { name: "Load" }).click();
  await page.locator(".moves button", { hasText: "Rd8#" }).waitFor();
}

const game = await makeGame();
const run = await makeRun();

const PAGES = [
  ["start", "#/play", async () => {}],
  ["play", `#/play/${game}`, async (page) => page.locator(".moves button").nth(9).waitFor()],
  [
    "analyse",
    "#/analyse",
    async (page) => {
      await loadGame(page);
      await page.locator(".moves button", { hasText: "Nf6" }).click();
      await page.getByRole("button", { name: "Analyse", exact: true }).click();
      await page.waitForFunction(() => /depth (1[2-9]|[2-9]\d)/.test(document.querySelector(".facts")?.textContent ?? ""));
      await page.locator(".explanation", { hasText: "." }).waitFor();
    },
  ],
  [
    "report",
    "#/analyse",
    async (page) => {
      await loadGame(page);
      await page.getByRole("button", { name: "Whole game" }).click();
      await page.getByText(/complete, \d+ positions/).waitFor({ timeout: 60_000 });
      await page.locator(".moments button").first().click();
      await page.locator(".explanation", { hasText: "." }).waitFor();
      await page.locator(".report").scrollIntoViewIfNeeded();
    },
  ],
  ...(tables ? [["tablebase", `#/analyse/fen:${ENDGAME}`, async (page) => page.locator(".tablebase td").first().waitFor()]] : []),
  [
    "evaluation",
    "#/evaluation",
    async (page) => {
      await page.getByLabel("FEN").fill(MIDDLEGAME);
      await page.getByRole("button", { name: "Evaluate" }).click();
      await page.locator(".terms", { hasText: "Threats" }).waitFor();
    },
  ],
  ["lab", "#/lab", async (page) => page.locator("tbody tr").first().waitFor()],
  ["run", `#/lab/${run}`, async (page) => page.locator(".penta").first().waitFor()],
  ["ladder", "#/lab/ladders", async (page) => page.locator(".plot .bar").first().waitFor()],
  ["speedup", "#/lab/speedups", async (page) => page.locator(".plot .box").first().waitFor()],
  ["training", "#/lab/trainings", async (page) => page.locator(".chart canvas").first().waitFor()],
  ["data", "#/lab/data", async (page) => page.locator(".share").first().waitFor()],
];

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

for (const colorScheme of ["light", "dark"]) {
  for (const [name, hash, act] of PAGES) await take(`${name}-${colorScheme}`, hash, act, { colorScheme });
  for (const [name, hash, act] of PAGES.slice(0, 3)) {
    await take(`${name}-phone-${colorScheme}`, hash, act, { ...PHONE, colorScheme });
  }
}

async function take(name, hash, act, options) {
  const { page, context, complaints } = await openPage(browser, options);
  try {
    await page.goto(`${server.address}/${hash}`);
    await act(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(name, complaints.length ? complaints : "");
  } catch (error) {
    console.log(`${name} failed: ${error}`);
  } finally {
    await context.close();
  }
}

await browser.close();
await server.stop();
