/** Somebody who sits down: one click, and a word if it cannot be. */
import { ask, segment } from "../api/ask";
import { atTable, give } from "../api/commands";
import type { Felt } from "../api/types";
import { freeSeats, hasSeat } from "../table/offers";
import { Trying } from "./trying.svelte";
import { visitor } from "./visitor.svelte";

export class Sitting extends Trying {
  /** With these chips, unless some lie there already; at this seat, or at the first that is free. Whether somebody sits there now. */
  down(table: string, chips: number, seat: number | null = null): Promise<boolean> {
    const byTheHouse = visitor.isGuest && seat === null;
    return this.do(() => (byTheHouse ? seatGuest(table) : takeSeat(table, chips, seat)));
  }
}

/** A demo house finds a seat for a guest, also one whose guest has gone. */
async function seatGuest(table: string): Promise<void> {
  await ask(`/guests?table=${segment(table)}`, { method: "POST" });
}

async function takeSeat(table: string, chips: number, wanted: number | null): Promise<void> {
  const before = await look(table);
  if (hasSeat(before)) return;
  if (freeSeats(before.legal).length === 0) await give(atTable(table), { do: "buy_in", amount: chips });
  const seat = wanted ?? freeSeats((await look(table)).legal)[0] ?? 1; // where none is free, the server says so
  await give(atTable(table), { do: "take_seat", seat });
}

function look(table: string): Promise<Felt> {
  return ask<Felt>(`/tables/${segment(table)}/felt`);
}
