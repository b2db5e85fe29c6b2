import { describe, expect, it } from "vitest";
import type { Felt } from "../api/types";
import { texts } from "../texts";
import { momentOf, onCloth } from "./moment";

const felt = (attendance: string, progress: object): Felt =>
  ({ attendance, off: null, words: null, hands: null, person: "ann", table: { progress: { by: null, patrons: [], ...progress }, view: { round: 3, wagers: [], turns: null } } }) as unknown as Felt;

describe("a table that a dealer deals", () => {
  it("says that none has come, whatever comes next", () => {
    for (const next of ["prepare", "idle", "deal"]) {
      expect(momentOf(felt("awaited", { next }), true)).toMatchObject({ state: "awaited", words: texts.noDealer, below: texts.dealerAwaited });
    }
  });

  it("puts in quotes what somebody says, and nothing else", () => {
    expect(onCloth(momentOf(felt("awaited", { next: "idle" }), true))).toBe(texts.noDealer);
    expect(onCloth(momentOf(felt("dealer", { next: "idle" }), true))).toBe(`“${texts.placeBets}”`);
  });

  it("still waits for a patron who was asked", () => {
    expect(momentOf(felt("awaited", { next: "prepare", by: "patron", patrons: ["ann"] }), true).state).toBe("shuffling");
  });

  it("promises no countdown, which only the house has", () => {
    expect(momentOf(felt("dealer", { next: "idle" }), true).below).toBe(texts.roundOpen(3));
    expect(momentOf(felt("house", { next: "idle" }), true).below).toBe(texts.roundWaits(3));
  });
});
