/** The tables of the house by name. */
import { ask } from "../api/ask";
import type { Tables } from "../api/schema";

export async function allTables(): Promise<Tables["tables"]> {
  return (await ask<Tables>("/tables")).tables;
}

export async function tableNames(): Promise<string[]> {
  return (await allTables()).map(({ table }) => table);
}

/** Those at which something can have been played. */
export async function openTables(): Promise<string[]> {
  return (await allTables()).filter(({ summary }) => summary !== null).map(({ table }) => table);
}
