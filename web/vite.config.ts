import { cpSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The board's pictures, which it asks for by their addresses while the page runs. */
function boardAssets(): Plugin {
  return {
    name: "board-assets",
    closeBundle() {
      const from = "node_modules/cm-chessboard/assets";
      for (const file of ["pieces/staunty.svg", "extensions/markers/markers.svg", "extensions/arrows/arrows.svg"]) {
        cpSync(`${from}/${file}`, `dist/board/${file}`);
      }
    },
  };
}

export default defineConfig({
  plugins: [boardAssets()],
  build: { target: "es2022", chunkSizeWarningLimit: 700 },
  // `npm run dev` beside a running `ferz serve`.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});
