/** Where somebody who works here goes from every page, by role. */
import type { Role } from "../api/schema";
import { texts } from "../texts";

export interface Way {
  role: Role;
  path: string;
  text: string;
}

const WAYS: Way[] = [
  { role: "dealer", path: "/deal", text: texts.dealWay },
  { role: "supervisor", path: "/floor", text: texts.floor },
  { role: "operator", path: "/floor", text: texts.floor },
  { role: "director", path: "/floor", text: texts.floor },
  { role: "operator", path: "/house", text: texts.wayToHouse },
  { role: "auditor", path: "/audit", text: texts.wayToAudit },
  { role: "director", path: "/direct", text: texts.direct },
  { role: "operator", path: "/direct", text: texts.direct },
  { role: "dealer", path: "/direct", text: texts.tournaments },
];

/** Those of the roles that somebody has anywhere, each page once. */
export function waysOf(roles: Record<string, Role>): Way[] {
  const held = new Set(Object.values(roles));
  const found = WAYS.filter((way) => held.has(way.role));
  return found.filter((way, place) => found.findIndex((one) => one.path === way.path) === place);
}
