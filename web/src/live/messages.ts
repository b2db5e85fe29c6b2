/** What pages and the one live connection tell each other. */
import type { Felt, Hall, HeldHistory, Problem, Summary, TableClock } from "../api/schema";

/** What the house did with a fair shoe. */
export type HeldAct = HeldHistory["acts"][number];

export interface Wish {
  /** Tables to be drawn. */
  tables: readonly string[];
  /** Whether all tables are wanted summed up. */
  board: boolean;
  /** Tables whose fair shoes are followed. */
  shoes?: readonly string[];
  /** Tournaments to be drawn. */
  tournaments?: readonly string[];
  /** Tournaments of which only that something happened there is wanted. */
  heard?: readonly string[];
}

export const NOTHING: Wish = { tables: [], board: false };

/** What several wish for, each thing once. */
export function all(wishes: readonly Wish[]): Required<Wish> {
  const once = (names: readonly string[]): string[] => [...new Set(names)].sort();
  return {
    tables: once(wishes.flatMap((one) => one.tables)),
    board: wishes.some((one) => one.board),
    shoes: once(wishes.flatMap((one) => one.shoes ?? [])),
    tournaments: once(wishes.flatMap((one) => one.tournaments ?? [])),
    heard: once(wishes.flatMap((one) => one.heard ?? [])),
  };
}

/** As much as one connection carries, of the pages that came first; every table has room for its shoes. */
export function carried(wishes: readonly Wish[], most: number): Required<Wish> {
  const streams = new Set<string>();
  const fits = (...more: string[]): boolean => {
    const all = new Set([...streams, ...more]);
    if (all.size <= most) more.forEach((one) => streams.add(one));
    return all.size <= most;
  };
  const held = wishes.map(({ tables, board, shoes = [], tournaments = [], heard = [] }) => ({
    board,
    tables: tables.filter((table) => fits(`table/${table}`, `shoes/${table}`)),
    tournaments: tournaments.filter((one) => fits(`tournament/${one}`)),
    heard: heard.filter((one) => fits(`tournament/${one}`)),
    shoes: shoes.filter((table) => streams.has(`shoes/${table}`)),
  }));
  return all(held);
}

export type FromPage = { kind: "wish"; wish: Wish } | { kind: "wake"; slept: boolean };

export type ToPage =
  | { kind: "felt"; table: string; felt: Felt }
  | { kind: "declined"; table: string; problem: Problem }
  | { kind: "hall"; tournament: string; hall: Hall }
  | { kind: "no hall"; tournament: string; problem: Problem }
  /** Something happened there: the number of its last record. */
  | { kind: "heard"; tournament: string; number: number }
  | { kind: "clock"; clock: TableClock }
  /** What the house did with the shoes of a table, as its record of that number says; without acts, there may be more since. */
  | { kind: "acts"; table: string; number: number; acts: readonly HeldAct[] | null }
  /** Of all tables that somebody may see, or of some that have changed. */
  | { kind: "summaries"; summaries: readonly Summary[]; whole: boolean }
  | { kind: "line"; open: boolean };

export interface Page {
  tell(message: ToPage): void;
}
