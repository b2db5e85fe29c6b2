import { describe, expect, it } from "vitest";
import type { Summary } from "../api/schema";
import { stateOf, withNew } from "./state";

describe("tables in the lobby", () => {
  it("are in the order of their names, and a new one moves no other", () => {
    const first = withNew([], ["table/b", "table/a"]);
    expect(first).toEqual(["table/a", "table/b"]);
    expect(withNew([], ["table/10", "table/2"])).toEqual(["table/2", "table/10"]);
    expect(withNew(first, ["table/b", "table/a", "table/aa"])).toEqual(["table/a", "table/b", "table/aa"]);
  });
});

describe("a table from afar", () => {
  const summary = (attendance: string, next: string, by: string | null = null): Summary =>
    ({ attendance, next, by, off: false }) as Summary;

  it("waits for its dealer, unless it is a patron's act or the table is closed", () => {
    expect(stateOf(summary("awaited", "idle")).name).toBe("awaited");
    expect(stateOf(summary("awaited", "prepare", "patron")).name).toBe("shuffling");
    expect(stateOf(summary("awaited", "closed")).name).toBe("tableClosed");
  });

  it("is at whatever comes next where a dealer is, or nobody has to come", () => {
    for (const attendance of ["dealer", "house"]) expect(stateOf(summary(attendance, "idle")).name).toBe("waiting");
  });
});
