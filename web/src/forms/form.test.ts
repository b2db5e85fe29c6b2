import { describe, expect, it } from "vitest";
import type { Field, Form } from "../api/schema";
import { formTexts } from "../texts/forms";
import { begun, boundsOf, goneOn, keyOf, matching, read, titleOf, withTime } from "./form";

const field = (name: string, sort: Field["sort"], more: Partial<Field> = {}): Field => ({
  name,
  sort,
  label: name,
  required: true,
  options: [],
  usual: "",
  least: null,
  most: null,
  more: false,
  ...more,
});
const form = (fields: Field[], more: Partial<Form> = {}): Form => ({
  kind: "void_round",
  title: "Void round",
  about: "",
  table: null,
  says: "",
  sets: {},
  fields,
  ...more,
});
const option = (
  text: string,
  sets: Field["options"][number]["sets"],
  least: number | null = null,
  most: number | null = null,
): Field["options"][number] => ({ text, sets, least, most });
const ROUNDS = [option("Round 2", { round: 2 }), option("Round 1", { round: 1 })];

/** What is sent of one field, "wrong" if it cannot be read. */
function answer(sort: Field["sort"], typed: string, more: Partial<Field> = {}): unknown {
  const found = read(form([field("x", sort, more)]), { x: typed });
  return "wrong" in found ? "wrong" : Object.entries(found.command).find(([name]) => name === "x")?.[1];
}

describe("a form at first", () => {
  it("has what is usual", () => {
    const made = form([
      field("sizes", "sizes", { usual: "4, 4" }),
      field("office", "choice", { usual: "director", options: [option("director", {})] }),
      field("whose", "choice", { required: false }),
    ]);
    expect(begun(made)).toEqual({ sizes: "4, 4", office: "director", whose: "" });
  });

  it("has chosen what it is about", () => {
    const rounds = form([field("round", "choice", { options: ROUNDS })]);
    expect(begun(rounds, { round: 1 })).toEqual({ round: "Round 1" });
    expect(begun(rounds, { number: 3 })).toEqual({ round: "" });
    expect(begun(form([field("which", "choice", { options: ROUNDS.slice(0, 1), usual: "Round 2" })]))).toEqual({
      which: "Round 2",
    });
  });

  it("is about nothing else once that has gone", () => {
    const left = form([field("which", "choice", { options: ROUNDS.slice(0, 1), usual: "Round 2" })]);
    expect(begun(left, { round: 1 })).toEqual({ which: "" });
    expect(goneOn(left, { which: "Round 1" })).toEqual({ which: "Round 1" });
    expect(read(left, goneOn(left, { which: "Round 1" }))).toEqual({ wrong: { which: formTexts.unreadable.choice } });
  });

  it("goes on with what is usual to be written, and keeps what is chosen", () => {
    const made = (sizes: string, office: string): Form =>
      form([
        field("sizes", "sizes", { usual: sizes }),
        field("office", "choice", { usual: office, options: [option("dealer", {}), option("director", {})] }),
      ]);
    expect(goneOn(made("5, 4", "dealer"), begun(made("4, 4", "director")))).toEqual({
      sizes: "5, 4",
      office: "director",
    });
  });

  it("takes a choice as it was offered, with whatever blanks", () => {
    const made = form([field("which", "choice", { options: [option("1, ann: my chips ", { number: 1 })] })]);
    expect(read(made, { which: "1, ann: my chips " })).toEqual({ command: { do: "void_round", number: 1 } });
  });

  it("says between which amounts, by what was chosen", () => {
    const amount = field("amount", "money", { least: 100, most: 90000 });
    const made = form([
      field("which", "choice", {
        options: [option("Tie", {}, 500, 2000), option("Player", {}, 500, null), option("Free", {})],
      }),
      amount,
    ]);
    expect(boundsOf(made, amount, { which: "Tie" })).toMatchObject({ least: 500, most: 2000 });
    expect(boundsOf(made, amount, { which: "Player" })).toMatchObject({ least: 500, most: null });
    expect(boundsOf(made, amount, { which: "Free" })).toMatchObject({ least: 100, most: 90000 });
    expect(boundsOf(made, amount, {})).toMatchObject({ least: 100, most: 90000 });
  });
});

