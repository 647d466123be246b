// What a person does with the page, done by a program: node e2e/run.mjs [FOLDER FOR SCREENSHOTS]

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { click, drag, dragUntil, openPage, startBrowser, waitForMove } from "./browser.mjs";
import { makeStudies } from "./laboratory.mjs";
import { startServer } from "./server.mjs";

const pictures = process.argv[2];
if (pictures) mkdirSync(pictures, { recursive: true });

const server = await startServer({ before: makeStudies });
const browser = await startBrowser();
let failed = false;

async function test(name, act, options) {
  const { page, context, complaints } = await openPage(browser, options);
  try {
    await act(page);
    assert.deepEqual(complaints, [], "the console is quiet");
    console.log(`ok      ${name}`);
  } catch (error) {
    failed = true;
    console.log(`failed  ${name}: ${error.stack ?? error}`);
    if (pictures) await page.screenshot({ path: join(pictures, "failed.png") });
  } finally {
    await context.close();
  }
}

async function post(path, body) {
  const answer = await fetch(server.address + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

const open = (page, hash) => page.goto(`${server.address}/${hash}`);
const picture = async (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });

await test("a game to mate, by the form, drag, click and keyboard", async (page) => {
  await open(page, "#/play");
  await page.getByLabel("Players").selectOption("human");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector("#board [data-square=e2]");
  await drag(page, "f2", "f3");
  await waitForMove(page, "f3");
  await click(page, "e7", "e5");
  await waitForMove(page, "e5");
  await page.getByLabel("Your move").fill("g4");
  await page.keyboard.press("Enter");
  await waitForMove(page, "g4");
  await page.reload();
  await waitForMove(page, "g4");
  await drag(page, "d8", "h4");
  await waitForMove(page, "Qh4#");
  await page.getByText("Black wins by checkmate").waitFor();
});

await test("promotion by the dialog, castling by dragging", async (page) => {
  const human = { kind: "human" };
  const { id } = await post("/api/games", { fen: "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", white: human, black: human });
  await open(page, `#/play/${id}`);
  await page.waitForSelector("#board [data-square=e1]");
  await drag(page, "e1", "g1");
  await waitForMove(page, "O-O");
  await drag(page, "e8", "e7");
  await waitForMove(page, "Ke7");
  const knight = page.locator(".promotion-dialog-button-group[data-piece=wn]");
  await dragUntil(page, "a7", "a8", knight);
  await knight.click();
  await waitForMove(page, "a8=N");
});

await test("the engine answers, and a killed server loses nothing", async (page) => {
  const engine = { kind: "engine", limit: { nodes: 2000 } };
  const { id } = await post("/api/games", { white: { kind: "human" }, black: engine });
  await open(page, `#/play/${id}`);
  await page.waitForSelector("#board [data-square=e2]");
  await drag(page, "e2", "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await picture(page, "play-light");
  const before = await (await fetch(`${server.address}/api/games/${id}`)).json();
  await server.restart();
  const after = await (await fetch(`${server.address}/api/games/${id}`)).json();
  assert.deepEqual(after.moves, before.moves);
  // The page finds the server again by itself.
  await page.waitForFunction(() => !document.querySelector(".connection")?.textContent, undefined, { timeout: 20_000 });
  await drag(page, "d2", "d4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
}, undefined);

await test("analysis of a pasted game with variations", async (page) => {
  await open(page, "#/analyse");
  await page.getByLabel("FEN or PGN").fill('[White "Ann"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 Nc6 *');
  await page.getByRole("button", { name: "Load" }).click();
  await waitForMove(page, "Nc6");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.waitForSelector(".line .score");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".moves .current");
  await page.waitForSelector(".line .score");
  await picture(page, "analyse-light");
  await page.getByRole("button", { name: "Stop" }).click();
});

await test("a whole game, judged and explained", async (page) => {
  await open(page, "#/analyse");
  await page.getByLabel("FEN or PGN").fill('[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
  await page.getByRole("button", { name: "Load" }).click();
  await waitForMove(page, "Qxf7#");
  await page.getByRole("button", { name: "Whole game" }).click();
  await page.getByText("complete, 8 positions").waitFor({ timeout: 30_000 });
  assert.match(await page.locator(".report-players").innerText(), /Black, Bob\s+[\d.]+ % accuracy[^]*1 \?\?/);
  await page.locator(".moves button.blunder", { hasText: "Nf6??" }).waitFor();
  await page.locator(".moments button", { hasText: "3... Nf6" }).click();
  await page.locator(".moves button.current", { hasText: "Nf6" }).waitFor();
  await page.locator(".explanation", { hasText: "Nf6 is a blunder" }).waitFor();
  // The graph leads to the moves: at its right edge is the mate.
  const graph = await page.locator(".report .u-over").boundingBox();
  await page.mouse.click(graph.x + graph.width - 2, graph.y + graph.height / 2);
  await page.locator(".moves button.current", { hasText: "Qxf7#" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Annotated PGN" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /\[Annotator "Ferz [^]*Nf6 \$4/);
  await page.reload();
  await page.getByText("complete, 8 positions").waitFor();
  await page.getByRole("button", { name: "Show better lines" }).click();
  await page.locator(".moves .variation").first().waitFor();
});

await test("the engine against itself, by Elo, in Chess960", async (page) => {
  await open(page, "#/play");
  await page.getByLabel("Players").selectOption("engines");
  await page.getByLabel("Strength of Ferz (Elo)").selectOption("600");
  await page.getByLabel("Strength of Ferz as Black (Elo)").selectOption("1000");
  await page.getByLabel("Start").selectOption("chess960");
  await page.getByLabel("Number of the position, 0 to 959").fill("0");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length >= 4);
  const names = await page.locator(".player .who").allInnerTexts();
  assert.deepEqual(names.toSorted(), ["Ferz (1000)", "Ferz (600)"]);
  const id = new URL(page.url()).hash.split("/").at(-1);
  const game = await (await fetch(`${server.address}/api/games/${id}`)).json();
  assert.match(game.start_fen, /^bbqnnrkr/);
  // A whole game may be over by now, and against a bare king even the weak look at more.
  assert.ok(game.moves.slice(0, 4).every((move) => move.nodes < 2000), "so weak a player looks at little");
});

await test("the evaluation by terms", async (page) => {
  await open(page, "#/evaluation");
  await page.waitForSelector(".terms tbody tr");
  await picture(page, "evaluation-light");
});

await test("a small test of the laboratory, started and watched", async (page) => {
  await open(page, "#/lab");
  await page.getByLabel("Nodes for a move").fill("200");
  await page.getByLabel("Rounds of two games").fill("8");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector(".penta");
  await page.waitForFunction(() => document.querySelectorAll("table").length >= 2, undefined, { timeout: 60_000 });
  await picture(page, "lab-light");
});

await test("studies of the laboratory", async (page) => {
  await open(page, "#/lab/ladders");
  await page.locator(".plot .bar").first().waitFor();
  await page.getByRole("link", { name: "Speed-up" }).click();
  await page.locator(".plot .box").first().waitFor();
  await page.getByRole("link", { name: "Training" }).click();
  await page.locator(".chart canvas").first().waitFor();
  await page.getByRole("link", { name: "Data" }).click();
  await page.locator(".share").first().waitFor();
});

await test("a phone in the dark", async (page) => {
  await open(page, "#/play");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await picture(page, "start-phone-dark");
  await open(page, "#/analyse");
  await page.waitForSelector("#board [data-square=e2]");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  await picture(page, "analyse-phone-dark");
  for (const hash of ["#/lab", "#/lab/ladders", "#/lab/data", "#/evaluation"]) {
    await open(page, hash);
    await page.waitForSelector(".panel");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${hash} is ${over} pixels too wide`);
  }
}, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, colorScheme: "dark" });

await browser.close();
await server.stop();
process.exit(failed ? 1 : 0);
