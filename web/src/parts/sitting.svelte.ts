/** Somebody who sits down: one click, and a word if it cannot be. */
import { ask, Declined, segment } from "../api/ask";
import { asSeen, atTable, give } from "../api/commands";
import type { Felt, Problem } from "../api/schema";
import { emptySeats, hasSeat } from "../table/offers";
import { texts } from "../texts";
import { Trying } from "./trying.svelte";
import { visitor } from "./visitor.svelte";

/** How often a table may go on meanwhile. */
const TRIES = 12;
const FULL: Problem = {
  type: "urn:puntobanco:no_seat",
  title: texts.noSeat,
  status: 0,
  detail: texts.noSeat,
  code: "no_seat",
  clause: null,
};

export class Sitting extends Trying {
  /** With these chips, unless some lie there already; at this seat, or at the first that is free. Whether somebody sits there now. */
  down(table: string, chips: number, seat: number | null = null): Promise<boolean> {
    return this.do(() => (visitor.isGuest ? seatGuest(table, seat) : sit(table, chips, seat)));
  }
}

/** A demo house finds a seat for a guest, also one whose guest has gone. */
async function seatGuest(table: string, seat: number | null): Promise<void> {
  await ask(`/guests?table=${segment(table)}${seat === null ? "" : `&seat=${seat}`}`, { method: "POST" });
}

/** Nothing is bought but for the table as it was seen: who sits down in two places at once buys once, and nobody for a seat that is gone. */
export async function sit(
  table: string,
  chips: number,
  wanted: number | null,
  look = seen,
  tell: typeof give = give,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const felt = await look(table);
    const seat = emptySeats(felt).find((one) => wanted === null || one === wanted);
    if (hasSeat(felt)) return;
    if (seat === undefined) throw new Declined(FULL);
    const at = asSeen(atTable(table), "expected", felt.table.number);
    try {
      const has = (felt.purse?.chips ?? 0) > 0;
      await tell(at, has ? { do: "take_seat", seat } : { do: "buy_in", amount: chips });
      if (has) return;
    } catch (error) {
      if (!(error instanceof Declined) || error.problem.code !== "gone_on" || tried >= TRIES) throw error;
    }
  }
}

function seen(table: string): Promise<Felt> {
  return ask<Felt>(`/tables/${segment(table)}/felt`);
}
