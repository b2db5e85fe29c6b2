/** Which tables of a tournament somebody looks back at. */
import { segment } from "../api/ask";
import type { PlayedTable, PlayedTables } from "../api/schema";

/** Those at which somebody has played, in their order. */
export function tablesOf(person: string, { tables }: PlayedTables): readonly PlayedTable[] {
  return tables.filter(({ players }) => players.includes(person));
}

/** The place of the table that is shown first: the last one, of those of this name if there is one; each stage has a table of the same name. */
export function firstShown(tables: readonly PlayedTable[], name: string | null): number {
  const here = tables.findLastIndex(({ table }) => table === name);
  return here === -1 ? tables.length - 1 : here;
}

/** Where the rounds of a table are told. */
export function pathTo(tournament: string, { stage, table }: PlayedTable): string {
  return `/tournaments/${segment(tournament)}/stages/${stage}/tables/${segment(table)}`;
}
