/** The published vectors, all of them, and histories with a mistake planted in each. */
import published from "../../../docs/fairness-vectors.json";
import { describe, expect, test } from "vitest";
import { hex, unhex, utf8 } from "./bytes";
import { canonical } from "./canonical";
import { sha256 } from "./hashing";
import { wrongWith } from "./history";
import {
  cardLeaf,
  commitmentTo,
  type Context,
  contextBytes,
  keyOf,
  orderOf,
  promiseOf,
  rootOf,
  saltOfSeeds,
  saltsOf,
  sizeOf,
  wordsFrom,
} from "./shuffle";
import { rootByProof } from "./tree";

interface Vector {
  name: string;
  secret: string;
  seeds: string[];
  context: Context;
  context_bytes: string;
  commitment: string;
  promises: string[];
  salt_of_seeds: string;
  key: string;
  words: number[];
  order: string;
  root: string;
  cards: { index: number; card: string; salt: string; proof: string[] }[];
}
interface History {
  name: string;
  forged: boolean;
  acts: string[];
}
const VECTORS = published as { shoes: Vector[]; histories: History[] };
const HONEST = (VECTORS.histories.find((one) => !one.forged) as History).acts;

describe.each(VECTORS.shoes)("$name", (vector) => {
  const [secret, seeds] = [unhex(vector.secret), vector.seeds.map(unhex)];

  test("commitment, promises and key", async () => {
    expect(hex(contextBytes(vector.context))).toBe(vector.context_bytes);
    expect(await commitmentTo(secret, vector.context)).toBe(vector.commitment);
    expect(await Promise.all(seeds.map((seed) => promiseOf(seed, vector.commitment)))).toEqual(vector.promises);
    expect(hex(await saltOfSeeds(seeds))).toBe(vector.salt_of_seeds);
    expect(hex(await keyOf(secret, seeds, vector.context))).toBe(vector.key);
  });

  test("words, order and root", async () => {
    const words = wordsFrom(unhex(vector.key));
    for (const word of vector.words) expect((await words.next()).value).toBe(word);
    const order = await orderOf(secret, seeds, vector.context);
    expect(order.join(" ")).toBe(vector.order);
    expect(await rootOf(secret, order, vector.context)).toBe(vector.root);
  });

  test("every card is proven, and no other card, place or salt", async () => {
    const [salts, size] = [await saltsOf(secret, vector.context), sizeOf(vector.context)];
    for (const { index, card, salt, proof } of vector.cards) {
      expect(hex(salts[index] as (typeof salts)[0])).toBe(salt);
      const rootFor = async (face: string, place: number, with_: string): Promise<string | null> =>
        rootByProof(await cardLeaf(place, unhex(with_), face), place, size, proof);
      expect(await rootFor(card, index, salt)).toBe(vector.root);
      expect(await rootFor(card === "AS" ? "KS" : "AS", index, salt)).not.toBe(vector.root);
      expect(await rootFor(card, (index + 1) % size, salt)).not.toBe(vector.root);
      expect(await rootFor(card, index, "00".repeat(32))).not.toBe(vector.root);
    }
  });
});

test.each(VECTORS.histories)("$name", async ({ acts, forged }) => {
  expect((await wrongWith(acts)).length > 0).toBe(forged);
});

/** The acts with one of them changed and all links made to fit again. */
async function planted(change: (act: Record<string, unknown>) => boolean): Promise<string[]> {
  const acts = HONEST.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(acts.some(change)).toBe(true);
  const lines: string[] = [];
  for (const act of acts) {
    const last = lines.at(-1);
    if (last !== undefined) act["previous"] = hex(await sha256(utf8(last)));
    if (act["act"] === "shoe_committed.1") (act["context"] as Record<string, unknown>)["previous"] = act["previous"];
    lines.push(canonical(act));
  }
  return lines;
}

const on =
  (kind: string, change: (act: Record<string, unknown>) => void) =>
  (act: Record<string, unknown>): boolean => {
    if (act["act"] !== kind) return false;
    change(act);
    return true;
  };

const MISTAKES: [string, (act: Record<string, unknown>) => boolean, string][] = [
  [
    "a swapped card",
    on("card_shown.1", (act) => (act["card"] = act["card"] === "AS" ? "KS" : "AS")),
    "is not proven by the root",
  ],
  ["a changed seed", on("seed_opened.1", (act) => (act["opened"] = "6e6f")), "is not the one that was promised"],
  ["another commitment", on("shoe_committed.1", (act) => (act["commitment"] = "ab".repeat(32))), "not committed to"],
  [
    "another secret",
    on("secret_revealed.1", (act) => (act["secret"] = "cd".repeat(32))),
    "the sealed order is not that of secret and seeds",
  ],
  ["another root", on("shoe_sealed.1", (act) => (act["root"] = "ef".repeat(32))), "is not proven by the root"],
  ["another salt", on("card_shown.1", (act) => (act["salt"] = "00".repeat(32))), "is not proven by the root"],
  ["another place", on("card_shown.1", (act) => (act["place"] = Number(act["place"]) + 1)), "by the cut"],
  [
    "another seeding",
    on("shoe_sealed.1", (act) => (act["house_seeded"] = act["house_seeded"] !== true)),
    "the wrong thing about who seeded it",
  ],
  [
    "a shoe of another number",
    on("shoe_committed.1", (act) => ((act["context"] as Record<string, unknown>)["shoe"] = 7)),
    "only a table's first shoe",
  ],
  ["a cut behind the cards", on("shoe_cut.1", (act) => (act["at"] = 100_000)), "it cannot be cut there"],
];

test.each(MISTAKES)("%s is found", async (_, change, reason) => {
  const found = await wrongWith(await planted(change));
  expect(found.map((one) => one.sentence).join("; ")).toContain(reason);
});

test("lines in another spelling are no acts", async () => {
  const found = await wrongWith([HONEST[0]?.replace('{"act"', '{ "act"') ?? "", ...HONEST.slice(1)]);
  expect(found[0]?.sentence).toBe("not an act as the protocol writes it");
});

test("a broken link is found", async () => {
  const found = await wrongWith(HONEST.filter((_, place) => place !== 2));
  expect(found.some((one) => one.sentence === "does not name the act before it")).toBe(true);
});
