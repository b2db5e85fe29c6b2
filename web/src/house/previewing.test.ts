import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NoAnswer } from "../api/ask";
import type { Preview } from "../api/schema";
import { Previewing } from "./previewing.svelte";

const preview = (from_round: number): Preview => ({ faults: [], sign: [], from_round, new_shoe: false });

describe("a preview", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits as long as something newer was typed, whatever is answered meanwhile", async () => {
    const answers: ((found: Preview) => void)[] = [];
    const at = new Previewing(() => new Promise((resolve) => answers.push(resolve)));
    at.soon("/x", { minimum: "5" });
    await vi.advanceTimersByTimeAsync(1);
    at.soon("/x", { minimum: "50" });
    answers[0]?.(preview(5));
    await vi.advanceTimersByTimeAsync(1);
    expect([at.waits, at.last]).toEqual([true, null]);
    await vi.advanceTimersByTimeAsync(1000);
    answers[1]?.(preview(50));
    await vi.advanceTimersByTimeAsync(1);
    expect([at.waits, at.last?.from_round]).toEqual([false, 50]);
  });

  it("is none where nobody answered: nothing is confirmed by an older one", async () => {
    let answers = true;
    const at = new Previewing(() => (answers ? Promise.resolve(preview(5)) : Promise.reject(new NoAnswer())));
    await at.now("/x", {});
    answers = false;
    await at.now("/x", { minimum: "50" });
    expect([at.last, at.problem?.code]).toEqual([null, "no_answer"]);
  });
});
