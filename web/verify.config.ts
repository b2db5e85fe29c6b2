import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const TITLE = "Check a bundle – puntobanco";

/** One page with everything in it, and a policy that lets it do nothing else: no request leaves it. */
function alone(): Plugin {
  return {
    name: "alone",
    enforce: "post",
    async generateBundle(_, files) {
      const [scripts, styles]: [string[], string[]] = [[], []];
      for (const [name, file] of Object.entries(files)) {
        if (file.type === "chunk") scripts.push(file.code);
        else if (name.endsWith(".css")) styles.push(String(file.source));
        delete files[name];
      }
      const [script, style] = [
        scripts.join("\n").replaceAll("</script", "<\\/script").trim(),
        styles.join("\n").trim(),
      ];
      this.emitFile({
        type: "asset",
        fileName: "verify.html",
        source: page(script, style, await policy(script, style)),
      });
    },
  };
}

async function policy(script: string, style: string): Promise<string> {
  const [ofScript, ofStyle] = await Promise.all([script, style].map(digest));
  return `default-src 'none'; script-src '${ofScript}'; style-src '${ofStyle}'; base-uri 'none'; form-action 'none'`;
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}

function page(script: string, style: string, said: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${said}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>${TITLE}</title>
    <style>${style}</style>
  </head>
  <body>
    <div id="app"></div>
    <script>${script}</script>
  </body>
</html>
`;
}

// The page that verifies a bundle from a disk: it is built beside the application, and shares only its sources.
export default defineConfig({
  plugins: [svelte(), alone()],
  build: {
    target: "es2023",
    outDir: "../src/puntobanco/web/static",
    emptyOutDir: false,
    copyPublicDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: { input: "src/verify/main.ts", output: { format: "iife" } },
  },
});
