import { describe, expect, it, vi } from "vitest";
import { Declined, NoAnswer } from "./ask";
import { asOffered, asSeen, atAccount, atTable, give, proposalOf, TO_THE_HOUSE } from "./commands";
import type { Done } from "./schema";

const BUYS = { do: "buy_in", amount: 500 } as const;
const DONE: Done = { stream: "table/1", number: 3, repeated: true, records: [] };
const declined = (status: number): Declined =>
  new Declined({ type: "urn:x", title: "", status, detail: "", code: "x", clause: null });

function sending(...answers: (Error | Done)[]): {
  keys: string[];
  send: () => Promise<Done>;
  wait: () => Promise<void>;
} {
  const keys: string[] = [];
  const send = (_path?: string, _command?: unknown, key = ""): Promise<Done> => {
    keys.push(key);
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? DONE);
  };
  return { keys, send, wait: () => Promise.resolve() };
}

describe("a command", () => {
  it("is sent again under the same key until somebody has answered", async () => {
    const at = sending(new NoAnswer(), new NoAnswer(), declined(503), DONE);
    expect(await give(atTable("1"), BUYS, at)).toBe(DONE);
    expect(at.keys.length).toBe(4);
    expect(new Set(at.keys).size).toBe(1);
  });

  it("is not sent again when it was refused", async () => {
    const at = sending(declined(409));
    await expect(give(atTable("1"), BUYS, at)).rejects.toBeInstanceOf(Declined);
    expect(at.keys.length).toBe(1);
  });

  it("has a key of its own", async () => {
    const at = sending();
    await give(atTable("x"), BUYS, at);
    await give(atTable("x"), BUYS, at);
    expect(new Set(at.keys).size).toBe(2);
  });

  it("is given up in the end", async () => {
    const at = sending(...Array.from({ length: 20 }, () => new NoAnswer()));
    await expect(give(atTable("x"), BUYS, at)).rejects.toBeInstanceOf(NoAnswer);
    expect(at.keys.length).toBe(8);
  });

  it("keeps its key when somebody gives it again because nobody had answered, whatever was seen last", async () => {
    const at = sending(...Array.from({ length: 8 }, () => new NoAnswer()), DONE, DONE);
    await expect(give(asSeen(atTable("y"), "expected", 4), BUYS, at)).rejects.toBeInstanceOf(NoAnswer);
    await give(asSeen(atTable("y"), "expected", 6), BUYS, at);
    expect(new Set(at.keys).size).toBe(1);
    await give(atTable("y"), BUYS, at);
    expect(new Set(at.keys).size).toBe(2);
  });

  it("is another one when it is about something else, or somebody comes back to it much later", async () => {
    const lost = Array.from({ length: 8 }, () => new NoAnswer());
    const at = sending(...lost, DONE, DONE);
    await expect(give(atTable("z"), BUYS, at)).rejects.toBeInstanceOf(NoAnswer);
    await give(atTable("z"), { ...BUYS, amount: 600 }, at);
    vi.setSystemTime(Date.now() + 3_600_000);
    await give(atTable("z"), BUYS, at);
    vi.useRealTimers();
    expect(new Set(at.keys).size).toBe(3);
  });
});

describe("the type of a command", () => {
  const at = sending();

  it("is what the API takes at its path", async () => {
    await give(atTable("1"), { do: "cut", at: 30 }, at);
    await give(TO_THE_HOUSE, proposalOf("table/1", { do: "announce_change", choices: [["minimum", "10"]] }), at);
    await give(atTable("1"), asOffered({ do: "draw", card: "AS" }), at);
    expect(at.keys.length).toBe(3);
  });

  it("knows no other command, no other member, and none that is missing", async () => {
    // @ts-expect-error the API has no such command
    await give(atTable("1"), { do: "cheat" }, at);
    // @ts-expect-error this one is for an account
    await give(atTable("1"), { do: "return_to_play" }, at);
    // @ts-expect-error this one is for a table
    await give(atAccount("ann"), BUYS, at);
    // @ts-expect-error the amount is missing
    await give(atTable("1"), { do: "buy_in" }, at);
    // @ts-expect-error the amount is a number
    await give(atTable("1"), { do: "buy_in", amount: "500" }, at);
    // @ts-expect-error buying in has no seat
    await give(atTable("1"), { do: "buy_in", amount: 500, seat: 3 }, at);
    // @ts-expect-error one seat is proposed to nobody
    await give(TO_THE_HOUSE, proposalOf("table/1", { do: "take_seat", seat: 1 }), at);
    // @ts-expect-error a path that takes no commands
    await give("/tables/1/commands", BUYS, at);
    // @ts-expect-error members that nobody has checked are no command
    await give(atTable("1"), { ...({} as Record<string, unknown>) }, at);
  });
});
