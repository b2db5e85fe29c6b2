/** The drawing table in rows and cells, with those lit where the coup is. */
import type { DrawingTable } from "../api/schema";
import { texts } from "../texts";
import { patron } from "../texts/patron";

export interface Cell {
  said: string;
  draws: boolean;
  now: boolean;
}

export interface Grid {
  title: string;
  clauses: readonly string[];
  corner: string;
  columns: readonly string[];
  rows: readonly { head: string; now: boolean; cells: readonly Cell[] }[];
}

const TOTALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Before the columns of third cards there is one for a player who stood. */
const STOOD = 0;

export function playerGrid({ naturals, player, now }: DrawingTable): Grid {
  const cells = TOTALS.map((total) => ({
    said: naturals.totals.includes(total) ? patron.naturalShort : said(player.totals.includes(total)),
    draws: player.totals.includes(total),
    now: now?.player === total,
  }));
  return {
    title: texts.hand.player,
    clauses: [player.clause],
    corner: patron.has,
    columns: TOTALS.map(String),
    rows: [{ head: patron.does, now: now !== null, cells }],
  };
}

export function bankerGrid(drawing: DrawingTable): Grid {
  const { banker, banker_after_stand: alone, banker_clause, now } = drawing;
  const column = columnNow(drawing);
  const rows = banker.map(({ total, draws }) => {
    const here = now !== null && !now.natural && now.banker === total;
    const cells = [alone.totals.includes(total), ...draws].map((one, place) => ({
      said: said(one),
      draws: one,
      now: here && place === column,
    }));
    return { head: String(total), now: here, cells };
  });
  return {
    title: texts.hand.banker,
    clauses: [...new Set([alone.clause, banker_clause])],
    corner: patron.has,
    columns: [patron.playerStood, ...TOTALS.map(String)],
    rows,
  };
}

/** None before the server has said what player did. */
function columnNow({ now }: DrawingTable): number | null {
  if (now === null) return null;
  if (now.player_stood) return STOOD;
  return now.third === null ? null : STOOD + 1 + now.third;
}

function said(draws: boolean): string {
  return draws ? patron.drawsShort : patron.standsShort;
}
