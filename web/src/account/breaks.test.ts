import { describe, expect, it } from "vitest";
import { BREAKS, endOf, isOver } from "./breaks";

describe("a break from play", () => {
  it("ends so many days from now, or never", () => {
    expect(endOf("1", 1_000)).toBe(86_401_000_000);
    expect(endOf("", 1_000)).toBeNull();
    expect(BREAKS.map(([days]) => endOf(days, 0)).at(-1)).toBeNull();
  });

  it("is over from its last moment on", () => {
    expect([isOver(2_000_000, 1_999), isOver(2_000_000, 2_000)]).toEqual([false, true]);
  });
});
