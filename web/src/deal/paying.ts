/** Collecting and paying, one thing after the other: what was done is ticked here, and settled with one command. */
import type { Payments, WagerPayment } from "../api/schema";

export type Due =
  { kind: "collect"; amount: number; lines: readonly WagerPayment[] } | { kind: "pay"; line: WagerPayment };

/** All that is collected comes first, as one; then every payment in the order of the server. */
export function duesOf(payments: Payments | null): Due[] {
  if (payments === null) return [];
  const collect: Due[] =
    payments.collect.length > 0 ? [{ kind: "collect", amount: payments.collected, lines: payments.collect }] : [];
  return [...collect, ...payments.pay.map((line) => ({ kind: "pay", line }) as const)];
}

/** A due by what is done: whatever changes of it is to be done anew. */
export function markOf(due: Due): string {
  const lines = due.kind === "pay" ? [due.line] : due.lines;
  return JSON.stringify([due.kind, ...lines.map(({ patron, area, wager, amount }) => [patron, area, wager, amount])]);
}

/** How many are done, one after the other: a ruling or a corrected card may have changed the others meanwhile. */
export function doneOf(dues: readonly Due[], ticked: readonly string[]): number {
  const open = dues.findIndex((due) => !ticked.includes(markOf(due)));
  return open < 0 ? dues.length : open;
}

/** Those that are still to be done. */
export function openOf(dues: readonly Due[], ticked: readonly string[]): Due[] {
  return dues.filter((due) => !ticked.includes(markOf(due)));
}

/** Whether a line is ticked when so many dues are done. */
export function isDone(dues: readonly Due[], done: number, line: WagerPayment): boolean {
  return dues.slice(0, done).some((due) => (due.kind === "pay" ? due.line === line : due.lines.includes(line)));
}
