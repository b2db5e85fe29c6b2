import { describe, expect, it } from "vitest";
import type { ToldRound } from "../api/schema";
import { choiceOf, pathTo, Replaying, within } from "./replaying.svelte";

const round = (told: object): ToldRound => ({ records: [], ...told }) as unknown as ToldRound;

describe("a replay", () => {
  it("stays within its steps", () => {
    expect([within(-3, 5), within(2, 5), within(9, 5), within(4, 0)]).toEqual([0, 2, 4, 0]);
  });

  it("is asked for at a table of the house or of a stage", () => {
    expect(pathTo("", choiceOf({ table: "high/low" }))).toBe("/audit/tables/high%2Flow");
    expect(pathTo("spring cup", choiceOf({ stage: 2, table: "1" }))).toBe(
      "/audit/tournaments/spring%20cup/stages/2/tables/1",
    );
    expect(pathTo("cup", choiceOf({ stage: 12, table: "a/b" }))).toBe("/audit/tournaments/cup/stages/12/tables/a%2Fb");
  });

  it("is shown under the name of its own table, whatever is chosen or asked for meanwhile", async () => {
    const answers = new Map<string, (found: ToldRound) => void>();
    const at = new Replaying((path) => new Promise((resolve) => answers.set(path, resolve)));
    const [first, second] = [at.showRecord("table/one", 7), at.showRecord("table/two", 9)];
    answers.get("/audit/tables/two/records/9/round?replay=true")?.(
      round({ table: "two", round: 3, records: [{ number: 8 }, { number: 9 }] }),
    );
    await second;
    answers.get("/audit/tables/one/records/7/round?replay=true")?.(round({ table: "one", round: 5 }));
    await first;
    at.table = "three";
    expect([at.shownTable, at.round, at.step]).toEqual(["two", "3", 1]);
  });

  it("of a record of a tournament is at the table and stage that it was written at", async () => {
    const at = new Replaying((path) =>
      Promise.resolve(
        round({
          tournament: "cup",
          stage: 2,
          table: "1",
          round: path.includes("/tournaments/cup/records/41/") ? 4 : 0,
        }),
      ),
    );
    await at.showRecord("tournament/cup", 41);
    expect([at.tournament, at.table, at.round, at.shownTable]).toEqual(["cup", "2/1", "4", "cup, stage 2, table 1"]);
  });
});
