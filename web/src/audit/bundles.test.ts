import { describe, expect, it } from "vitest";
import { bundlesOf, type Wanted } from "./bundles";

const NOTHING: Wanted = { table: "", shoe: null, patron: " ", tournament: "" };

function paths(wanted: Partial<Wanted>): string[] {
  return Object.values(bundlesOf({ ...NOTHING, ...wanted })).map(({ path }) => path);
}

describe("bundles", () => {
  it("are there for the house, a table, a shoe of it, a patron and a tournament", () => {
    expect(paths({ table: "nz 1", shoe: 2, patron: " ann ", tournament: "cup" })).toEqual([
      "house",
      "tables/nz%201",
      "tables/nz%201/shoes/2",
      "patrons/ann",
      "tournaments/cup",
    ]);
  });

  it("are not there until it is said of what", () => {
    expect(paths({})).toEqual(["house", "", "", "", ""]);
    expect(paths({ table: "1", shoe: 0 })[2]).toBe("");
    expect(paths({ table: "1", shoe: 1.5 })[2]).toBe("");
    expect(paths({ shoe: 1 })[2]).toBe("");
  });
});
