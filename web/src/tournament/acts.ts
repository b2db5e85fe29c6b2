/** What may be done, in an order for people: each kind once at each table. */
import type { Form } from "../api/schema";

export function alike(one: Form, other: Form): boolean {
  return one.kind === other.kind && one.table === other.table;
}

/** The first of each kind but one, in the order in which the server offers them. */
export function kindsOf(acts: readonly Form[], without: string | null = null): Form[] {
  const others = acts.filter((act) => act.kind !== without || act.table !== null);
  return others.filter((act, place) => others.findIndex((one) => alike(one, act)) === place);
}
