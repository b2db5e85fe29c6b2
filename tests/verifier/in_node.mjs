// Verifies the bundles that are named on standard input, one answer a line; the first argument is the built verifier.
import { readFileSync } from "node:fs";

const { verified } = await import(process.argv[2]);

async function answer({ file, vkey }) {
  try {
    const bundle = await verified(new Blob([readFileSync(file)]), vkey);
    const { findings, checked, notChecked } = bundle.report;
    return { findings, checked: Object.fromEntries(checked), not_checked: [...notChecked] };
  } catch (error) {
    return { unfit: error.message };
  }
}

for (const asked of readFileSync(0, "utf-8").split("\n").filter((line) => line !== "")) console.log(JSON.stringify(await answer(JSON.parse(asked))));
