import { describe, expect, it } from "vitest";
import { shared } from "./sharing";

describe("what has stayed the same", () => {
  const before = {
    roads: [
      { row: 0, ties: 1 },
      { row: 1, ties: 0 },
    ],
    hands: null,
    view: { round: 7, seats: { "1": "ann" } },
  };

  it("is the same thing, and the whole is where all of it is", () => {
    expect(shared(before, structuredClone(before))).toBe(before);
  });

  it("is kept beside what has changed", () => {
    const now = shared(before, { ...structuredClone(before), view: { round: 8, seats: { "1": "ann" } } });
    expect(now).toEqual({ ...before, view: { round: 8, seats: { "1": "ann" } } });
    expect([now.roads === before.roads, now.view.seats === before.view.seats, now.view === before.view]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is nothing that was there before where something came or went", () => {
    expect(shared([1, 2, 3], [1, 2])).toEqual([1, 2]);
    expect(shared([1, 2], [1, 2, 3])).toEqual([1, 2, 3]);
    expect(shared({ a: 1 }, { b: 1 })).toEqual({ b: 1 });
    expect([shared(null, { a: 1 }), shared({ a: 1 }, null), shared([], {})]).toEqual([{ a: 1 }, null, {}]);
  });
});
