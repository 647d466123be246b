// Debian's Chromium, and hands on a board.

import { chromium } from "playwright-core";

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser; as root it needs to be told that it has no sandbox. */
export function startBrowser() {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...FLAGS, ...sandbox] });
}

/** A page that remembers what it complained about. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, context, complaints };
}

/** The middle of a square on the screen. */
async function middle(page, square) {
  const box = await page.locator(`#board [data-square="${square}"]`).first().boundingBox();
  if (!box) throw new Error(`no square ${square}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a piece. */
export async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/**
 * Drags until what it should bring is there. The board still glides to a position for a moment after its move
 * stands in the list, and lets go of a piece that is taken then; a person tries again.
 */
export async function dragUntil(page, from, to, locator) {
  for (let left = 3; ; left -= 1) {
    await drag(page, from, to);
    try {
      return await locator.waitFor({ timeout: 4_000 });
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

/** Clicks from square to square. */
export async function click(page, from, to) {
  for (const square of [from, to]) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

/** Waits until the moves on the page end with this one. */
export async function waitForMove(page, san) {
  await page.waitForFunction(
    (text) => [...document.querySelectorAll(".moves button")].at(-1)?.textContent === text,
    san,
  );
}
