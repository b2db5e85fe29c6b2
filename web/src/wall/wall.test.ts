import { describe, expect, it } from "vitest";
import type { Felt, PrintedBox } from "../api/schema";
import { labelOf, rowsOf } from "./rows";

const box = (name: string, most = 100000): PrintedBox => ({
  wager: name,
  name,
  mark: "",
  main: true,
  side: null,
  pays: "1 to 1",
  pay_table: "",
  clauses: [],
  least: 500,
  most,
  step: 500,
});
const felt = (...boxes: PrintedBox[]): Felt => ({ title: "A book", layout: { boxes } }) as unknown as Felt;

describe("the left side of the wall", () => {
  it("has a row for each box, and names limits that differ from the first", () => {
    const boxes = [box("Player"), box("Banker"), box("Tie", 20000)];
    expect(rowsOf("one", felt(...boxes))).toBe(3);
    expect(boxes.map((one) => labelOf(one, box("Player")))).toEqual(["Player", "Banker", "Tie, $5 – 200"]);
  });

  it("is higher with whatever takes another line", () => {
    const usual = rowsOf("one", felt(box("Player")));
    expect(rowsOf("the-salon-upstairs", felt(box("Player")))).toBeGreaterThan(usual);
    expect(rowsOf("one", felt(box("Player", 2500000000)))).toBeGreaterThan(usual);
    expect(rowsOf("one", felt(box("Player"), box("Something on Banker", 20000)))).toBe(usual + 2);
  });
});
