/** Countdowns in this machine's time. */
import type { TableClock } from "../api/schema";

export interface Countdown {
  /** What people have time for. */
  waitsFor: NonNullable<TableClock["waits_for"]>;
  opened: number;
  closes: number;
}

/** The server's clock and this machine's need not agree: only how long it is until then counts. */
export function countdown(clock: TableClock, now: number): Countdown | null {
  if (clock.waits_for == null || clock.closes_at === null || clock.opened_at == null) return null;
  const local = (time: number): number => now + (time - clock.now) / 1000;
  return { waitsFor: clock.waits_for, opened: local(clock.opened_at), closes: local(clock.closes_at) };
}

/** Whole seconds until it ends: it shows one until the last of it is over. */
export function secondsLeft({ closes }: Countdown, now: number): number {
  return Math.max(0, Math.ceil((closes - now) / 1000));
}

export function secondsInAll({ opened, closes }: Countdown): number {
  return Math.max(1, Math.ceil((closes - opened) / 1000));
}
