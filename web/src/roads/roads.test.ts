import { render } from "svelte/server";
import { afterEach, describe, expect, it } from "vitest";
import type { PlacedBead, RoadCell } from "../api/schema";
import { habits } from "../parts/theme.svelte";
import { texts } from "../texts";
import BeadPlate from "./BeadPlate.svelte";
import BigRoad from "./BigRoad.svelte";
import { beadShape, legend, onBead, readBigRoad } from "./reading";

const bead = (result: PlacedBead["result"], total?: number): PlacedBead => ({
  result,
  row: 0,
  column: 0,
  banker_pair: false,
  player_pair: false,
  natural: false,
  ...(total === undefined ? {} : { total }),
});
const cell = (result: RoadCell["result"]): RoadCell => ({ ...bead(result), ties: 0 });

afterEach(() => {
  habits.beads = "letters";
});

describe("ties before the first result", () => {
  it("are read", () => {
    expect([readBigRoad([], 0), readBigRoad([], 1), readBigRoad([], 2)]).toEqual([
      "",
      "1 tie before the first result",
      "2 ties before the first result",
    ]);
    expect(readBigRoad([cell("banker"), cell("player")], 0)).toBe("B P");
  });

  it("are drawn in the first cell, with their number", () => {
    const drawn = (pending: number): string => render(BigRoad, { props: { cells: [], pending } }).body;
    expect(drawn(2)).toMatch(/translate\(10 10\).*M-8 8 L8 -8.*>2<\/text>/s);
    expect(drawn(2)).toContain("Big road: 2 ties before the first result");
    expect(drawn(0)).not.toContain("M-8 8");
  });
});

describe("a bead", () => {
  it("has its letter, or the total that won and a shape", () => {
    const beads = [bead("banker", 7), bead("player", 9), bead("tie", 6), bead("tie")];
    expect(beads.map((one) => onBead(one, "letters"))).toEqual(["B", "P", "T", "T"]);
    expect(beads.map((one) => onBead(one, "totals"))).toEqual(["7", "9", "6", "T"]);
    expect(beads.map((one) => beadShape(one, "totals"))).toEqual(["solid", "ring", "square", "square"]);
    expect(new Set(beads.map((one) => beadShape(one, "letters")))).toEqual(new Set(["solid"]));
  });

  it("is drawn as its viewer likes, and read by its letter", () => {
    const drawn = (): string => render(BeadPlate, { props: { beads: [bead("player", 9)] } }).body;
    expect(drawn()).toContain(">P</text>");
    habits.beads = "totals";
    expect(drawn()).toContain(">9</text>");
    expect(drawn()).toContain("Bead plate: P");
  });
});

describe("the legend", () => {
  it("names the marks that are drawn", () => {
    for (const lower of [texts.derivedLegend, texts.wallLegend]) {
      expect(legend(lower, { marks: "shapes", beads: "letters" })).toMatch(
        /square and blue irregular.*cockroach pig a slash/,
      );
      expect(legend(lower, { marks: "traditional", beads: "letters" })).not.toMatch(/square|round/);
      expect(legend(lower, { marks: "traditional", beads: "letters" })).toContain("slashes");
      expect(legend(lower, { marks: "shapes", beads: "totals" })).toMatch(/^Beads: solid is banker/);
    }
  });
});
