import { describe, expect, it } from "vitest";
import { cardsIn, effectOf, faceOf } from "./removal";

const byRank = { wager: "tie", by_suit: false, effects: {}, rounded: { A: 1, T: 2 } };
const bySuit = { wager: "pair", by_suit: true, effects: {}, rounded: { AC: 3, AD: 4, TC: 5 } };

describe("effects of removal", () => {
  it("are by card as soon as one wager needs it", () => {
    expect(cardsIn([byRank])).toEqual(["A", "T"]);
    expect(cardsIn([byRank, bySuit])).toEqual(["AC", "AD", "TC"]);
    expect(cardsIn([])).toEqual([]);
  });

  it("are named by a face where there is a suit", () => {
    expect([faceOf("TC"), faceOf("T")]).toEqual(["TC", null]);
  });

  it("of a rank hold for all of its cards", () => {
    expect([effectOf(byRank.rounded, "TC"), effectOf(bySuit.rounded, "AD")]).toEqual([2, 4]);
    expect(effectOf(bySuit.rounded, "9S")).toBeNaN();
  });
});
