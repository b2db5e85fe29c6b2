/** A seed is kept before it is promised, opened only after the time for promises, and the same in every tab. */
import { expect, test } from "vitest";
import { hex, unhex, utf8 } from "./bytes";
import type { FairShoeCommand } from "../api/schema";
import { type Hand, Seeding, type Window } from "./seeding";
import { type Keeping, keepWords, keptSeed, seedFor, wordsKept } from "./seeds";
import type { SeenShoe } from "./seen";
import { promiseOf } from "./shuffle";

const PLACE = { house: "Casino", person: "ann", table: "1" };
const COMMITMENT = "ab".repeat(32);
const SHOE = {
  number: 4,
  commitment: COMMITMENT,
  promises: [],
  seeds: [],
  root: null,
  ended: null,
} as unknown as SeenShoe;
const WINDOW: Window = { promisedUntil: 20_000, openedUntil: 30_000, yours: null };

function keeping(): Keeping & { held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

function tab(kept: Keeping, clock: { now: number }) {
  const given: { command: FairShoeCommand; key: string }[] = [];
  const waiting: number[] = [];
  let whole: Promise<unknown> = Promise.resolve();
  const hand: Hand = {
    keeping: kept,
    give: (command, key) => (given.push({ command, key }), Promise.resolve()),
    later: (milliseconds) => void waiting.push(milliseconds),
    now: () => clock.now,
    alone: (_, act) => (whole = whole.then(act)) as ReturnType<typeof act>,
  };
  return { seeding: new Seeding(hand, () => undefined), given, waiting };
}

async function promised(seed: string, state: "promised" | "opened" = "promised"): Promise<SeenShoe> {
  return {
    ...SHOE,
    promises: ["00".repeat(32), await promiseOf(unhex(seed), COMMITMENT)],
    seeds: [
      { number: 1, by: "patron", state: "promised" },
      { number: 2, by: "patron", state },
    ],
  };
}

test("a seed of chance is 256 bits, kept for its shoe, and another for another shoe", () => {
  const kept = keeping();
  const seed = seedFor(kept, PLACE, 4, COMMITMENT);
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(seedFor(kept, PLACE, 4, COMMITMENT)).toBe(seed);
  expect(keptSeed(kept, PLACE, 4, COMMITMENT)).toBe(seed);
  expect(keptSeed(kept, PLACE, 4, "cd".repeat(32))).toBeNull();
  for (const other of [
    { ...PLACE, house: "Other" },
    { ...PLACE, person: "bob" },
    { ...PLACE, table: "2" },
  ])
    expect(keptSeed(kept, other, 4, COMMITMENT)).toBeNull();
  expect(seedFor(kept, PLACE, 5, "cd".repeat(32))).not.toBe(seed);
});

test("words are one seed, in one spelling, and used once", () => {
  const kept = keeping();
  keepWords(kept, PLACE, " la vie est bélle ");
  expect(seedFor(kept, PLACE, 4, COMMITMENT)).toBe(hex(utf8("la vie est bélle".normalize("NFC"))));
  expect(wordsKept(kept, PLACE)).toBe("");
  expect(seedFor(kept, PLACE, 5, "cd".repeat(32))).toMatch(/^[0-9a-f]{64}$/);
});

test("old seeds are thrown away", () => {
  const kept = keeping();
  for (let shoe = 1; shoe < 9; shoe += 1) seedFor(kept, PLACE, shoe, COMMITMENT);
  expect(kept.held.size).toBe(3);
});

test("the promise tells nothing but its hash, and two tabs promise the same", async () => {
  const [kept, clock] = [keeping(), { now: 1000 }];
  const [one, two] = [tab(kept, clock), tab(kept, clock)];
  await one.seeding.go(SHOE, WINDOW, PLACE, true);
  await two.seeding.go(SHOE, WINDOW, PLACE, true);
  const seed = keptSeed(kept, PLACE, 4, COMMITMENT) as string;
  expect(one.given).toEqual([
    {
      command: { do: "promise_seed", promise: await promiseOf(unhex(seed), COMMITMENT) },
      key: `seed promise ${COMMITMENT}`,
    },
  ]);
  expect(two.given).toEqual(one.given);
});

test("it is opened after the time for promises and not before, also after a reload", async () => {
  const [kept, clock] = [keeping(), { now: 1000 }];
  const seed = seedFor(kept, PLACE, 4, COMMITMENT);
  const first = tab(kept, clock);
  await first.seeding.go(await promised(seed), WINDOW, PLACE, true);
  expect(first.given).toEqual([]);
  expect(first.waiting).toEqual([19_300]);
  clock.now = 20_400;
  const reloaded = tab(kept, clock);
  await reloaded.seeding.go(await promised(seed), { ...WINDOW, yours: 2 }, PLACE, false);
  expect(reloaded.given).toEqual([{ command: { do: "open_seed", seed }, key: `seed open ${COMMITMENT}` }]);
});

test("nothing is done for who does not want it, who is too late, or whose seed is open", async () => {
  const [kept, clock] = [keeping(), { now: 1000 }];
  const { seeding, given } = tab(kept, clock);
  await seeding.go(SHOE, WINDOW, PLACE, false);
  await seeding.go(SHOE, { ...WINDOW, yours: 1 }, PLACE, true); // promised elsewhere
  await seeding.go({ ...SHOE, root: "ef".repeat(32) }, WINDOW, PLACE, true);
  clock.now = 25_000;
  await seeding.go(SHOE, WINDOW, PLACE, true);
  const seed = seedFor(kept, PLACE, 4, COMMITMENT);
  await seeding.go(await promised(seed, "opened"), WINDOW, PLACE, true);
  clock.now = 31_000;
  await seeding.go(await promised(seed), WINDOW, PLACE, true);
  expect(given).toEqual([]);
});
