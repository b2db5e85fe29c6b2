import { describe, expect, it } from "vitest";
import { Declined, NoAnswer } from "../api/ask";
import type { Done, Felt, Problem } from "../api/schema";
import { SlipDesk } from "./slipdesk.svelte";
import type { Stakes } from "./slip";

const REFUSED: Problem = {
  type: "urn:x",
  title: "The rules refuse it",
  status: 409,
  detail: "wagers are not open now",
  code: "wagers_closed",
  clause: "act-2015 6.2",
};

interface Sent {
  round: number;
  stakes: Stakes;
  answer: (number: number) => Promise<void>;
  refuse: (problem: Problem) => Promise<void>;
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function desk(): { desk: SlipDesk; sent: Sent[] } {
  const sent: Sent[] = [];
  const made = new SlipDesk(
    (round, stakes) =>
      new Promise<Done>((resolve, reject) => {
        sent.push({
          round,
          stakes,
          answer: (number) => (resolve({ stream: "table/1", number, repeated: false, records: [] }), settled()),
          refuse: (problem) => (reject(new Declined(problem)), settled()),
        });
      }),
  );
  return { desk: made, sent };
}

function felt(number: number, round: number, lies: Record<string, number> = {}): Felt {
  const spots = Object.entries(lies).map(([wager, amount]) => ({
    area: "1",
    wager,
    lies: amount,
    more: [],
    shut: null,
  }));
  return { table: { number, view: { round } }, spots, rounds: [] } as unknown as Felt;
}

describe("the desk that sends slips", () => {
  it("shows what is wanted at once, and as accepted only when the house has answered", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    at.put("1 banker", 500);
    expect([at.shown.get("1 banker"), at.accepted.get("1 banker")]).toEqual([500, undefined]);
    await sent[0]?.answer(2);
    expect(at.accepted.get("1 banker")).toBe(500);
    expect(sent[0]?.round).toBe(7);
  });

  it("sends one slip at a time, and then the last one that is wanted", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    for (const amount of [100, 100, 100]) at.put("1 tie", amount);
    expect(sent.length).toBe(1);
    await sent[0]?.answer(2);
    expect(sent.length).toBe(2);
    expect(sent[1]?.stakes.get("1 tie")).toBe(300);
    await sent[1]?.answer(3);
    expect(sent.length).toBe(2);
  });

  it("puts back what lay there when a slip is refused, and says so at the spot", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(4, 7, { banker: 500 }));
    at.put("1 tie", 100);
    await sent[0]?.refuse(REFUSED);
    expect(at.shown).toEqual(new Map([["1 banker", 500]]));
    expect(at.refusal).toEqual({ spot: "1 tie", problem: REFUSED });
    at.put("1 banker", 100);
    expect(at.refusal).toBeNull();
  });

  it("says a refusal at the spot that it is about, and sends what was wanted since", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(4, 7));
    at.put("1 tie", 10_000);
    at.put("1 banker", 500);
    await sent[0]?.refuse(REFUSED);
    expect(at.refusal?.spot).toBe("1 tie");
    expect(sent[1]?.stakes).toEqual(new Map([["1 banker", 500]]));
    await sent[1]?.answer(5);
    expect([at.accepted, at.refusal?.spot]).toEqual([new Map([["1 banker", 500]]), "1 tie"]);
    at.undo();
    expect(at.shown.size).toBe(0);
  });

  it("doubles no further than limits and chips go, and says when nothing can be doubled", async () => {
    const { desk: at, sent } = desk();
    const more = [{ low: 100, high: 100_000, step: 100, consequence: null }];
    const table = (number: number, lies: number, chips: number): Felt => {
      const found = felt(number, 7, { tie: lies });
      return { ...found, spots: found.spots.map((spot) => ({ ...spot, more })), purse: { chips } } as unknown as Felt;
    };
    at.look(table(1, 400, 300));
    expect(at.canDouble).toBe(true);
    at.double();
    expect([sent[0]?.stakes.get("1 tie"), at.canDouble]).toEqual([700, false]);
    await sent[0]?.answer(2);
    at.look(table(2, 700, 0));
    expect(at.canDouble).toBe(false);
  });

  it("believes a newer look at the table more than an older answer", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    at.put("1 tie", 100);
    await sent[0]?.answer(5);
    at.look(felt(4, 7));
    expect(at.accepted.get("1 tie")).toBe(100);
    at.look(felt(6, 7));
    expect(at.accepted.get("1 tie")).toBeUndefined();
  });

  it("is never sent for another round than it was meant for", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    at.put("1 tie", 100);
    at.put("1 tie", 100);
    at.look(felt(9, 8));
    await sent[0]?.answer(2);
    expect(sent.length).toBe(1);
    expect(at.shown.size).toBe(0);
  });

  it("takes nothing of a slip that is still on its way into the next round", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    at.put("1 banker", 50_000);
    at.look(felt(9, 8));
    expect(at.shown.size).toBe(0);
    at.put("1 tie", 100);
    expect(at.shown).toEqual(new Map([["1 tie", 100]]));
    await sent[0]?.answer(2);
    expect(at.accepted.size).toBe(0);
    expect([sent[1]?.round, sent[1]?.stakes]).toEqual([8, new Map([["1 tie", 100]])]);
  });

  it("keeps what is wanted now when a slip of the round before is refused", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    at.put("1 banker", 50_000);
    at.look(felt(9, 8));
    at.put("1 tie", 100);
    await sent[0]?.refuse(REFUSED);
    expect([at.refusal, at.shown.get("1 tie")]).toEqual([null, 100]);
    expect(sent[1]?.round).toBe(8);
  });

  it("says so when nobody has answered", async () => {
    const at = new SlipDesk(() => Promise.reject(new NoAnswer()));
    at.look(felt(1, 7));
    at.put("1 tie", 100);
    await settled();
    expect([at.refusal?.problem.code, at.shown.size]).toEqual(["no_answer", 0]);
  });

  it("goes back step by step, within a round", async () => {
    const { desk: at, sent } = desk();
    at.look(felt(1, 7));
    at.put("1 tie", 100);
    await sent[0]?.answer(2);
    at.look(felt(2, 7, { tie: 100 }));
    at.put("1 tie", 100);
    await sent[1]?.answer(3);
    at.look(felt(3, 7, { tie: 200 }));
    at.undo();
    expect(sent[2]?.stakes.get("1 tie")).toBe(100);
    await sent[2]?.answer(4);
    at.look(felt(5, 8));
    expect(at.canUndo).toBe(false);
  });
});
