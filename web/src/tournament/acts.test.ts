import { describe, expect, it } from "vitest";
import type { DeskAct } from "../api/types";
import { kindsOf, matching, titleOf } from "./acts";

const act = (kind: string, table: string | null = null, where: DeskAct["where"] = []): DeskAct => ({ kind, says: "", table, where, asks: [] });

describe("what may be done", () => {
  it("is shown once for each kind and table, without the next step", () => {
    const found = kindsOf([act("pay_prize", null, [["player", "ann"]]), act("pay_prize", null, [["player", "bob"]]), act("draw", "1"), act("draw", "2"), act("end_session")], "end_session");
    expect(found.map((one) => [one.kind, one.table, one.acts.length])).toEqual([["pay_prize", null, 2], ["draw", "1", 1], ["draw", "2", 1]]);
  });

  it("keeps an act at a table that is called like the next step", () => {
    expect(kindsOf([act("draw", "1")], "draw").length).toBe(1);
  });

  it("is found by its words", () => {
    const kinds = kindsOf([act("call_break"), act("void_round", "1")]);
    expect(matching(kinds, "brea").map((one) => one.kind)).toEqual(["call_break"]);
    expect(titleOf("void_round")).toBe("Void round");
  });
});
