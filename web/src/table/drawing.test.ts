import { describe, expect, it } from "vitest";
import type { DrawingTable } from "../api/schema";
import { bankerGrid, playerGrid } from "./drawing";

const NOW = { round: 7, player: 4, banker: 3, third: null, natural: false, player_stood: false, decided: [] };
const drawing = (now: Partial<NonNullable<DrawingTable["now"]>> | null): DrawingTable => ({
  naturals: { totals: [8, 9], clause: "7.1" },
  player: { totals: [0, 1, 2, 3, 4, 5], clause: "7.2" },
  banker_after_stand: { totals: [0, 1, 2, 3, 4, 5], clause: "7.3" },
  banker: [0, 1, 2, 3, 4, 5, 6, 7].map((total) => ({
    total,
    draws: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((third) => total < 3 || (total === 3 && third !== 8)),
  })),
  banker_clause: "7.4",
  now: now === null ? null : { ...NOW, ...now },
});

const lit = (at: DrawingTable): (string | undefined)[] =>
  bankerGrid(at).rows.flatMap(({ head, cells }) =>
    cells.flatMap((cell, place) =>
      cell.now ? [`${head} against ${bankerGrid(at).columns[place]}: ${cell.said}`] : [],
    ),
  );

describe("the drawing table", () => {
  it("says what player does on each total", () => {
    expect(
      playerGrid(drawing(null))
        .rows[0]?.cells.map((cell) => cell.said)
        .join(""),
    ).toBe("DDDDDDSSNN");
    expect(playerGrid(drawing({ player: 6 })).rows[0]?.cells.findIndex((cell) => cell.now)).toBe(6);
  });

  it("lights banker's row before player's third card is known, and then one cell of it", () => {
    expect(
      bankerGrid(drawing({}))
        .rows.filter((row) => row.now)
        .map((row) => row.head),
    ).toEqual(["3"]);
    expect(lit(drawing({}))).toEqual([]);
    expect(lit(drawing({ third: 8 }))).toEqual(["3 against 8: S"]);
    expect(lit(drawing({ third: 0 }))).toEqual(["3 against 0: D"]);
    expect(lit(drawing({ player_stood: true }))).toEqual(["3 against –: D"]);
  });

  it("lights nothing of banker's where a natural ends it, and nothing before the cards lie there", () => {
    expect(bankerGrid(drawing({ natural: true })).rows.some((row) => row.now)).toBe(false);
    expect(bankerGrid(drawing(null)).rows.some((row) => row.now)).toBe(false);
  });
});
