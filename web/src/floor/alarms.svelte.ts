/** Alarms as they are named, told apart, and said to whoever listens. */
import { announcing } from "../parts/announcing.svelte";
import { floorTexts } from "../texts/floor";
import type { Floor, FloorAlarm } from "./types";

type Where = Pick<FloorAlarm, "tournament" | "table">;

export function whereSaid({ tournament, table }: Where): string {
  return tournament === null ? table : floorTexts.tableOf(tournament, table);
}

export function keyOf(alarm: FloorAlarm): string {
  return JSON.stringify([alarm.tournament, alarm.table, alarm.kind, alarm.number, alarm.text]);
}

/** Those at a table of the house. */
export function alarmsAt(floor: Floor | null, table: string): readonly FloorAlarm[] {
  return floor?.alarms.filter((one) => one.tournament === null && one.table === table) ?? [];
}

/** Those at whichever table of a tournament. */
export function alarmsOf(floor: Floor | null, tournament: string): readonly FloorAlarm[] {
  return floor?.alarms.filter((one) => one.tournament === tournament) ?? [];
}

/** The newest of those that were not there before. */
export function announceAlarms(alarms: () => readonly FloorAlarm[]): void {
  let known = new Set<string>();
  $effect(() => {
    const now = alarms();
    const fresh = now.filter((one) => !known.has(keyOf(one))).at(-1);
    known = new Set(now.map(keyOf));
    if (fresh) announcing.say(floorTexts.announceAlarm(whereSaid(fresh), fresh.text));
  });
}
