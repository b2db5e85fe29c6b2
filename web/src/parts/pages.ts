/** Pages that are fetched when somebody first opens them: what a patron needs at a table stays small. */
import type { Component } from "svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- some pages take a name, and some none
type Fetched = () => Promise<{ default: Component<any> }>;

/** Under `/first`. */
const ALONE: Record<string, Fetched> = {
  account: () => import("../account/AccountPage.svelte"),
  deal: () => import("../deal/DealTables.svelte"),
  floor: () => import("../floor/FloorPage.svelte"),
  audit: () => import("../audit/AuditPage.svelte"),
  house: () => import("../house/HousePage.svelte"),
  tournaments: () => import("../tournament/ListPage.svelte"),
  direct: () => import("../tournament/DeskListPage.svelte"),
};

/** Under `/first/name`. */
const NAMED: Record<string, Fetched> = {
  deal: () => import("../deal/DealPage.svelte"),
  floor: () => import("../floor/FloorTablePage.svelte"),
  audit: () => import("../audit/AuditPage.svelte"),
  house: () => import("../house/HousePage.svelte"),
  notice: () => import("../house/NoticePage.svelte"),
  sign: () => import("../house/SignPage.svelte"),
  tournaments: () => import("../tournament/TournamentPage.svelte"),
  direct: () => import("../tournament/DirectPage.svelte"),
  board: () => import("../tournament/BoardPage.svelte"),
};

/** How to fetch the page of an address, where there is one. */
export function fetching(first: string, name: string): Fetched | null {
  const pages: Record<string, Fetched> = name === "" ? ALONE : NAMED;
  return Object.hasOwn(pages, first) ? (pages[first] ?? null) : null;
}
