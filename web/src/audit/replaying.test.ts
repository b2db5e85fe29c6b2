import { describe, expect, it } from "vitest";
import type { ToldRound } from "../api/types";
import { ofTable, Replaying, within } from "./replaying.svelte";

describe("a replay", () => {
  it("stays within its steps", () => {
    expect([within(-3, 5), within(2, 5), within(9, 5), within(4, 0)]).toEqual([0, 2, 4, 0]);
  });

  it("is of a table's records only", () => {
    expect(ofTable({ stream: "table/high/low", number: 7 })).toEqual({ table: "high/low", record: 7 });
    expect(ofTable({ stream: "cage/ann", number: 7 })).toBeNull();
  });

  it("is shown under the name of its own table, whatever is chosen or asked for meanwhile", async () => {
    const answers = new Map<string, (found: ToldRound) => void>();
    const at = new Replaying((path) => new Promise((resolve) => answers.set(path, resolve)));
    const [first, second] = [at.showRecord("one", 7), at.showRecord("two", 9)];
    answers.get("/audit/tables/two/records/9/round?replay=true")?.({ round: 3, records: [{ number: 8 }, { number: 9 }] } as unknown as ToldRound);
    await second;
    answers.get("/audit/tables/one/records/7/round?replay=true")?.({ round: 5, records: [] } as unknown as ToldRound);
    await first;
    at.table = "three";
    expect([at.shownTable, at.round, at.step]).toEqual(["two", "3", 1]);
  });
});
