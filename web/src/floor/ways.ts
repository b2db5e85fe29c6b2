/** Addresses of the floor. */
import type { FloorAlarm } from "../api/schema";

export function toFloor(table: string): string {
  return `/floor/${encodeURIComponent(table)}`;
}

/** Where an alarm is decided: at its table, or at the desk of the tournament whose table it is. */
export function toAlarm({ tournament, table }: Pick<FloorAlarm, "tournament" | "table">): string {
  return tournament === null ? toFloor(table) : `/direct/${encodeURIComponent(tournament)}`;
}
