import { afterEach, describe, expect, it, vi } from "vitest";
import { FloorDesk } from "./floordesk.svelte";

type Answer = (said: object, status?: number) => void;

function asked(): Answer[] {
  const answers: Answer[] = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => answers.push((said, status = 200) => resolve(new Response(JSON.stringify(said), { status, headers: { "content-type": "application/json" } })))));
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
