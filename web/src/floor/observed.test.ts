import { describe, expect, it } from "vitest";
import { ageOf } from "./age";
import { joined } from "./observed.svelte";

describe("what happened", () => {
  it("goes on below what is known, whatever comes twice", () => {
    const told = (...numbers: number[]): { number: number; sentences: [] }[] =>
      numbers.map((number) => ({ number, sentences: [] }));
    const first = joined([], told(3, 2, 1));
    expect(joined(first, told(5, 4, 3, 2)).map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
    expect(joined(first, told(3, 2)).length).toBe(3);
    expect(joined(first, told(9, 8)).map((one) => one.number)).toEqual([8, 9]);
    expect(joined(first, [])).toEqual(first);
  });
});

describe("how long ago it was", () => {
  it("is told in the largest unit that it fills", () => {
    expect([0, 59, 60, 3599, 3600].map((seconds) => ageOf(seconds * 1_000_000))).toEqual([
      "0 s",
      "59 s",
      "1 min",
      "59 min",
      "1 h",
    ]);
  });
});
