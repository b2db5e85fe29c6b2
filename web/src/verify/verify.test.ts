/** What a file of a bundle may be written like, and what is found in its parts. */
import { describe, expect, it, test } from "vitest";
import vectors from "../../../docs/ballot-vectors.json";
import { hex, utf8 } from "../fair/bytes";
import { drawCommitment, drawKey, drawnBy, wrongWithDraws } from "../fair/draws";
import { leafHash, rootOfLeaves } from "../fair/tree";
import { Checking } from "./checking.svelte";
import { verified } from "./file";
import { GrowingTree } from "./merkle-tree";
import { base64In, keyIn } from "./notes";
import { type Data, jsonIn, same, strictly } from "./strict-json";

describe("JSON", () => {
  it.each(['{"a":1,"a":2}', '[{"b":{"c":1,"c":1}}]', '{"a":1.0}', '{"a":[1e3]}', '{"a":', "NaN"])(
    "%s is none of a bundle",
    (text) => {
      expect(() => jsonIn(text)).toThrow();
    },
  );

  it("takes the same name in different objects, and quotes in texts", () => {
    expect(jsonIn('{"a":{"a":[{"a":"\\"a\\":1.5,"}]},"b":-12}')).toEqual({ a: { a: [{ a: '"a":1.5,' }] }, b: -12 });
  });

  it("has no member that is not there", () => {
    const event: Data = strictly({ entry: { postings: [[["cage"], 5]] } });
    expect(event["entry"].postings[0][1]).toBe(5);
    expect(() => event["entry"].amount).toThrow("there is no amount");
    expect(same(event, { entry: { postings: [[["cage"], 5]] } })).toBe(true);
  });
});

test("a tree that grows has the root of its leaves at every size", async () => {
  const leaves = await Promise.all(Array.from({ length: 21 }, (_, place) => leafHash(utf8(String(place)))));
  const tree = new GrowingTree();
  for (const [place, leaf] of leaves.entries()) {
    await tree.add(leaf);
    expect(await tree.root()).toBe(hex(await rootOfLeaves(leaves.slice(0, place + 1))));
  }
});

test("keys and base64 have one spelling", async () => {
  expect(() => base64In("AB==")).toThrow("one spelling");
  expect(() => base64In("?")).toThrow("not base64");
  await expect(keyIn("puntobanco/x+00000000+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs")).rejects.toThrow(
    "not that of its key",
  );
});

describe("ballots and lots", () => {
  it("are those of the test vectors", async () => {
    for (const { context, secret, words, names, order, commitment, key } of vectors.draws) {
      const added = words.map((one) => one.words);
      expect(await drawCommitment(secret, context)).toBe(commitment);
      expect(hex(await drawKey(secret, added, context))).toBe(key);
      expect(await drawnBy(secret, added, context, names)).toEqual(order);
    }
    for (const { seed, names, order } of vectors.rehearsals)
      expect(await drawnBy(seed, [], null, names)).toEqual(order);
  });

  it.each(vectors.files.map((file) => [file.name, file] as const))("in a file: %s", async (_, { lines, forged }) => {
    expect((await wrongWithDraws(lines)).length > 0).toBe(forged);
  });

  it("are checked where a file of them is given", async () => {
    const checking = new Checking();
    await checking.check(new File([`${(vectors.files[0]?.lines ?? []).join("\n")}\n`], "drawn.jsonl"), "");
    expect(checking.outcome?.findings).toEqual([]);
    expect(checking.outcome?.checked).toEqual([["draws", 2]]);
  });
});

test.each(["", "{}\n", '{"bundle":"bundle.1"}\n', "\u0089PNG"])("%j is no bundle", async (content) => {
  await expect(verified(new Blob([content]), null)).rejects.toThrow();
});

describe("a key that is written after the file was given", () => {
  const given = async (): Promise<Checking> => {
    const checking = new Checking();
    await checking.check(new File(['{"act":1}\n'], "acts"), "");
    return checking;
  };

  it("takes back what was found without it, and finds anew", async () => {
    const checking = await given();
    const before = checking.outcome;
    expect([before === null, checking.waits]).toEqual([false, false]);
    checking.written("house+key");
    expect([checking.outcome, checking.waits, checking.name]).toEqual([null, true, "acts"]);
    await checking.again("house+key");
    expect([checking.outcome === null, checking.waits]).toEqual([false, false]);
  });

  it("changes nothing where it is the same, or where there is no file", async () => {
    const checking = await given();
    const before = checking.outcome;
    await checking.again("  ");
    expect(checking.outcome).toBe(before);
    const empty = new Checking();
    await empty.again("house+key");
    expect([empty.waits, empty.outcome, empty.problem]).toEqual([false, null, ""]);
  });
});
