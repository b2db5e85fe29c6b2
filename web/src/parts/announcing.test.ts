import { describe, expect, it } from "vitest";
import { announcing } from "./announcing.svelte";

describe("words for whoever listens", () => {
  it("are others each time, so that two approvals are heard as two", () => {
    const said = [0, 1, 2].map(() => (announcing.say("Approved."), announcing.text));
    expect(said.map((one) => one.trim())).toEqual(["Approved.", "Approved.", "Approved."]);
    expect([said[0] === said[1], said[1] === said[2]]).toEqual([false, false]);
  });
});
