import { afterEach, describe, expect, it, vi } from "vitest";
import { Answering } from "./answering.svelte";
import type { Floor, Waiting } from "../api/schema";

const answer = (status: number, said: object): Response =>
  new Response(JSON.stringify(said), { status, headers: { "content-type": "application/json" } });
const goneOn = (): Response => answer(409, { code: "gone_on", status: 409, detail: "table/1 has gone on" });
const done = (): Response => answer(200, { number: 9 });

function waits(seen: number, change: number): Waiting {
  const moves = [{ patron: "ann", account: "chips", change, after: 0 }];
  return {
    number: 3,
    seen,
    problem: null,
    consequence: { stream: "table/1", number: seen, takes_two: true, sentences: [], moves },
  } as unknown as Waiting;
}

const floor = (waiting: Waiting): Floor => ({ waiting: [waiting] }) as unknown as Floor;

function asked(...answers: (() => Response)[]): string[] {
  const paths: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    paths.push(path.split("?")[1] ?? "");
    return Promise.resolve((answers.shift() ?? done)());
  });
  return paths;
}

describe("an approval", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("says which record was the last when it was seen what it leads to", async () => {
    const paths = asked(done);
    expect(await new Answering(() => Promise.reject(new Error("nobody looks"))).say("approve", waits(7, -500))).toBe(
      true,
    );
    expect(paths).toEqual(["seen=7"]);
  });

  it("is not given once more where it would lead to something else", async () => {
    const paths = asked(goneOn);
    const answering = new Answering(() => Promise.resolve(floor(waits(8, -100))));
    expect([await answering.say("approve", waits(7, -500)), answering.hasChanged, answering.problem]).toEqual([
      false,
      true,
      null,
    ]);
    expect(paths).toEqual(["seen=7"]);
  });

  it("is given again where the table went on, and it leads to the same", async () => {
    const paths = asked(goneOn, done);
    const answering = new Answering(() => Promise.resolve(floor(waits(8, -500))));
    expect([await answering.say("approve", waits(7, -500)), answering.hasChanged]).toEqual([true, false]);
    expect(paths).toEqual(["seen=7", "seen=8"]);
  });

  it("is not given again where nobody says how it stands", async () => {
    const paths = asked(goneOn);
    const answering = new Answering(() => Promise.resolve(null));
    expect([await answering.say("approve", waits(7, -500)), answering.problem?.code]).toEqual([false, "gone_on"]);
    expect(paths).toEqual(["seen=7"]);
  });
});
