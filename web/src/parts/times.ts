/** Moments for reading: the server reckons in microseconds since 1970. */

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** `17 Nov 2026, 15:41:08` */
export function momentSaid(microseconds: number): string {
  const at = new Date(microseconds / 1000);
  return `${DAY.format(at)}, ${CLOCK.format(at)}`;
}

export function dayOf(microseconds: number): string {
  return DAY.format(new Date(microseconds / 1000));
}

export function clockOf(microseconds: number): string {
  return CLOCK.format(new Date(microseconds / 1000));
}

/** What a field for a moment holds, in this machine's time, as the server reads it: in UTC. */
export function inUtc(typed: string): string {
  return new Date(typed).toISOString().slice(0, 19);
}
