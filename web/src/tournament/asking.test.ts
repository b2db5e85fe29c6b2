import { describe, expect, it } from "vitest";
import type { DeskAct, Asks } from "../api/types";
import { actKey, atFirst, commandOf, newSeed, readAnswer, whereSaid } from "./asking";

const asks = (sort: Asks["sort"], more: Partial<Asks> = {}): Asks => ({ name: "x", sort, needed: true, options: [], usual: "", least: null, most: null, ...more });
const act = (more: Partial<DeskAct> = {}): DeskAct => ({ kind: "take_place", says: "", table: null, where: [["player", "ann"]], asks: [], ...more });

describe("what a form asks for", () => {
  it("begins with what is usual, the first choice, or a new seed", () => {
    expect(atFirst(asks("sizes", { usual: "4, 4" }), "")).toBe("4, 4");
    expect(atFirst(asks("choice", { options: ["director", "dealer"] }), "")).toBe("director");
    expect(atFirst(asks("choice", { options: ["a"], needed: false }), "")).toBe("");
    expect(atFirst(asks("seed"), "0a")).toBe("0a");
    expect(newSeed()).toMatch(/^[0-9a-f]{64}$/);
    expect(newSeed((bytes) => bytes.fill(10))).toBe("0a".repeat(32));
  });

  it("reads what was typed as the server takes it", () => {
    expect(readAnswer(asks("sizes"), " 4,4 ", 0)).toEqual([4, 4]);
    expect(readAnswer(asks("money"), "$1,250.50", 0)).toBe(125050);
    expect(readAnswer(asks("number"), "10", 0)).toBe(10);
    expect(readAnswer(asks("words"), "a, b,", 0)).toEqual(["a", "b"]);
    expect(readAnswer(asks("card"), "10c", 0)).toBe("TC");
    expect(readAnswer(asks("yes"), "yes", 0)).toBe(true);
    expect(readAnswer(asks("now"), "", 7)).toBe(7);
    expect(readAnswer(asks("time"), "2026-11-20T19:00", 0)).toBe(new Date("2026-11-20T19:00").getTime() * 1000);
  });

  it("leaves out what may be empty, and does not take what cannot be read", () => {
    expect(readAnswer(asks("time", { needed: false }), "", 0)).toBeUndefined();
    for (const [sort, typed] of [["text", " "], ["number", "4.5"], ["sizes", "4, x"], ["seed", "0a"], ["card", "1C"], ["money", "x"], ["time", "x"]] as const) {
      expect(readAnswer(asks(sort), typed, 0)).toBeNull();
    }
  });
});

describe("what is sent", () => {
  it("has what the offer says and what was answered", () => {
    expect(commandOf(act(), { minutes: 5 })).toEqual({ do: "take_place", player: "ann", minutes: 5 });
  });

  it("is wrapped in its table", () => {
    const found = commandOf(act({ kind: "draw", table: "2", where: [["face_up", true]] }), { card: "7C" });
    expect(found).toEqual({ do: "at_table", table: "2", command: { do: "draw", face_up: true, card: "7C" } });
  });

  it("is told apart from other offers", () => {
    expect(actKey(act())).not.toBe(actKey(act({ where: [["player", "bob"]] })));
    expect(whereSaid(act())).toBe("ann");
  });
});
