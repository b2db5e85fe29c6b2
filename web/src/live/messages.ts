/** What pages and the one live connection tell each other. */
import type { Felt, Hall, Problem, Summary, TableClock } from "../api/types";

export interface Wish {
  /** Tables to be drawn. */
  tables: readonly string[];
  /** Whether all tables are wanted summed up. */
  board: boolean;
  /** Tournaments to be drawn. */
  tournaments?: readonly string[];
}

export const NOTHING: Wish = { tables: [], board: false };

export type FromPage = { kind: "wish"; wish: Wish } | { kind: "wake" };

export type ToPage =
  | { kind: "felt"; table: string; felt: Felt }
  | { kind: "declined"; table: string; problem: Problem }
  | { kind: "hall"; tournament: string; hall: Hall }
  | { kind: "no hall"; tournament: string; problem: Problem }
  | { kind: "clock"; clock: TableClock }
  | { kind: "summaries"; summaries: readonly Summary[] }
  | { kind: "line"; open: boolean };

export interface Page {
  tell(message: ToPage): void;
}
