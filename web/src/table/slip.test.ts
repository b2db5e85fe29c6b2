import { describe, expect, it } from "vitest";
import type { Amounts, Legal, Spot } from "../api/schema";
import {
  areaAmong,
  comingOff,
  doubled,
  EMPTY,
  fitting,
  room,
  same,
  stakesOf,
  total,
  withLess,
  within,
  withMore,
  without,
  written,
} from "./slip";

const range = (low: number, high: number | null, step = 100, consequence: string | null = null): Amounts => ({
  low,
  high,
  step,
  consequence,
});
const spot = (wager: string, more: Amounts[], lies = 0): Spot => ({ area: "1", wager, lies, more, shut: null });

describe("a slip", () => {
  it("adds chips to a spot and takes them off again", () => {
    const two = withMore(withMore(EMPTY, "1 banker", 500), "1 banker", 500);
    expect(two.get("1 banker")).toBe(1000);
    expect(withLess(two, "1 banker", 1000)).toEqual(EMPTY);
    expect(withLess(two, "1 banker", 2500)).toEqual(EMPTY);
    expect(total(withMore(two, "1 tie", 100))).toBe(1100);
  });

  it("is the same whatever the order of its spots", () => {
    const one = withMore(withMore(EMPTY, "1 tie", 100), "1 banker", 500);
    const other = withMore(withMore(EMPTY, "1 banker", 500), "1 tie", 100);
    expect(same(one, other)).toBe(true);
    expect(same(one, withMore(other, "1 tie", 100))).toBe(false);
  });

  it("is sent with area, wager and amount", () => {
    expect(written(new Map([["L2 player_pair", 500]]))).toEqual([{ area: "L2", wager: "player_pair", amount: 500 }]);
  });

  it("is repeated as it was settled", () => {
    const line = {
      patron: "Ann",
      area: "1",
      wager: "tie",
      stake: 500,
      change: -500,
      outcome: "lost" as const,
      clause: "8.6",
      voided: false,
      stays: 0,
      reckoned: null,
    };
    expect(stakesOf([line])).toEqual(new Map([["1 tie", 500]]));
  });
});

describe("where somebody bets who may do so in several areas", () => {
  const areas = ["1", "3", "L2"].map((area): Spot => ({ ...spot("player", []), area }));

  it("is as wanted while it is open, and the first one otherwise", () => {
    expect([
      areaAmong(areas, "3"),
      areaAmong(areas, "L2"),
      areaAmong(areas, "2"),
      areaAmong(areas, ""),
      areaAmong([], "1"),
    ]).toEqual(["3", "L2", "1", "1", ""]);
  });

  it("is where chips lie, before anything was chosen", () => {
    expect(
      areaAmong(
        areas.map((one) => ({ ...one, lies: one.area === "3" ? 500 : 0 })),
        "",
      ),
    ).toBe("3");
  });
});

describe("what comes off a spot", () => {
  const withdraw = (...amounts: Amounts[]): Legal[] => [
    {
      kind: "withdraw",
      where: [
        ["area", "1"],
        ["wager", "player"],
      ],
      amounts: [range(100, 100, 1)],
      asks: [],
      areas: [],
    },
    {
      kind: "withdraw",
      where: [
        ["area", "1"],
        ["wager", "banker"],
      ],
      amounts,
      asks: [],
      areas: [],
    },
  ];
  const banker = spot("banker", []);

  it("is a chip, or as many as leave what can lie there", () => {
    const multiples = withdraw(range(2000, 10_000, 2000), range(12_000, 12_000, 1));
    expect([500, 2500, 10_000, 11_000].map((chip) => comingOff(multiples, banker, chip))).toEqual([
      2000, 4000, 10_000, 12_000,
    ]);
  });

  it("is all of it where the rest would be too little", () => {
    expect(
      [100, 200, 500].map((chip) => comingOff(withdraw(range(100, 200), range(700, 700, 1)), banker, chip)),
    ).toEqual([100, 200, 700]);
  });

  it("is the chip where nothing is offered or all of it is less", () => {
    expect(comingOff([], banker, 500)).toBe(500);
    expect(comingOff([], spot("banker", [range(2000, 100_000, 2000)]), 500)).toBe(2000);
    expect(comingOff(withdraw(range(700, 700, 1)), banker, 2500)).toBe(2500);
  });
});

describe("a refused change", () => {
  it("is taken out of what was wanted since", () => {
    const wanted = new Map([
      ["1 tie", 10000],
      ["1 banker", 500],
    ]);
    expect(without(wanted, new Map([["1 tie", 10000]]), EMPTY)).toEqual(new Map([["1 banker", 500]]));
    expect(without(new Map([["1 banker", 500]]), EMPTY, new Map([["1 tie", 100]]))).toEqual(
      new Map([
        ["1 banker", 500],
        ["1 tie", 100],
      ]),
    );
  });
});

describe("doubling", () => {
  it("is capped by what the server still lets be added", () => {
    const spots = [spot("banker", [range(100, 300)], 500), spot("tie", [], 200)];
    expect(
      doubled(
        new Map([
          ["1 banker", 500],
          ["1 tie", 200],
        ]),
        spots,
      ),
    ).toEqual(
      new Map([
        ["1 banker", 800],
        ["1 tie", 200],
      ]),
    );
  });

  it("shares the chips that are left among the spots", () => {
    const spots = [spot("tie", [range(100, 100000)], 400), spot("pair", [range(100, 100000)], 400)];
    const stakes = new Map([
      ["1 tie", 400],
      ["1 pair", 400],
    ]);
    expect(doubled(stakes, spots, 600)).toEqual(
      new Map([
        ["1 tie", 800],
        ["1 pair", 600],
      ]),
    );
    expect(doubled(stakes, spots, 50)).toEqual(stakes);
  });

  it("keeps to the steps of the amounts", () => {
    expect(within([range(500, 2000, 500)], 1300)).toBe(1000);
    expect(within([range(500, 2000, 500)], 400)).toBe(0);
    expect(within([range(500, null, 500)], 1300)).toBe(1000);
    expect(within([range(1, 499, 1, "stands with a warning")], 300)).toBe(0);
  });
});

describe("a chip on a spot", () => {
  it("becomes the least that may lie there", () => {
    expect(fitting([range(2000, 100000, 2000)], 500)).toBe(2000);
    expect(fitting([range(2000, 100000, 2000)], 2500)).toBe(4000);
    expect(fitting([range(1, 499, 1, "warned"), range(500, 100000)], 500)).toBe(500);
    expect(fitting([], 500)).toBe(500);
  });
});

describe("what is left of a spot", () => {
  it("is the highest amount without a consequence", () => {
    expect(room(spot("tie", [range(1, 499, 1, "warned"), range(500, 2000)]))).toBe(2000);
    expect(room(spot("tie", []))).toBe(0);
    expect(room(spot("tie", [range(500, null)]))).toBeNull();
  });
});
