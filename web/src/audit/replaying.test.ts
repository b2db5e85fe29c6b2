import { describe, expect, it } from "vitest";
import { ofTable, within } from "./replaying.svelte";

describe("a replay", () => {
  it("stays within its steps", () => {
    expect([within(-3, 5), within(2, 5), within(9, 5), within(4, 0)]).toEqual([0, 2, 4, 0]);
  });

  it("is of a table's records only", () => {
    expect(ofTable({ stream: "table/high/low", number: 7 })).toEqual({ table: "high/low", record: 7 });
    expect(ofTable({ stream: "cage/ann", number: 7 })).toBeNull();
  });
});