describe("a form that is filled in", () => {
  it("becomes the command that its choices and words make", () => {
    const made = form([
      field("round", "choice", { options: ROUNDS }),
      field("amount", "money"),
      field("text", "words"),
      field("debt", "flag", { required: false }),
    ]);
    expect(read(made, { round: "Round 1", amount: "-12.50", text: " seen ", debt: "yes" })).toEqual({
      command: { do: "void_round", round: 1, amount: -1250, text: "seen", debt: true },
    });
  });

  it("has what is said already, and what a choice sets together", () => {
    const where = field("which", "choice", {
      options: [
        option("Where it is due, face up", { to: null, face_up: true }),
        option("Excess, face up", { to: "excess", face_up: true }),
      ],
    });
    const draw = form([where, field("card", "card", { required: false })], { kind: "draw" });
    expect(read(draw, { which: "Excess, face up", card: "10c" })).toEqual({
      command: { do: "draw", card: "TC", face_up: true, to: "excess" },
    });
    expect(read(draw, { which: "Where it is due, face up", card: "" })).toEqual({
      command: { do: "draw", face_up: true, to: null },
    });
    const seat = form([field("which", "choice", { options: [option("Seat 3", { seat: 3 })] })], {
      kind: "take_seat",
      sets: { patron: "Mei" },
    });
    expect(read(seat, { which: "Seat 3" })).toEqual({ command: { do: "take_seat", patron: "Mei", seat: 3 } });
    const buy = form([field("amount", "money"), field("patron", "text", { required: false })], { kind: "buy_in" });
    expect(read(buy, { amount: "500", patron: "Mei" })).toEqual({
      command: { do: "buy_in", amount: 50000, patron: "Mei" },
    });
    const rest = form([field("minutes", "number")], { kind: "call_break", sets: { player: "ann" } });
    expect(read(rest, { minutes: "5" })).toEqual({ command: { do: "call_break", player: "ann", minutes: 5 } });
  });

  it("is wrapped in its table", () => {
    const draw = form([field("card", "card")], { kind: "draw", table: "2", sets: { face_up: true } });
    expect(read(draw, { card: "7C" })).toEqual({
      command: { do: "at_table", table: "2", command: { do: "draw", face_up: true, card: "7C" } },
    });
  });

  it("leaves out what may be left out", () => {
    const made = form([
      field("whose", "choice", { required: false, options: ROUNDS }),
      field("starts_at", "time", { required: false }),
      field("groups", "texts", { required: false }),
      field("debt", "flag", { required: false }),
    ]);
    expect(read(made, {})).toEqual({ command: { do: "void_round" } });
  });

  it("says which fields are wrong, and sends nothing", () => {
    const found = read(
      form([
        field("round", "choice", { options: ROUNDS }),
        field("card", "card"),
        field("amount", "money", { required: false }),
      ]),
      { card: "1X", amount: "ten" },
    );
    expect(found).toEqual({
      wrong: {
        round: "Fill this in.",
        card: "Write a card, such as 7C or 10H.",
        amount: "Write an amount in dollars, such as 250.",
      },
    });
  });

  it("does not send what cannot be chosen any more", () => {
    expect(read(form([field("round", "choice", { options: ROUNDS })]), { round: "Round 0" })).toEqual({
      wrong: { round: "Choose one." },
    });
  });
});

describe("what was typed", () => {
  it("is read as the server takes it", () => {
    expect(answer("sizes", " 4,4 ")).toEqual([4, 4]);
    expect(answer("money", "$1,250.50")).toBe(125050);
    expect(answer("number", "10")).toBe(10);
    expect(answer("texts", "a, b,")).toEqual(["a", "b"]);
    expect(answer("card", "10c")).toBe("TC");
    expect(answer("cards", "7C kd")).toEqual(["7C", "KD"]);
    expect(answer("flag", "yes")).toBe(true);
    expect(answer("date", "2026-11-02")).toBe("2026-11-02");
    expect(answer("time", "2026-11-20T19:00")).toBe(new Date("2026-11-20T19:00").getTime() * 1000);
    expect(answer("time", "", { required: false })).toBeUndefined();
    const [noon, one] = ["2026-11-20T12:00", "2026-11-20T13:00"];
    expect(answer("times", `${noon},${one}`)).toEqual([noon, one].map((time) => new Date(time).getTime() * 1000));
    expect(answer("times", `${noon},`)).toBe("wrong");
    expect(withTime("", 2, 1, one)).toBe(`,${one}`);
    expect(withTime(`,${one}`, 2, 0, noon)).toBe(`${noon},${one}`);
    expect(withTime(`,${one}`, 2, 1, "")).toBe("");
  });

  it("is not taken where it cannot be read", () => {
    const cases = [
      ["text", " "],
      ["number", "4.5"],
      ["sizes", "4, x"],
      ["card", "1C"],
      ["cards", "7C kx"],
      ["money", "x"],
      ["money", "12.345"],
      ["time", "x"],
      ["texts", ""],
    ] as const;
    expect(cases.map(([sort, typed]) => answer(sort, typed))).toEqual(Array(9).fill("wrong"));
  });
});

describe("several forms", () => {
  const mei = form([], { kind: "take_seat", title: "Take seat", about: "Mei", says: "Sit down." });
  const jo = { ...mei, about: "Jo" };

  it("are told apart by whom they are for", () => {
    expect([mei, jo].map(titleOf)).toEqual(["Take seat: Mei", "Take seat: Jo"]);
    expect(titleOf(form([]))).toBe("Void round");
    expect(new Set([mei, jo, { ...jo, table: "1" }].map(keyOf)).size).toBe(3);
  });

  it("are found by every word that was typed", () => {
    expect(matching([mei, jo], "seat jo")).toEqual([jo]);
    expect(matching([mei, jo], "SIT  ")).toEqual([mei, jo]);
    expect(matching([mei, jo], "nothing")).toEqual([]);
  });
});
