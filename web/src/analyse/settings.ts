// What the engine may use, kept from visit to visit.

import type { About } from "../api/types";
import { field, h } from "../dom";

export interface EngineSettings {
  threads: number;
  hash: number;
  lines: number;
}

const KEY = "ferz.engine";
const DEFAULTS: EngineSettings = { threads: 1, hash: 64, lines: 3 };

export function storedSettings(): EngineSettings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<EngineSettings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Controls for the settings within the server's limits. */
export function settingsForm(settings: EngineSettings, about: About, changed: () => void): HTMLElement {
  const spin = (key: keyof EngineSettings, label: string, max: number, step = 1) => {
    const input = h("input", {
      type: "number",
      min: 1,
      max,
      step,
      value: Math.min(settings[key], max),
      onchange: () => {
        settings[key] = Math.min(max, Math.max(1, Math.round(Number(input.value) || 1)));
        input.value = String(settings[key]);
        localStorage.setItem(KEY, JSON.stringify(settings));
        changed();
      },
    });
    return field(label, input);
  };
  return h(
    "div",
    { class: "row settings" },
    spin("threads", "Threads", about.limits.threads),
    spin("hash", "Hash, MB", about.limits.hash),
    spin("lines", "Lines", about.limits.multipv),
  );
}
