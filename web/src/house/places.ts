/** Places where somebody has a role, in words; which role can be given where the server says when it is given. */
import type { Role } from "../api/schema";
import { houseTexts as texts } from "../texts/house";

export const ROLES: readonly Role[] = ["patron", "dealer", "supervisor", "operator", "auditor", "director", "wall"];

export function placeSaid(place: string): string {
  const known = texts.places[place];
  if (known !== undefined) return known;
  const [sort, ...name] = place.split("/");
  return sort === "table" ? texts.atTable(name.join("/")) : texts.atTournament(name.join("/"));
}

/** The whole house, all tables and tournaments, and each table. */
export function placesOf(tables: readonly string[]): string[] {
  return ["table/", "house", "tournament/", ...tables.map((table) => `table/${table}`)];
}
