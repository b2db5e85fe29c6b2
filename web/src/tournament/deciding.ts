/** The act that decides an alarm at a table of the tournament, where the server offers one. */
import type { FloorAlarm, Form } from "../api/schema";

export function decidedBy(acts: readonly Form[], { table, ruled_by, number }: FloorAlarm): Form | null {
  return acts.find((act) => act.table === table && act.kind === ruled_by && canBeAbout(act, number)) ?? null;
}

/** Whether it can be about this number: one that names none is about anything. */
function canBeAbout({ fields }: Form, number: number | null): boolean {
  const named = fields
    .flatMap(({ options }) => options.map(({ sets }) => sets["number"]))
    .filter((one) => one !== undefined);
  return number === null || named.length === 0 || named.includes(number);
}
