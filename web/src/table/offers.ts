/** What the server offers besides bets, by the name of the command. */
import type { Amounts, Felt, Legal } from "../api/schema";

export function offered(legal: readonly Legal[], kind: string): Legal | null {
  return legal.find((one) => one.kind === kind) ?? null;
}

export function where(offer: Legal, name: string): unknown {
  return offer.where.find(([key]) => key === name)?.[1] ?? null;
}

export function amounts(offer: Legal | null): Amounts | null {
  return offer?.amounts[0] ?? null;
}

export function freeSeats(legal: readonly Legal[]): number[] {
  return legal.filter((one) => one.kind === "take_seat").map((one) => where(one, "seat") as number);
}

export function hasSeat({ table, person }: Felt): boolean {
  return Object.values(table.view.seats).includes(person);
}

/** Seats where nobody sits, for whoever looks on. */
export function emptySeats({ layout, table }: Felt): number[] {
  return layout.areas.filter((area) => table.view.seats[area] === undefined).map(Number);
}

/** Whether cards are turned at this page: those of a real shoe are turned on the table, and the dealer names them. */
export function turnedHere(expose: Legal): boolean {
  return !expose.asks.includes("cards");
}
