import { describe, expect, it } from "vitest";
import type { PlayedTable } from "../api/schema";
import { firstShown, pathTo, tablesOf } from "./lookingback";

const table = (stage: number, name: string, ...players: string[]): PlayedTable => ({
  stage,
  name: `Stage ${stage}`,
  table: name,
  round: 3,
  players,
});
const cup = {
  tournament: "cup",
  tables: [table(1, "1", "ann", "bob"), table(1, "2", "cy"), table(1, "3", "ann", "cy"), table(2, "1", "ann")],
};

describe("whoever looks back", () => {
  it("has the tables at which they played, also those that they have left", () => {
    const own = (person: string) => tablesOf(person, cup).map(({ stage, table: name }) => `${stage}/${name}`);
    expect([own("ann"), own("cy"), own("eve")]).toEqual([["1/1", "1/3", "2/1"], ["1/2", "1/3"], []]);
  });

  it("begins with the last one, or where they sit now", () => {
    const own = tablesOf("ann", cup);
    expect([
      firstShown(own, null),
      firstShown(own, "1"),
      firstShown(own, "3"),
      firstShown(own, "9"),
      firstShown([], "1"),
    ]).toEqual([2, 2, 1, 2, -1]);
  });

  it("asks for a table of its own stage", () => {
    expect(pathTo("spring cup", table(2, "a/b"))).toBe("/tournaments/spring%20cup/stages/2/tables/a%2Fb");
  });
});
