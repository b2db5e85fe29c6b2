import { describe, expect, it } from "vitest";
import type { FormField } from "../api/schema";
import { blank, chosen, faultsByKey, inWords, sectionsOf, toggled } from "./choices";

const field = (key: string, kind: string, more: Partial<FormField> = {}): FormField => ({
  key,
  kind,
  title: key,
  section: "Cards",
  clause: "1",
  value: "5",
  shown: "5",
  options: [],
  says: "",
  reason: "",
  must_choose: false,
  ...more,
});
const FIELDS = [
  field("decks", "fixed"),
  field("minimum", "bounds"),
  field("on_error", "choice", { must_choose: true }),
  field("seats", "silent", { section: "Layout" }),
];

describe("a form of a rulebook", () => {
  it("begins with what holds, and empty where the house chooses itself", () => {
    expect(blank(FIELDS)).toEqual({ minimum: "5", on_error: "", seats: "5" });
  });

  it("sends what differs, and whatever the house must choose", () => {
    expect(chosen(FIELDS, { minimum: "10", on_error: "5", seats: "5" })).toEqual({ minimum: "10", on_error: "5" });
    expect(chosen(FIELDS, blank(FIELDS))).toEqual({});
  });

  it("selects wagers in one order, and none of them", () => {
    expect(toggled("none", "small_tiger")).toBe("small_tiger");
    expect(toggled("small_tiger", "big_tiger")).toBe("big_tiger, small_tiger");
    expect(toggled("big_tiger, small_tiger", "small_tiger")).toBe("big_tiger");
    expect(toggled("big_tiger", "big_tiger")).toBe("none");
  });

  it("sends of a selection what changes", () => {
    const offered = [field("offered", "selection", { value: "big_tiger, small_tiger" })];
    expect(chosen(offered, { offered: "small_tiger" })).toEqual({ offered: "-big_tiger" });
    expect(chosen(offered, { offered: "none" })).toEqual({ offered: "-big_tiger, -small_tiger" });
    expect(chosen(offered, { offered: "big_tiger, player_dragon" })).toEqual({
      offered: "+player_dragon, -small_tiger",
    });
    expect(chosen([field("offered", "selection", { value: "none" })], { offered: "big_tiger" })).toEqual({
      offered: "+big_tiger",
    });
    expect(chosen(offered, blank(offered))).toEqual({});
  });

  it("has what is fixed and what is ours apart, section by section", () => {
    const [cards, layout] = sectionsOf(FIELDS);
    expect([cards?.open.map(({ key }) => key), cards?.fixed.length]).toEqual([["minimum", "on_error"], 1]);
    expect(layout?.silent.map(({ key }) => key)).toEqual(["seats"]);
  });

  it("keeps faults at their fields", () => {
    const faults = [
      { key: "minimum", sentence: "first", clause: "" },
      { key: "minimum", sentence: "second", clause: "" },
      { key: null, sentence: "all", clause: "" },
    ];
    expect([...faultsByKey(faults)].map(([key, { sentence }]) => [key, sentence])).toEqual([["minimum", "first"]]);
  });

  it("reads words", () => {
    expect([inWords("played_in_place"), inWords("$1-5"), inWords("8 to 1")]).toEqual([
      "played in place",
      "$1-5",
      "8 to 1",
    ]);
  });
});
