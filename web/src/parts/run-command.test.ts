import { afterEach, describe, expect, it, vi } from "vitest";
import { atTable, atTournament } from "../api/commands";
import { CommandRunner } from "./run-command.svelte";
import { proof } from "./proof.svelte";

const answer = (status: number, said: object): Response =>
  new Response(JSON.stringify(said), { status, headers: { "content-type": "application/json" } });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("a command", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is given once, however often somebody clicks before it is answered", async () => {
    const answers: (() => void)[] = [];
    const asked = vi.fn(() => new Promise((resolve) => answers.push(() => resolve(answer(200, { number: 4 })))));
    vi.stubGlobal("fetch", asked);
    const acting = new CommandRunner(() => atTable("1"));
    const clicks = [acting.give({ do: "buy_in", amount: 500 }), acting.give({ do: "buy_in", amount: 500 })];
    expect(acting.busy).toBe(true);
    answers.forEach((one) => one());
    expect(await Promise.all(clicks)).toEqual([true, false]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("asks for a code where the server wants one, and is given then", async () => {
    let proved = false;
    const asked = vi.fn((path: string) => {
      proved ||= path.endsWith("/you/factor/code");
      return Promise.resolve(proved ? answer(200, {}) : answer(403, { code: "code_needed", status: 403, detail: "" }));
    });
    vi.stubGlobal("fetch", asked);
    const gives = new CommandRunner(() => atTournament("cup")).give({ do: "confirm_approval" });
    await settled();
    expect(proof.asked).not.toBeNull();
    await proof.give("123456");
    expect(await gives).toBe(true);
    expect(asked.mock.calls.map(([path]) => path)).toEqual([
      "/api/v1/tournaments/cup/commands",
      "/api/v1/you/factor/code",
      "/api/v1/tournaments/cup/commands",
    ]);
  });
});
