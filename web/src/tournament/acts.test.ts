import { describe, expect, it } from "vitest";
import type { Form } from "../api/schema";
import { alike, kindsOf } from "./acts";

const act = (kind: string, table: string | null = null, about = ""): Form => ({
  kind,
  title: kind,
  about,
  table,
  says: "",
  sets: {},
  fields: [],
});

describe("what may be done", () => {
  it("is shown once for each kind and table, without the next step", () => {
    const acts = [
      act("pay_prize", null, "ann"),
      act("pay_prize", null, "bob"),
      act("draw", "1"),
      act("draw", "2"),
      act("end_session"),
    ];
    const found = kindsOf(acts, "end_session");
    expect(found.map((one) => [one.kind, one.table, acts.filter((other) => alike(one, other)).length])).toEqual([
      ["pay_prize", null, 2],
      ["draw", "1", 1],
      ["draw", "2", 1],
    ]);
  });

  it("keeps an act at a table that is called like the next step", () => {
    expect(kindsOf([act("draw", "1")], "draw").length).toBe(1);
  });
});
