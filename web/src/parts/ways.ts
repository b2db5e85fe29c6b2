/** Where somebody who works here goes from every page, by role. */
import type { Role } from "../api/types";
import { texts } from "../texts";

export interface Way {
  role: Role;
  path: string;
  text: string;
}

const WAYS: Way[] = [
  { role: "director", path: "/direct", text: texts.direct },
  { role: "operator", path: "/direct", text: texts.direct },
  { role: "dealer", path: "/direct", text: texts.tournaments },
];

/** Those of the roles that somebody has anywhere. */
export function waysOf(roles: Record<string, Role>): Way[] {
  const held = new Set(Object.values(roles));
  const own = WAYS.filter((way) => held.has(way.role));
  return own.filter((way, place) => own.findIndex((one) => one.path === way.path) === place);
}
