import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const MADE_IN_DERIVED =
  "A derived value is computed again and again: make an object with state or effects once, with `untrack` where it needs a prop.";
const VALUES = "/^(Map|Set|Date|URLSearchParams)$/";

export default defineConfig(
  { ignores: ["src/api/schema.ts"] },
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  { languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    rules: {
      "no-restricted-syntax": [
        "error",
        ...["[callee.name='$derived']", "[callee.object.name='$derived']"].map((derived) => ({
          selector: `CallExpression${derived} NewExpression:not([callee.name=${VALUES}])`,
          message: MADE_IN_DERIVED,
        })),
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Types are svelte-check's, which knows more of templates than this does; `any` is an error where it is written.
      ...Object.fromEntries(
        ["argument", "assignment", "call", "member-access", "return"].map((use) => [
          `@typescript-eslint/no-unsafe-${use}`,
          "off",
        ]),
      ),
      // Maps and sets are values here: another one takes their place, none is changed while it is shown.
      "svelte/prefer-svelte-reactivity": "off",
      // A space between an expression and a block is written as {" "}, so that it stays.
      "svelte/no-useless-mustaches": "off",
      // It does not see every warning that svelte-check heeds.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  { files: ["*.js"], ...ts.configs.disableTypeChecked },
);
