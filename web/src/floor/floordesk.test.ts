import { afterEach, describe, expect, it, vi } from "vitest";
import type { Floor, FloorAlarm, Summary } from "../api/schema";
import { live } from "../live/live.svelte";
import { alarmsAt, alarmsOf, keyOf, whereSaid } from "./alarms.svelte";
import { FloorDesk, hearCups } from "./floordesk.svelte";
import { toAlarm } from "./ways";

type Answer = (said: object, status?: number) => void;

function asked(): Answer[] {
  const answers: Answer[] = [];
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((resolve) =>
        answers.push((said, status = 200) =>
          resolve(new Response(JSON.stringify(said), { status, headers: { "content-type": "application/json" } })),
        ),
      ),
  );
  return answers;
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const at = (now: number): object => ({ now, alarms: [], waiting: [] });

describe("a look at the floor", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("begins after it was asked for, and is one for all who ask meanwhile", async () => {
    const answers = asked();
    const desk = new FloorDesk();
    const first = desk.look();
    const later = [desk.look(), desk.look()];
    await settled();
    expect(answers.length).toBe(1);
    answers[0]?.(at(1));
    expect((await first)?.now).toBe(1);
    await settled();
    answers[1]?.(at(2));
    expect((await Promise.all(later)).map((one) => one?.now)).toEqual([2, 2]);
    expect([answers.length, desk.floor?.now]).toEqual([2, 2]);
  });

  it("gives nothing where it failed, and the next one is another", async () => {
    const answers = asked();
    const desk = new FloorDesk();
    const failed = desk.look();
    const next = desk.look();
    answers[0]?.({ code: "wrong_role", status: 403, detail: "" }, 403);
    expect([await failed, desk.problem?.code]).toEqual([null, "wrong_role"]);
    await settled();
    answers[1]?.(at(2));
    expect([(await next)?.now, desk.problem]).toEqual([2, null]);
  });
});

describe("the board", () => {
  afterEach(() => void (live.summaries = new Map()));

  it("is a reason to look again when a dealer comes, whose name the floor knows", () => {
    const summary = (attendance: string): Summary =>
      ({ stream: "table/7", round: 1, attendance, staff: { waiting: 0, alarms: [] } }) as unknown as Summary;
    const at = (attendance: string): string => (
      (live.summaries = new Map([["table/7", summary(attendance)]])),
      new FloorDesk().board
    );
    expect(at("awaited")).not.toBe(at("dealer"));
    expect(at("dealer")).toBe(at("dealer"));
  });
});

describe("tournaments in session", () => {
  afterEach(() => {
    live.heard = {};
    vi.restoreAllMocks();
  });

  const desk = (...tournaments: string[]): FloorDesk =>
    Object.assign(new FloorDesk(), { floor: { tournaments } as unknown as Floor });

  it("are a reason to look again whenever something happens there, and no others are", () => {
    const at = desk("cup");
    const boards = [0, 1].map((number) => ((live.heard = { cup: number, cap: 7 * number }), at.board));
    expect(boards[0]).not.toBe(boards[1]);
    live.heard = { cup: 1, cap: 99 };
    expect(at.board).toBe(boards[1]);
  });

  it("are heard of until nobody looks, all by one wish, as many as leave room for others", () => {
    const heard: string[][] = [];
    vi.spyOn(live, "hearTournaments").mockImplementation((names) => (heard.push([...names]), () => void heard.pop()));
    const end = hearCups(desk(...Array.from({ length: 40 }, (_, place) => `cup ${place}`)).cups);
    expect([heard.length, heard[0]?.length, heard[0]?.at(-1)]).toEqual([1, 8, "cup 7"]);
    end();
    expect(heard).toEqual([]);
  });

  it("have alarms that lead to the desk where they are decided", () => {
    expect([
      toAlarm({ tournament: "spring cup", table: "1" }),
      whereSaid({ tournament: "spring cup", table: "1" }),
    ]).toEqual(["/direct/spring%20cup", "spring cup, table 1"]);
    expect([toAlarm({ tournament: null, table: "7" }), whereSaid({ tournament: null, table: "7" })]).toEqual([
      "/floor/7",
      "7",
    ]);
  });

  it("have tables of the same name as others: alarms of each are its own", () => {
    const alarms = [null, "cup", "bowl"].map(
      (tournament) => ({ tournament, table: "1", kind: "dispute", number: 1, text: "" }) as FloorAlarm,
    );
    const floor = { alarms } as unknown as Floor;
    expect([alarmsAt(floor, "1"), alarmsOf(floor, "cup"), alarmsAt(null, "1")]).toEqual([
      [alarms[0]],
      [alarms[1]],
      null,
    ]);
    expect(new Set(alarms.map(keyOf)).size).toBe(3);
  });
});
