// Small studies in the store of a server, made by the commands that make large ones.

import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Leaves an ablation, a speed-up, a training and a report on data in the store; larger ones for pictures. */
export function makeStudies(binary, store, isLarge = false) {
  const ferz = (...words) => execFileSync(binary, words, { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] });
  const file = (name) => join(dirname(store), name);
  const pick = (small, large) => String(isLarge ? large : small);
  const games = ["--games", pick(2, 12), "--movetime", "0", "--depth", pick(1, 4), "--hash", "1"];
  ferz("ablate", ...(isLarge ? [] : ["--only", "TT", "--only", "NMP"]), ...games, "--store", store, "--markdown", file("ablation.md"));
  const positions = ["--depth", pick(2, 9), "--reps", pick(1, 2), "--threads", "1,2", "--hash", "1"];
  ferz("speedup", ...positions, "--store", store, "--markdown", file("speedup.md"));
  ferz("datagen", "--out", file("games.vf"), "--games", pick(12, 150), "--nodes", pick(40, 100), "--hash", "1");
  ferz("data", "stats", file("games.vf"), "--store", store);
  const shape = ["--hidden", "32", "--buckets", "1", "--batch", pick(64, 512), "--epochs", pick(2, 10)];
  ferz("train", "--data", file("games.vf"), "--validation", "0.2", "--out", file("net.bin"), ...shape, "--store", store);
}
