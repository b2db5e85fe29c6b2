import { describe, expect, it } from "vitest";
import type { StepChoice } from "../api/schema";
import { besides } from "./choices";

const cut = choice("ann has cut", "cut");
const decline = choice("ann does not want to", "decline_cut");

function choice(text: string, kind: string): StepChoice {
  return { text, command: { do: kind, patron: "ann" } };
}

describe("what may be chosen beside a step", () => {
  it("is what needs neither cards nor a number", () => {
    expect(besides({ way: "number", choices: [cut, decline] })).toEqual([decline]);
    expect(besides({ way: "cards", choices: [cut, decline] })).toEqual([decline]);
  });
  it("is everything that is somebody else's act", () => {
    expect(besides({ way: "wait", choices: [cut, decline] })).toEqual([cut, decline]);
    expect(besides({ way: "wait", choices: [] })).toEqual([]);
  });
  it("is nothing where a key gives it, or the step shows it itself", () => {
    expect(besides({ way: "key", choices: [cut, decline] })).toEqual([]);
    expect(besides({ way: "pay", choices: [cut] })).toEqual([]);
  });
});
