import { describe, expect, it } from "vitest";
import { Declined } from "../api/ask";
import type { Command, Form } from "../api/types";
import { Ruling } from "./ruling.svelte";
import type { Consequence } from "./types";

const FORM: Form = { kind: "void_round", title: "Void round", about: "", table: null, says: "", sets: {}, fields: [{ name: "reason", label: "", sort: "text", required: true, options: [], usual: "", least: null, most: null }] };
const consequence = (number: number, text: string): Consequence => ({ stream: "table/1", number, takes_two: false, sentences: [{ text, clause: "1" }], moves: [] });
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function at(...answers: Consequence[]): { ruling: Ruling; given: [string, Command][]; goesOn: () => void; previews: (() => void)[] } {
  const [given, previews]: [[string, Command][], (() => void)[]] = [[], []];
  let goneOn = 0;
  const ruling = new Ruling("1", FORM, {}, {
    preview: () => new Promise((resolve) => previews.push(() => resolve(answers.shift() as Consequence))),
    give: (path, command) => {
      if (goneOn-- > 0) return Promise.reject(new Declined({ type: "", title: "", status: 409, detail: "", code: "gone_on", clause: null }));
      given.push([path, command]);
      return Promise.resolve();
    },
  });
  return { ruling, given, previews, goesOn: () => (goneOn = 1) };
}

describe("a ruling", () => {
  it("shows nothing of what was filled in before", async () => {
    const { ruling, given, previews } = at(consequence(4, "round 3 is void"));
    ruling.fill("reason", "fraud");
    void ruling.show();
    ruling.fill("reason", "a mistake");
    previews[0]?.();
    await settled();
    expect([ruling.ready, ruling.shown]).toEqual([false, null]);
    expect(await ruling.confirm()).toBeNull();
    expect(given).toEqual([]);
  });

  it("is carried out as it was shown, or looked at again", async () => {
    const { ruling, given, previews, goesOn } = at(consequence(4, "ann gets $5"), consequence(6, "ann gets $9"));
    ruling.fill("reason", "fraud");
    const shows = ruling.show();
    previews[0]?.();
    await shows;
    goesOn();
    const confirms = ruling.confirm();
    await settled();
    previews[1]?.();
    expect([await confirms, given, ruling.hasChanged]).toEqual([null, [], true]);
    await ruling.confirm();
    expect(given).toEqual([["/tables/1/commands?expected=6", { do: "void_round", reason: "fraud" }]]);
  });
});
