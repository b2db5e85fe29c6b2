import { describe, expect, it } from "vitest";
import type { Felt, Hall, Problem, TableClock } from "../api/schema";
import { Live } from "./live.svelte";
import type { ToPage, Wish } from "./messages";

function page(): { live: Live; tell: (message: ToPage) => void; wishes: Wish[] } {
  const wishes: Wish[] = [];
  let told: (message: ToPage) => void = () => undefined;
  const live = new Live((hears) => {
    told = hears;
    return { wish: (wish) => wishes.push(wish), wake: () => undefined };
  });
  return { live, wishes, tell: (message) => told(message) };
}

const clock: TableClock = { stream: "table/1", now: 0, waits_for: "start", opened_at: 0, closes_at: 10_000_000 };
const felt = (person: string, running: TableClock | null): Felt =>
  ({ person, table: { number: 1, clock: running, progress: { next: "start" } } }) as unknown as Felt;
const refused: Problem = { type: "", title: "", status: 403, detail: "not yours", code: "no_role", clause: null };

describe("what a page knows", () => {
  it("is followed as long as anybody on the page wants it", () => {
    const { live, wishes } = page();
    const ends = [live.follow("1"), live.follow("1"), live.followBoard(), live.followBoard()];
    ends[0]?.();
    ends[2]?.();
    expect(wishes.at(-1)).toEqual({ tables: ["1"], board: true, shoes: [], tournaments: [], heard: [] });
    ends[1]?.();
    ends[3]?.();
    expect(wishes.at(-1)).toEqual({ tables: [], board: false, shoes: [], tournaments: [], heard: [] });
  });

  it("is not shown any more once it may not be seen, and again when it may", () => {
    const { live, tell } = page();
    live.follow("1");
    tell({ kind: "felt", table: "1", felt: felt("ann", null) });
    tell({ kind: "declined", table: "1", problem: refused });
    expect([live.felts["1"], live.declined["1"]?.detail]).toEqual([undefined, "not yours"]);
    tell({ kind: "felt", table: "1", felt: felt("ann", null) });
    expect([live.felts["1"]?.person, live.declined["1"]]).toEqual(["ann", undefined]);
  });

  it("says as whom it is drawn", () => {
    const { live, tell } = page();
    live.follow("1");
    tell({ kind: "felt", table: "1", felt: felt("ann", null) });
    tell({ kind: "felt", table: "1", felt: felt("bob", null) });
    expect(live.seenAs).toBe("bob");
  });

  it("knows the server's time, whatever this machine's clock says", () => {
    const { live, tell } = page();
    live.followTournament("cup");
    const ahead = 3_600_000_000;
    tell({ kind: "hall", tournament: "cup", hall: { person: "dot", now: Date.now() * 1000 + ahead } as Hall });
    expect(Math.abs(live.now - Date.now() * 1000 - ahead)).toBeLessThan(60_000_000);
  });

  it("has no countdown where the table has none any more, nor while nothing is heard", () => {
    const { live, tell } = page();
    live.follow("1");
    tell({ kind: "felt", table: "1", felt: felt("ann", clock) });
    expect(live.countdownAt("1")).not.toBeNull();
    tell({ kind: "line", open: false });
    expect(live.countdownAt("1")).toBeNull();
    tell({ kind: "line", open: true });
    tell({ kind: "felt", table: "1", felt: felt("ann", null) });
    expect(live.countdownAt("1")).toBeNull();
  });
});
