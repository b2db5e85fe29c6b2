import { expect, test } from "vitest";
import { inGroups } from "./secrets";

test("a key is read four letters at a time", () => {
  expect(inGroups("JBSWY3DPEHPK3PXPAB")).toBe("JBSW Y3DP EHPK 3PXP AB");
  expect(inGroups("")).toBe("");
});
