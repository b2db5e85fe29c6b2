/** Alarms as they are named and told apart, and what waits on the floor as it is said to whoever listens. */
import { announcing } from "../parts/announcing.svelte";
import { floorTexts } from "../texts/floor";
import type { Floor, FloorAlarm, Waiting } from "../api/schema";

type Where = Pick<FloorAlarm, "tournament" | "table">;

export function whereSaid({ tournament, table }: Where): string {
  return tournament === null ? table : floorTexts.tableOf(tournament, table);
}

export function keyOf(alarm: FloorAlarm): string {
  return JSON.stringify([alarm.tournament, alarm.table, alarm.kind, alarm.number, alarm.text]);
}

/** Those at a table of the house; none as long as nobody has looked. */
export function alarmsAt(floor: Floor | null, table: string): readonly FloorAlarm[] | null {
  return floor?.alarms.filter((one) => one.tournament === null && one.table === table) ?? null;
}

/** The same at whichever table of a tournament. */
export function alarmsOf(floor: Floor | null, tournament: string): readonly FloorAlarm[] | null {
  return floor?.alarms.filter((one) => one.tournament === tournament) ?? null;
}

/** What a page shows of the floor. */
interface Shown {
  alarms: readonly FloorAlarm[];
  waiting: readonly Waiting[];
}

/** What whoever listens is told of the floor: at first how much waits, and from then on what is new. */
export class FloorNews {
  #known: ReadonlySet<string> | null = null;

  /** Empty where there is nothing to say. */
  words({ alarms, waiting }: Shown): string {
    const [before, others] = [this.#known, waiting.filter((one) => !one.own)];
    this.#known = new Set([...alarms.flatMap(marksOf), ...others.map(markOf)]);
    if (before === null) return joined(floorTexts.alarmsWait(alarms.length), floorTexts.approvalsWait(others.length));
    const fresh = alarms.filter((one) => !marksOf(one).some((mark) => before.has(mark)));
    return joined(alarmsSaid(fresh), approvalsSaid(others.filter((one) => !before.has(markOf(one)))));
  }
}

/** An alarm is the same while it says the same, and also while only its numbers change: more rounds have passed. */
function marksOf(alarm: FloorAlarm): string[] {
  const words = alarm.text.replace(/\d+/g, "");
  return [keyOf(alarm), JSON.stringify([alarm.tournament, alarm.table, alarm.kind, alarm.number, alarm.since, words])];
}

function markOf({ number }: Waiting): string {
  return `approval ${number}`;
}

/** The newest, and how many there are. */
function alarmsSaid(fresh: readonly FloorAlarm[]): string {
  const newest = fresh.at(-1);
  return newest === undefined ? "" : floorTexts.announceAlarms(fresh.length, whereSaid(newest), newest.text);
}

function approvalsSaid(fresh: readonly Waiting[]): string {
  const newest = fresh.at(-1);
  return newest === undefined ? "" : floorTexts.announceApproval(newest.title, newest.stream.replace("/", " "));
}

function joined(...words: string[]): string {
  return words.filter((one) => one !== "").join(". ");
}

export function announceFloor(shown: () => Shown | null): void {
  const news = new FloorNews();
  $effect(() => {
    const now = shown();
    const words = now === null ? "" : news.words(now);
    if (words !== "") announcing.say(words);
  });
}
