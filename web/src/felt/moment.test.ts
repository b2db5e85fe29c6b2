import { describe, expect, it } from "vitest";
import type { Felt } from "../api/schema";
import { texts } from "../texts";
import { clauseOf, momentOf, onCloth } from "./moment";

const felt = (attendance: string, progress: object): Felt =>
  ({
    attendance,
    off: null,
    words: null,
    hands: null,
    person: "ann",
    table: { progress: { by: null, patrons: [], ...progress }, view: { round: 3, wagers: [], turns: null } },
  }) as unknown as Felt;

describe("a table that a dealer deals", () => {
  it("says that none has come, whatever comes next", () => {
    for (const next of ["prepare", "idle", "deal"]) {
      expect(momentOf(felt("awaited", { next }), true)).toMatchObject({
        state: "awaited",
        words: texts.noDealer,
        below: texts.dealerAwaited,
      });
    }
  });

  it("puts in quotes what somebody says, and nothing else", () => {
    expect(onCloth(momentOf(felt("awaited", { next: "idle" }), true))).toBe(texts.noDealer);
    expect(onCloth(momentOf(felt("dealer", { next: "idle" }), true))).toBe(`“${texts.placeBets}”`);
  });

  it("still waits for a patron who was asked", () => {
    expect(momentOf(felt("awaited", { next: "prepare", by: "patron", patrons: ["ann"] }), true).state).toBe(
      "shuffling",
    );
  });

  it("promises no countdown, which only the house has", () => {
    expect(momentOf(felt("dealer", { next: "idle" }), true).below).toBe(texts.roundOpen(3));
    expect(momentOf(felt("house", { next: "idle" }), true).below).toBe(texts.roundWaits(3));
  });
});

describe("how a round ended", () => {
  const line = { patron: "ann", area: "1", wager: "player", stake: 500, change: 500, outcome: "won", stays: 0 };
  const after = (patrons: string[]): Felt => {
    const found = felt("dealer", { next: "start" });
    const wagers = patrons.map((patron) => ({ patron, area: "2", wager: "tie", amount: 100 }));
    const hands = { round: 2, over: true, result: "player", player: { total: 9 }, banker: { total: 5 } };
    return {
      ...found,
      hands,
      settling: { round: 2, lines: [line] },
      table: { ...found.table, view: { ...found.table.view, wagers } },
    } as unknown as Felt;
  };

  it("is said to whoever has not bet again, though others have", () => {
    expect(momentOf(after(["vera"]), true).words).toBe(texts.handWins("Player", 9, 5));
    expect(momentOf(after(["vera", "ann"]), true).words).toBe(texts.placeBets);
    expect(momentOf({ ...after(["vera"]), person: "otto" }, true).words).toBe(texts.placeBets);
  });

  it("has its clause on the cloth, and other words have not", () => {
    const said = (found: Felt): Felt => ({
      ...found,
      words: { key: "player_wins", text: "Player wins", clause: "10.1" },
    });
    const shown = (found: Felt): string | null => clauseOf(found, momentOf(found, true));
    expect(shown(said(after([])))).toBe("10.1");
    expect(shown(said(after(["vera"])))).toBe("10.1");
    expect(shown(said(after(["vera", "ann"])))).toBeNull();
    expect(shown({ ...said(after([])), attendance: "awaited" })).toBeNull();
    expect(shown(after([]))).toBeNull();
  });
});
