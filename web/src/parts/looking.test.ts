import { describe, expect, it } from "vitest";
import { NoAnswer } from "../api/ask";
import { Looking } from "./looking.svelte";

function waits<T>(): { promise: Promise<T>; give: (value: T) => void; fail: () => void } {
  let [give, fail]: [(value: T) => void, () => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((resolve, reject) => ([give, fail] = [resolve, () => reject(new NoAnswer())]));
  return { promise, give: (value) => give(value), fail: () => fail() };
}

describe("looking", () => {
  it("shows the answer to the last question, whichever comes first", async () => {
    const looking = new Looking<string>();
    const [first, second] = [waits<string>(), waits<string>()];
    const both = [looking.at(() => first.promise), looking.at(() => second.promise)];
    second.give("table 2");
    await both[1];
    first.give("table 1");
    await both[0];
    expect([looking.found, looking.busy]).toEqual(["table 2", false]);
  });

  it("says why there is no answer, and keeps what was found", async () => {
    const looking = new Looking<string>();
    await looking.at(() => Promise.resolve("seen"));
    await looking.at(() => Promise.reject(new NoAnswer()));
    expect([looking.found, looking.problem?.code]).toEqual(["seen", "no_answer"]);
    await looking.at(() => Promise.resolve("seen again"));
    expect([looking.found, looking.problem]).toEqual(["seen again", null]);
  });

  it("hears nothing of what was forgotten", async () => {
    const looking = new Looking<string>();
    const late = waits<string>();
    const looks = looking.at(() => late.promise);
    looking.forget();
    late.give("of another table");
    await looks;
    expect([looking.found, looking.busy]).toEqual([null, false]);
  });
});
