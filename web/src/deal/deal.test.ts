import { describe, expect, it } from "vitest";
import type { CommandForm, Legal } from "../api/types";
import { CardKeys, readCard, readCards } from "./cards";
import { boundsOf, entriesOf, filled, matching, optionsOf, type Entry } from "./forms";

function typed(keys: string): (string | null)[] {
  const at = new CardKeys();
  return [...keys].map((key) => at.press(key).card);
}

describe("cards by keys", () => {
  it("take a rank, then a suit, as digits or letters", () => {
    expect(typed("11")).toEqual([null, "AC"]);
    expect(typed("7d")).toEqual([null, "7D"]);
    expect(typed("03")).toEqual([null, "TH"]);
    expect(typed("/4*2-1")).toEqual([null, "JS", null, "QD", null, "KC"]);
    expect(typed("qh")).toEqual([null, "QH"]);
  });
  it("pass over what is no rank; what is no suit drops the rank", () => {
    const at = new CardKeys();
    const unheard = { heard: false, card: null, dropped: null };
    expect(at.press("x")).toEqual(unheard);
    at.press("9");
    expect(at.press("Shift")).toEqual(unheard);
    expect(at.press("9")).toEqual({ heard: true, card: null, dropped: "9" });
    expect(at.press("s")).toEqual(unheard);
    expect(typed("10c")).toEqual([null, null, null]);
  });
});

describe("cards as words", () => {
  it("are what a scanner types", () => {
    expect(["TC", "10c", " as ", "2H"].map(readCard)).toEqual(["TC", "TC", "AS", "2H"]);
    expect(["1C", "11C", "T", "C7", "", "10", "TCC"].map(readCard)).toEqual(Array(7).fill(null));
    expect(readCards("7C, kd")).toEqual(["7C", "KD"]);
    expect(readCards("7C kx")).toBeNull();
  });
});

const draw: CommandForm = {
  kind: "draw",
  title: "Draw",
  says: "A card leaves the shoe.",
  fields: [
    { name: "card", label: "Card", sort: "card", required: false, choices: [] },
    { name: "face_up", label: "Face up", sort: "flag", required: false, choices: [] },
    { name: "to", label: "To", sort: "choice", required: false, choices: ["player", "banker", "excess"] },
  ],
};
const seat: CommandForm = {
  kind: "take_seat",
  title: "Take seat",
  says: "Sit down.",
  fields: [
    { name: "seat", label: "Seat", sort: "number", required: true, choices: [] },
    { name: "patron", label: "Patron", sort: "text", required: false, choices: [] },
  ],
};
const buy: CommandForm = {
  kind: "buy_in",
  title: "Buy in",
  says: "Bring chips to the table.",
  fields: [
    { name: "amount", label: "Amount", sort: "money", required: true, choices: [] },
    { name: "patron", label: "Patron", sort: "text", required: false, choices: [] },
  ],
};

function offer(kind: string, where: [string, unknown][], more: Partial<Legal> = {}): Legal {
  return { kind, where, amounts: [], asks: [], areas: [], ...more } as Legal;
}
const legal = [
  offer("draw", [["to", null], ["face_up", true]]),
  offer("draw", [["to", null], ["face_up", false]]),
  offer("draw", [["to", "excess"], ["face_up", true]]),
  offer("take_seat", [["patron", "Mei"], ["seat", 3]]),
  offer("take_seat", [["patron", "Mei"], ["seat", 4]]),
  offer("take_seat", [["patron", "Jo"], ["seat", 3]]),
  offer("buy_in", [], { amounts: [{ low: 100, high: null, step: 100, consequence: null }] }),
];
const entries = entriesOf([draw, seat, buy], legal);
const named = (title: string, patron = ""): Entry => entries.find((one) => one.form.title === title && one.patron === patron) as Entry;

describe("forms from offers", () => {
  it("are one for each patron whom they are about", () => {
    expect(entries.map((one) => `${one.form.kind} ${one.patron}`.trim())).toEqual(["draw", "buy_in", "take_seat Mei", "take_seat Jo"]);
    expect(matching(entries, "seat jo").map((one) => one.patron)).toEqual(["Jo"]);
    expect(matching(entries, "nothing")).toEqual([]);
  });
  it("offer what the server offers, by what was chosen before", () => {
    expect(optionsOf(named("Take seat", "Mei"), seat.fields[0]!, {})).toEqual(["3", "4"]);
    expect(optionsOf(named("Draw"), draw.fields[2]!, { face_up: "false" })).toEqual([""]);
    expect(optionsOf(named("Draw"), draw.fields[2]!, { face_up: "true" })).toEqual(["", "excess"]);
    expect(optionsOf(named("Draw"), draw.fields[0]!, {})).toBeNull();
    expect(boundsOf(named("Buy in"), buy.fields[0]!, {})?.low).toBe(100);
  });
  it("become commands, or name the field that is wrong", () => {
    expect(filled(named("Draw"), { card: "10c", face_up: "true", to: "excess" })).toEqual({
      command: { do: "draw", card: "TC", face_up: true, to: "excess" },
    });
    expect(filled(named("Draw"), { card: "", face_up: "false", to: "" })).toEqual({ command: { do: "draw", face_up: false } });
    expect(filled(named("Draw"), { card: "10c", face_up: "false", to: "excess" })).toEqual({ missing: draw.fields[1] });
    expect(filled(named("Take seat", "Mei"), { seat: "3" })).toEqual({ command: { do: "take_seat", seat: 3, patron: "Mei" } });
    expect(filled(named("Buy in"), { amount: "12.345", patron: "Mei" })).toEqual({ missing: buy.fields[0] });
    expect(filled(named("Buy in"), { amount: "500", patron: "Mei" })).toEqual({ command: { do: "buy_in", amount: 50000, patron: "Mei" } });
  });
});
