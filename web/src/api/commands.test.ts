import { describe, expect, it } from "vitest";
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
});
