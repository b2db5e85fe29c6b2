/** The act that decides an alarm at a table of the tournament, where the server offers one. */
import type { DeskAct } from "../api/types";
import type { FloorAlarm } from "../floor/types";
import { kindsOf, type Kind } from "./acts";

/** Whether an act is about this number: one that names none is about anything. */
export function isAbout({ where }: Pick<DeskAct, "where">, number: number | null): boolean {
  const named = where.find(([name]) => name === "number")?.[1];
  return number === null || named === undefined || named === number;
}

export function decidedBy(acts: readonly DeskAct[], { table, ruled_by, number }: FloorAlarm): Kind | null {
  return kindsOf(acts.filter((act) => act.table === table && act.kind === ruled_by && isAbout(act, number)))[0] ?? null;
}
