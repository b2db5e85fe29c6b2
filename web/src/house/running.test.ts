import { describe, expect, it } from "vitest";
import { hasAddress, milliseconds, runningOf, USUAL } from "./running";

describe("how a table is run", () => {
  it("is sent in milliseconds", () => {
    expect(runningOf({ ...USUAL, betting: "20", card: "0.25" })).toMatchObject({
      betting_ms: 20_000,
      card_ms: 250,
      offer_ms: 10_000,
      automatic: true,
    });
  });

  it.each(["", "-1", "fast", "1.2345", "123456"])("has no time %j", (typed) => {
    expect(milliseconds(typed)).toBeNull();
    expect(runningOf({ ...USUAL, offer: typed })).toBeNull();
  });

  it("has a name that an address can have", () => {
    expect([".", " .. ", "...", "high.roller", ""].map(hasAddress)).toEqual([false, false, true, true, true]);
  });
});
