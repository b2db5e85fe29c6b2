import { describe, expect, it } from "vitest";
import { ageOf } from "./age";
import { joined } from "./observed.svelte";
import { begun, read } from "./form";
import type { Field, Form } from "./types";

const field = (name: string, sort: Field["sort"], more: Partial<Field> = {}): Field => ({ name, sort, label: name, required: true, options: [], least: null, most: null, ...more });
const form = (...fields: Field[]): Form => ({ kind: "void_round", title: "Void round", says: "", fields });
const ROUNDS = [{ text: "Round 2", sets: { round: 2 } }, { text: "Round 1", sets: { round: 1 } }];

describe("a form", () => {
  it("becomes the command that its choices and words make", () => {
    const made = form(field("round", "choice", { options: ROUNDS }), field("amount", "money"), field("text", "text"), field("debt", "flag", { required: false }));
    expect(read(made, { round: "1", amount: "-12.50", text: " seen ", debt: "yes" })).toEqual({
      command: { do: "void_round", round: 1, amount: -1250, text: "seen", debt: true },
    });
  });

  it("leaves out what may be left out", () => {
    expect(read(form(field("whose", "choice", { required: false, options: ROUNDS })), {})).toEqual({ command: { do: "void_round" } });
  });

  it("says which field is wrong, and sends nothing", () => {
    const found = read(form(field("round", "choice", { options: ROUNDS }), field("card", "card"), field("amount", "money", { required: false })), { card: "1X", amount: "ten" });
    expect("wrong" in found && Object.keys(found.wrong)).toEqual(["round", "card", "amount"]);
  });

  it("has chosen what is certain", () => {
    expect(begun(form(field("round", "choice", { options: ROUNDS })), { round: 1 })).toEqual({ round: "1" });
    expect(begun(form(field("which", "choice", { options: ROUNDS.slice(0, 1) })))).toEqual({ which: "0" });
    expect(begun(form(field("round", "choice", { options: ROUNDS })))).toEqual({});
  });
});

describe("what happened", () => {
  it("goes on below what is known, whatever comes twice", () => {
    const told = (...numbers: number[]): { number: number; sentences: [] }[] => numbers.map((number) => ({ number, sentences: [] }));
    const first = joined([], told(3, 2, 1));
    expect(joined(first, told(5, 4, 3, 2)).map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
    expect(joined(first, told(3, 2)).length).toBe(3);
    expect(joined(first, told(9, 8)).map((one) => one.number)).toEqual([8, 9]);
    expect(joined(first, [])).toEqual(first);
  });
});

describe("what is typed", () => {
  it("is an age in the largest unit that it fills", () => {
    expect([0, 59, 60, 3599, 3600].map((seconds) => ageOf(seconds * 1_000_000))).toEqual(["0 s", "59 s", "1 min", "59 min", "1 h"]);
  });
});
