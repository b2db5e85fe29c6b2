import { describe, expect, it } from "vitest";
import type { Command, Console } from "../api/types";
import type { ConsoleDesk } from "./consoledesk.svelte";
import { Dealing } from "./dealing.svelte";

const at = (id: string, way: string, more: object = {}): Console =>
  ({ step: { id, way, count: 2, choices: [{ text: "", command: { do: "burn" } }] }, trouble: null, payments: null, last_card: { place: 9, card: "7C", hand: null }, forms: [], ...more }) as unknown as Console;

function dealing(first: Console): { dealing: Dealing; desk: { now: Console; busy: boolean }; given: Command[] } {
  const given: Command[] = [];
  const desk = { now: first, busy: false, give: (command: Command) => (given.push(command), Promise.resolve(true)) };
  return { dealing: new Dealing(desk as unknown as ConsoleDesk, "1"), desk, given };
}

describe("what a dealer has typed", () => {
  it("is for the step at which it was typed, and for no other", () => {
    const { dealing: one, desk, given } = dealing(at("burn 1", "cards"));
    one.press("7");
    one.press("c");
    one.press("k");
    expect(one.typed).toBe("seven of clubs, K _");
    desk.now = at("burn 2", "cards");
    expect(one.typed).toBe("");
    for (const key of "8d9h") one.press(key);
    expect(given).toEqual([{ do: "burn", cards: ["8D", "9H"] }]);
  });

  it("corrects the card that was the last one, and none that came since", () => {
    const { dealing: one, desk, given } = dealing(at("card 1", "key"));
    one.correct(true);
    expect(one.correcting).toBe(true);
    desk.now = at("card 2", "card", { last_card: { place: 10, card: "8C", hand: null } });
    expect(one.correcting).toBe(false);
    one.take("AS");
    expect(given).toEqual([{ do: "burn", card: "AS" }]);
  });

  it("is said not to be taken while another card is on its way, or none is due", () => {
    const { dealing: one, desk, given } = dealing(at("card 1", "card"));
    desk.busy = true;
    expect(one.take("AS")).toBe(false);
    desk.busy = false;
    desk.now = at("pay 1", "pay");
    expect([one.take("AS"), given]).toEqual([false, []]);
    desk.now = at("card 2", "card");
    expect(one.take("AS")).toBe(true);
  });
});
