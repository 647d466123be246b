// A server of our own for a test: a free port, an empty store, gone at the end.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Starts `ferz serve`; the binary is $FERZ or the one that `make` leaves. `before` may fill the store. */
export async function startServer({ before = () => {}, words = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "ferz-page-"));
  const store = join(folder, "ferz.db");
  const port = await freePort();
  const binary = process.env.FERZ ?? new URL("../../ferz", import.meta.url).pathname;
  const address = `http://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    child = spawn(binary, ["serve", "--port", String(port), "--store", store, ...words], { stdio: ["ignore", "ignore", "inherit"] });
    for (let tries = 0; tries < 100; tries++) {
      const answer = await fetch(`${address}/api/about`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the server does not answer");
  };
  const kill = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGKILL");
    });
  before(binary, store);
  await start();
  return {
    address,
    /** As after a power cut. */
    async restart() {
      await kill();
      await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
