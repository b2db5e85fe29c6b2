import { describe, expect, it } from "vitest";
import { readLimit } from "../account/limits";
import { countdown, secondsInAll, secondsLeft } from "../live/countdown";
import { shown } from "../roads/window";
import { keysOf } from "../table/keys";
import { each, withoutBook } from "./clauses.svelte";
import {
  change,
  counted,
  dollars,
  inChips,
  onChip,
  range,
  readDollars,
  readSigned,
  short,
  tight,
  tightChange,
} from "./money";
import { fetching } from "./pages";
import { brief, inLines } from "./words";

describe("money", () => {
  it("is read and written in dollars", () => {
    expect([dollars(182500), dollars(-50), change(9500), change(0), short(100000), range(500, 100000)]).toEqual([
      "$1,825.00",
      "−$0.50",
      "+$95.00",
      "$0.00",
      "1,000",
      "$5 – 1,000",
    ]);
    expect(["250", "$1,250.50", " 3 ", "", "-1", "1.234", "x"].map(readDollars)).toEqual([
      25000,
      125050,
      300,
      null,
      null,
      null,
      null,
    ]);
  });

  it("is below zero only where that can be meant", () => {
    expect(["5", "-5", "−5.05", "--5", " -3 "].map(readSigned)).toEqual([500, -500, -505, null, -300]);
  });

  it("is laid in the fewest chips", () => {
    expect(inChips(63100, [100, 500, 2500, 10000, 50000])).toEqual([50000, 10000, 2500, 500, 100]);
    expect([onChip(500), onChip(100000), onChip(25)]).toEqual(["5", "1K", "25¢"]);
  });
});

describe("an amount where there is little room", () => {
  it("is whole up to five digits, then compact", () => {
    expect([tight(99_999_00), tight(100_000_00), tight(250_000_00), tight(1_250_000_00), tight(-5_00)]).toEqual([
      "99,999",
      "100K",
      "250K",
      "1.25M",
      "−5",
    ]);
    expect([
      tightChange(95_00),
      tightChange(99_999_00),
      tightChange(1_250_000_00),
      tightChange(-250_000_00),
      tightChange(0),
    ]).toEqual(["+95", "+100K", "+1.3M", "−250K", "0"]);
  });

  it("is compact earlier where there is less", () => {
    expect([tight(1_250_00, 4.2), tight(1_250_00, 4.5), tight(250_00, 3)]).toEqual(["1.3K", "1,250", "250"]);
  });
});

describe("a count", () => {
  it("is as wide with one digit as with two", () => {
    expect([counted(7), counted(12), counted(123)]).toEqual(["\u20077", "12", "123"]);
  });
});

describe("limits of one's own", () => {
  it("are dollars, minutes, or nothing", () => {
    expect([
      readLimit("play", "500"),
      readLimit("minutes", "90"),
      readLimit("play", " "),
      readLimit("minutes", "1.5"),
    ]).toEqual([50000, 90, null, undefined]);
  });
});

describe("pages", () => {
  it("are those that there are, and nothing that every object has", () => {
    expect([fetching("house", ""), fetching("house", "tables")].every((one) => one !== null)).toBe(true);
    expect([fetching("constructor", ""), fetching("toString", "x"), fetching("nowhere", "")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("names and clauses", () => {
  it("are short where there is little room", () => {
    expect(["Ana", "House patron 12", "Guest 3", "Bartholomew"].map((name) => brief(name))).toEqual([
      "Ana",
      "HP 12",
      "G 3",
      "Barth…",
    ]);
    expect(
      ["House patron 1", "Maximiliana von Hohenstein-2", "Maximiliana-Theodora"].map((name) => brief(name, 13)),
    ).toEqual(["House patron 1", "MVH 2", "MT"]);
    expect(brief("Bartholomew-The-Third-Of-Somewhere-Else", 6)).toMatch(/^BT.*…$/);
  });

  it("are in two lines where one has no room for them", () => {
    expect(inLines("Play goes on.", 20)).toEqual(["Play goes on."]);
    expect(inLines("Gaming is off for the whole house since noon.", 20)).toEqual([
      "Gaming is off for the whole",
      "house since noon.",
    ]);
    expect(inLines("Donaudampfschifffahrt", 5)).toEqual(["Donaudampfschifffahrt"]);
  });

  it("are told with and without their book", () => {
    expect(withoutBook("nz-1998", "nz-1998 5.2")).toBe("5.2");
    expect(each("act-2015", "8.8, 8.6")).toEqual(["8.8", "8.6"]);
  });
});

describe("a countdown", () => {
  it("needs no clock that agrees with the server's", () => {
    const clock = {
      stream: "table/1",
      now: 5_000_000,
      waits_for: "start" as const,
      opened_at: 2_000_000,
      closes_at: 17_000_000,
    };
    expect(countdown(clock, 1_000_000)).toEqual({ waitsFor: "start", opened: 997_000, closes: 1_012_000 });
    expect(countdown({ ...clock, waits_for: null, closes_at: null, opened_at: null }, 0)).toBeNull();
  });

  it("shows a second until the last of it is over", () => {
    const running = { waitsFor: "expose" as const, opened: 0, closes: 10_000 };
    expect([0, 1, 9_000, 9_999, 10_000, 12_000].map((now) => secondsLeft(running, now))).toEqual([10, 10, 1, 1, 0, 0]);
    expect(secondsInAll(running)).toBe(10);
  });
});

describe("a road that is wider than its place", () => {
  it("shows its last columns", () => {
    const cells = Array.from({ length: 10 }, (_, column) => ({ row: 0, column }));
    expect(shown(cells, 4).map(({ column, cell }) => [column, cell.column])).toEqual([
      [0, 6],
      [1, 7],
      [2, 8],
      [3, 9],
    ]);
  });
});

describe("keys of spots", () => {
  it("are letters that nothing else has", () => {
    const boxes = [
      ["player", "Player", "P"],
      ["player_pair", "Player pair", "PP"],
      ["dragon", "Dragon", "D"],
    ].map(([wager, name, mark]) => ({ wager, name, mark }) as unknown as Parameters<typeof keysOf>[0][number]);
    const keys = [...keysOf(boxes).values()];
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect("UCRD").not.toContain(key);
  });
});
