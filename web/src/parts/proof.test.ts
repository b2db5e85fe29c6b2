import { describe, expect, it } from "vitest";
import { Declined } from "../api/ask";
import { Proof } from "./proof.svelte";

const needed = (): Declined =>
  new Declined({ type: "", title: "", status: 403, detail: "", code: "code_needed", clause: null });
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe("a proof", () => {
  it("is asked for once, and every act that waited for it is done", async () => {
    const proof = new Proof();
    let proved = false;
    const act = (said: string) => (): Promise<string> => (proved ? Promise.resolve(said) : Promise.reject(needed()));
    const both = Promise.all([proof.through(act("one")), proof.through(act("other"))]);
    await settled();
    proved = true;
    proof.asked?.given();
    expect(await both).toEqual(["one", "other"]);
    expect(proof.asked).toBeNull();
  });

  it("leaves every act undone when nobody gives it", async () => {
    const proof = new Proof();
    const both = Promise.allSettled([
      proof.through(() => Promise.reject(needed())),
      proof.through(() => Promise.reject(needed())),
    ]);
    await settled();
    proof.leave();
    expect((await both).map((one) => one.status)).toEqual(["rejected", "rejected"]);
  });
});
