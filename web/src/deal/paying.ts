/** Collecting and paying, one thing after the other: what was done is ticked here, and settled with one command. */
import type { Payments, WagerPayment } from "../api/types";

export type Due = { kind: "collect"; amount: number; lines: readonly WagerPayment[] } | { kind: "pay"; line: WagerPayment };

/** All that is collected comes first, as one; then every payment in the order of the server. */
export function duesOf(payments: Payments | null): Due[] {
  if (payments === null) return [];
  const collect: Due[] = payments.collect.length > 0 ? [{ kind: "collect", amount: payments.collected, lines: payments.collect }] : [];
  return [...collect, ...payments.pay.map((line) => ({ kind: "pay", line }) as const)];
}

/** Whether a line is ticked when so many dues are done. */
export function isDone(dues: readonly Due[], done: number, line: WagerPayment): boolean {
  return dues.slice(0, done).some((due) => (due.kind === "pay" ? due.line === line : due.lines.includes(line)));
}
