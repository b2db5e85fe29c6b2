import { describe, expect, it, vi } from "vitest";
import { Declined, NoAnswer } from "./ask";
import { give } from "./commands";
import type { Done } from "./types";

const DONE: Done = { stream: "table/1", number: 3, repeated: true, records: [] };
const declined = (status: number): Declined => new Declined({ type: "urn:x", title: "", status, detail: "", code: "x", clause: null });

function sending(...answers: (Error | Done)[]): { keys: string[]; send: () => Promise<Done>; wait: () => Promise<void> } {
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
    expect(await give("/tables/1/commands", { do: "place" }, at)).toBe(DONE);
    expect(at.keys.length).toBe(4);
    expect(new Set(at.keys).size).toBe(1);
  });

  it("is not sent again when it was refused", async () => {
    const at = sending(declined(409));
    await expect(give("/tables/1/commands", { do: "place" }, at)).rejects.toBeInstanceOf(Declined);
    expect(at.keys.length).toBe(1);
  });

  it("has a key of its own", async () => {
    const at = sending();
    await give("/x", { do: "place" }, at);
    await give("/x", { do: "place" }, at);
    expect(new Set(at.keys).size).toBe(2);
  });

  it("is given up in the end", async () => {
    const at = sending(...Array.from({ length: 20 }, () => new NoAnswer()));
    await expect(give("/x", { do: "place" }, at)).rejects.toBeInstanceOf(NoAnswer);
    expect(at.keys.length).toBe(8);
  });

  it("keeps its key when somebody gives it again because nobody had answered, whatever was seen last", async () => {
    const at = sending(...Array.from({ length: 8 }, () => new NoAnswer()), DONE, DONE);
    await expect(give("/y?expected=4", { do: "buy_in", amount: 500 }, at)).rejects.toBeInstanceOf(NoAnswer);
    await give("/y?expected=6", { do: "buy_in", amount: 500 }, at);
    expect(new Set(at.keys).size).toBe(1);
    await give("/y", { do: "buy_in", amount: 500 }, at);
    expect(new Set(at.keys).size).toBe(2);
  });

  it("is another one when it is about something else, or somebody comes back to it much later", async () => {
    const lost = Array.from({ length: 8 }, () => new NoAnswer());
    const at = sending(...lost, DONE, DONE);
    await expect(give("/z", { do: "buy_in", amount: 500 }, at)).rejects.toBeInstanceOf(NoAnswer);
    await give("/z", { do: "buy_in", amount: 600 }, at);
    vi.setSystemTime(Date.now() + 3_600_000);
    await give("/z", { do: "buy_in", amount: 500 }, at);
    vi.useRealTimers();
    expect(new Set(at.keys).size).toBe(3);
  });
});
