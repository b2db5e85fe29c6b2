import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server's policy allows nothing inline: every asset is a file of its own, and no polyfill is injected.
export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: "../src/puntobanco/web/static",
    emptyOutDir: true,
    reportCompressedSize: false,
  },
  worker: { format: "es" },
  server: { proxy: { "/api": "http://localhost:8417" } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
