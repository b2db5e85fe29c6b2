import { describe, expect, it } from "vitest";
import { FloorNews } from "./alarms.svelte";
import type { FloorAlarm, Waiting } from "../api/schema";

const alarm = (text: string, more: Partial<FloorAlarm> = {}): FloorAlarm => ({
  tournament: null,
  table: "7",
  book: "act-2015",
  kind: "irregularity",
  number: null,
  text,
  clause: null,
  ruled_by: null,
  since: 1,
  ...more,
});
const proposal = (number: number, own = false): Waiting =>
  ({ number, own, title: "Void round", stream: "table/7" }) as Waiting;
const DISPUTE = alarm("Dispute 1 by ann: I bet on banker", { kind: "dispute", number: 1, since: 5 });
const SLUG = alarm("Shuffle: 9 cards lie as they lay", { kind: "slug", number: 40, since: 6 });
const late = (rounds: number): FloorAlarm =>
  alarm(`Commission is not collected: ${rounds} rounds have passed`, { kind: "commission", since: 3 });

/** What is said at one look after the other. */
function said(...looks: { alarms?: FloorAlarm[]; waiting?: Waiting[] }[]): string[] {
  const news = new FloorNews();
  return looks.map(({ alarms = [], waiting = [] }) => news.words({ alarms, waiting }));
}

describe("whoever listens to the floor", () => {
  it("hears at first how much waits, and nothing of each", () => {
    expect(said({ alarms: [late(20), DISPUTE, SLUG] })).toEqual(["3 alarms wait"]);
    expect(said({ alarms: [DISPUTE], waiting: [proposal(1)] })).toEqual(["1 alarm waits. 1 approval waits for you"]);
    expect(said({})).toEqual([""]);
  });

  it("hears of an alarm once, when it comes", () => {
    expect(said({ alarms: [late(20)] }, { alarms: [late(20), DISPUTE] }, { alarms: [late(20), DISPUTE] })).toEqual([
      "1 alarm waits",
      "Alarm at 7: Dispute 1 by ann: I bet on banker",
      "",
    ]);
  });

  it("hears how many came at once, and which is the newest", () => {
    expect(said({}, { alarms: [DISPUTE, { ...SLUG, tournament: "cup" }] })[1]).toBe(
      "2 new alarms. The newest at cup, table 7: Shuffle: 9 cards lie as they lay",
    );
  });

  it("hears of nothing that is decided or grows older", () => {
    expect(
      said({ alarms: [late(20), DISPUTE] }, { alarms: [late(21), DISPUTE] }, { alarms: [late(22)] }).slice(1),
    ).toEqual(["", ""]);
  });

  it("hears of a second irregularity, and not of the first again, which is as young now", () => {
    const [first, second] = [alarm("Excess card in round 3"), alarm("Count disagrees in round 3", { since: 9 })];
    expect(said({ alarms: [first] }, { alarms: [{ ...first, since: 9 }, second] })[1]).toBe(
      "Alarm at 7: Count disagrees in round 3",
    );
  });

  it("hears what else a table waits for, though it has waited all the while", () => {
    const waits = (what: string): FloorAlarm =>
      alarm(`The table waits for a supervisor: ${what}`, { kind: "supervisor", since: 4 });
    expect(said({ alarms: [waits("supervisor inspection")] }, { alarms: [waits("cut")] })[1]).toBe(
      "Alarm at 7: The table waits for a supervisor: cut",
    );
  });

  it("hears of an alarm that comes again", () => {
    expect(said({ alarms: [SLUG] }, {}, { alarms: [SLUG] })[2]).toBe("Alarm at 7: Shuffle: 9 cards lie as they lay");
  });

  it("hears of what waits for another's approval, and not of the own", () => {
    expect(
      said(
        { waiting: [proposal(1, true)] },
        { waiting: [proposal(1, true), proposal(2)] },
        { waiting: [proposal(2), proposal(3, true)] },
      ),
    ).toEqual(["", "Void round, table 7: it waits for your approval", ""]);
  });
});
