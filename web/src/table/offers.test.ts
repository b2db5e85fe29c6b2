import { describe, expect, it } from "vitest";
import type { Felt, Legal } from "../api/schema";
import { emptySeats, hasSeat, turnedHere } from "./offers";

const expose: Legal = { kind: "expose", where: [["hand", "player"]], amounts: [], asks: [], areas: [] };

describe("cards that are mine to turn", () => {
  it("are turned at the page where the shoe names them", () => expect(turnedHere(expose)).toBe(true));
  it("are turned on the table where somebody must read them", () =>
    expect(turnedHere({ ...expose, asks: ["cards"] })).toBe(false));
});

describe("seats", () => {
  const felt = (person: string): Felt =>
    ({ person, layout: { areas: ["1", "2", "3"] }, table: { view: { seats: { 2: "ann" } } } }) as unknown as Felt;
  it("are empty where nobody sits", () => expect(emptySeats(felt("bob"))).toEqual([1, 3]));
  it("are somebody's own or not", () => expect([hasSeat(felt("ann")), hasSeat(felt("bob"))]).toEqual([true, false]));
});
