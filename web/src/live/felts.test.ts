import { describe, expect, it } from "vitest";
import { NoAnswer } from "../api/ask";
import { Looks } from "./felts";

const calm = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("a table after a sleep", () => {
  function asleep() {
    const [patience, waiting]: [(number | undefined)[], (() => void)[]] = [[], []];
    let dead = false;
    const look = (_: string, patient?: number): Promise<number> => {
      patience.push(patient);
      return dead ? Promise.reject(new NoAnswer()) : Promise.resolve(1);
    };
    const later = (_: number, act: () => void): (() => void) => (waiting.push(act), () => undefined);
    const looks = new Looks<number>(
      { look, later, overtaken: () => false },
      () => undefined,
      () => undefined,
    );
    looks.follow(new Set(["1"]));
    return { looks, patience, waiting, lead: (nowhere: boolean) => (dead = nowhere) };
  }

  it("is asked for in a hurry, and never by a question that keeps a connection for long", async () => {
    const { looks, patience, waiting, lead } = asleep();
    await calm();
    lead(true);
    looks.lookAfresh();
    for (let turn = 0; turn < 5; turn += 1) {
      await calm();
      expect(waiting.length).toBe(1);
      waiting.shift()?.();
    }
    expect(patience.slice(1)).toEqual(Array.from({ length: 6 }, () => 1000));
    lead(false);
    waiting.shift()?.();
    await calm();
    waiting.shift()?.();
    expect([patience.length, waiting.length]).toEqual([8, 0]);
  });

  it("is asked for once more where an answer from before the sleep comes after it", async () => {
    const { looks, patience, waiting, lead } = asleep();
    lead(true);
    looks.lookAfresh();
    await calm();
    waiting.shift()?.();
    expect(patience).toEqual([undefined, 1000, 1000]);
  });

  it("is asked for patiently in the end", async () => {
    const { looks, patience, waiting, lead } = asleep();
    await calm();
    lead(true);
    looks.lookAfresh();
    for (let turn = 0; turn < 8; turn += 1) {
      await calm();
      waiting.shift()?.();
    }
    await calm();
    expect(patience.slice(-2)).toEqual([1000, undefined]);
    expect(waiting.length, "and again after a while").toBe(1);
  });
});
