import { describe, expect, it } from "vitest";
import type { Felt, PrintedBox } from "../api/schema";
import { onSpot, settledNow } from "./chips";
import { letters } from "../parts/words";
import { tight } from "../parts/money";
import { boxesOf, chipIn, digitsIn, lettersAt, rowsOf, seatSector } from "./geometry";
import { readSeat } from "./reading";

const box = (wager: string, main: boolean): PrintedBox => ({
  wager,
  name: wager,
  mark: wager[0] ?? "",
  main,
  side: null,
  pays: "",
  pay_table: "",
  clauses: [],
  least: 1,
  most: 2,
  step: 1,
});

describe("the layout", () => {
  it("has a row for each main wager, and two of the others in a row", () => {
    const boxes = [box("player", true), box("tie", true), box("a", false), box("b", false), box("c", false)];
    expect(rowsOf(boxes).map((row) => row.map((one) => one.wager))).toEqual([["player"], ["tie"], ["a", "b"], ["c"]]);
  });

  it.each([7, 9])("gives each of %i seats an area of its own", (seats) => {
    const sectors = Array.from({ length: seats }, (_, place) => seatSector(place, seats));
    for (let place = 1; place < seats; place += 1)
      expect(sectors[place]?.from).toBeGreaterThan(sectors[place - 1]?.to ?? 0);
  });

  it.each([7, 9])("has room for a short name and the largest amounts at each of %i seats", (seats) => {
    const seat = seatSector(0, seats);
    const wide = (seat.to - seat.from) * 700;
    expect(lettersAt(seat)).toBeGreaterThan(letters("7 MVH 12"));
    const room = digitsIn(wide, box("player", true));
    expect(letters(tight(250_000_00, room))).toBeLessThanOrEqual(room);
    expect(chipIn(wide).end + room * 6.4).toBeLessThan(wide);
  });

  it("keeps the boxes of a seat within it", () => {
    const seat = seatSector(2, 7);
    for (const { sector } of boxesOf(seat, [box("player", true), box("a", false), box("b", false)])) {
      expect(sector.from).toBeGreaterThanOrEqual(seat.from);
      expect(sector.to).toBeLessThanOrEqual(seat.to + 1e-9);
      expect(sector.inner).toBeGreaterThanOrEqual(seat.inner - 1e-9);
    }
  });
});

describe("chips on a spot", () => {
  const line = {
    patron: "ann",
    area: "1",
    wager: "tie",
    stake: 500,
    change: -500,
    outcome: "lost",
    clause: "",
    voided: false,
    stays: 0,
    reckoned: null,
  };
  const felt = (wagers: object[], round: number, lines: object[] = [line]): Felt =>
    ({ table: { view: { wagers, round } }, hands: { round: 3 }, settling: { round: 3, lines } }) as unknown as Felt;

  it("are what became of them until their patron bets on the next round, or its cards are dealt", () => {
    expect(onSpot(felt([], 4), "1", "tie")).toEqual({ amount: 500, change: -500, lost: true });
    const next = [{ area: "2", wager: "tie", patron: "bob", amount: 100 }];
    expect(onSpot(felt(next, 4), "1", "tie")).toEqual({ amount: 500, change: -500, lost: true });
    expect(onSpot({ ...felt(next, 4), hands: { round: 4 } } as unknown as Felt, "1", "tie")).toBeNull();
    expect(onSpot(felt([{ area: "2", wager: "tie", patron: "ann", amount: 100 }], 4), "1", "tie")).toBeNull();
    expect(onSpot(felt(next, 4), "2", "tie")).toEqual({ amount: 100, change: null, lost: false });
  });

  it("are in sight as long as nothing but what stands after a tie lies there", () => {
    const stands = { ...line, wager: "player", change: 0, outcome: "stood_off", stays: 500 };
    const lying = { area: "1", wager: "player", patron: "ann", amount: 500 };
    expect(settledNow(felt([lying], 4, [line, stands]))).toEqual([line, stands]);
    expect(settledNow(felt([{ ...lying, amount: 600 }], 4, [line, stands]))).toEqual([]);
  });
});

describe("a seat for whoever listens", () => {
  const line = {
    patron: "Maximiliana von Hohenstein-2",
    area: "1",
    wager: "tie",
    stake: 25000000,
    change: 200000000,
    outcome: "won",
    clause: "",
    voided: false,
    stays: 0,
    reckoned: null,
  };
  const felt = {
    person: "ann",
    layout: { boxes: [box("tie", true)] },
    hands: { round: 3 },
    settling: { round: 3, lines: [line] },
    table: { view: { wagers: [], round: 4, seats: { "1": line.patron, "2": "ann" } } },
  } as unknown as Felt;

  it("has the whole name and the whole amount", () => {
    expect(["1", "2", "3"].map((area) => readSeat(felt, area))).toEqual([
      "Seat 1: Maximiliana von Hohenstein-2, tie +$2,000,000.00",
      "Seat 2: You",
      "Seat 3: free",
    ]);
  });
});
