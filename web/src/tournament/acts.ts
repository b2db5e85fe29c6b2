/** What may be done, in an order for people: by kind, each kind once, with its places. */
import type { DeskAct } from "../api/types";
import { plainly } from "../parts/words";
import { said } from "../texts/tournament";

export interface Kind {
  kind: string;
  table: string | null;
  title: string;
  acts: readonly DeskAct[];
}

export function titleOf(kind: string): string {
  const words = plainly(kind);
  return said.acts[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** All kinds but one, in the order in which the server offers them. */
export function kindsOf(acts: readonly DeskAct[], without: string | null = null): Kind[] {
  const found = new Map<string, DeskAct[]>();
  for (const act of acts) {
    if (act.kind === without && act.table === null) continue;
    const key = `${act.table ?? ""} ${act.kind}`;
    found.set(key, [...(found.get(key) ?? []), act]);
  }
  return [...found.values()].map((some) => ({ kind: some[0]?.kind ?? "", table: some[0]?.table ?? null, title: titleOf(some[0]?.kind ?? ""), acts: some }));
}

export function matching(kinds: readonly Kind[], sought: string): Kind[] {
  const words = sought.trim().toLowerCase();
  return kinds.filter((one) => `${one.title} ${one.kind} ${one.table ?? ""}`.toLowerCase().includes(words));
}
