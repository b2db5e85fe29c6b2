/** Where somebody who works here goes from every page, by role. */
import type { Role } from "../api/types";
import { texts } from "../texts";

export interface Way {
  role: Role;
  path: string;
  text: string;
}

const WAYS: Way[] = [
  { role: "operator", path: "/house", text: texts.wayToHouse },
  { role: "auditor", path: "/audit", text: texts.wayToAudit },
];

/** Those of the roles that somebody has anywhere. */
export function waysOf(roles: Record<string, Role>): Way[] {
  const held = new Set(Object.values(roles));
  return WAYS.filter((way) => held.has(way.role));
}
