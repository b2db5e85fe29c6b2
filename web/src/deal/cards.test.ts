import { describe, expect, it } from "vitest";
import { CardKeys, readCard, readCards } from "./cards";

function typed(keys: string): (string | null)[] {
  const at = new CardKeys();
  return [...keys].map((key) => at.press(key).card);
}

describe("cards by keys", () => {
  it("take a rank, then a suit, as digits or letters", () => {
    expect(typed("11")).toEqual([null, "AC"]);
    expect(typed("7d")).toEqual([null, "7D"]);
    expect(typed("03")).toEqual([null, "TH"]);
    expect(typed("/4*2-1")).toEqual([null, "JS", null, "QD", null, "KC"]);
    expect(typed("qh")).toEqual([null, "QH"]);
  });
  it("pass over what is no rank; what is no suit drops the rank", () => {
    const at = new CardKeys();
    const unheard = { heard: false, card: null, dropped: null };
    expect(at.press("x")).toEqual(unheard);
    at.press("9");
    expect(at.press("Shift")).toEqual(unheard);
    expect(at.press("9")).toEqual({ heard: true, card: null, dropped: "9" });
    expect(at.press("s")).toEqual(unheard);
    expect(typed("10c")).toEqual([null, null, null]);
  });
});

describe("cards as words", () => {
  it("are what a scanner types", () => {
    expect(["TC", "10c", " as ", "2H"].map(readCard)).toEqual(["TC", "TC", "AS", "2H"]);
    expect(["1C", "11C", "T", "C7", "", "10", "TCC"].map(readCard)).toEqual(Array(7).fill(null));
    expect(readCards("7C, kd")).toEqual(["7C", "KD"]);
    expect(readCards("7C kx")).toBeNull();
  });
});
