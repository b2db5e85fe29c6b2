import { describe, expect, it, vi } from "vitest";
import type { Console } from "../api/schema";
import type { GivenCommand } from "./consoledesk.svelte";
import type { ConsoleDesk } from "./consoledesk.svelte";
import { texts } from "../texts/dealer";
import { Dealing } from "./dealing.svelte";

const at = (id: string, way: string, more: object = {}): Console =>
  ({
    felt: { person: "Dora" },
    step: { id, way, count: 2, choices: [{ text: "", command: { do: "burn" } }] },
    trouble: null,
    payments: null,
    virtual: false,
    last_card: { place: 9, card: "7C", hand: null },
    offered: {},
    ...more,
  }) as unknown as Console;

function dealing(first: Console): { dealing: Dealing; desk: { now: Console; busy: boolean }; given: GivenCommand[] } {
  const given: GivenCommand[] = [];
  const desk = {
    now: first,
    busy: false,
    give: (command: GivenCommand) => (given.push(command), Promise.resolve(true)),
  };
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

  it("is no card when a scanner types it elsewhere than in the field, and says so until that is taken back", () => {
    const { dealing: one, given } = dealing(at("card 1", "card"));
    for (const key of ["1", "Shift", "0", "c"]) one.press(key);
    expect([one.typed, one.notice, given]).toEqual(["", texts.dropped("A", "0"), []]);
    one.goOn(false);
    for (const key of "8h") one.press(key);
    expect([one.notice, given]).toEqual([texts.dropped("A", "0"), []]);
    one.back();
    expect(one.notice).toBe("");
    for (const key of "8h") one.press(key);
    expect(given).toEqual([{ do: "burn", card: "8H" }]);
    one.press("4");
    one.goOn(false);
    expect([one.typed, one.notice]).toEqual(["", texts.dropped("4", texts.enter)]);
  });

  it("is no cutting card either, when its key comes after a rank", () => {
    const { dealing: one, given } = dealing(
      at("card 1", "card", { offered: { draw_cutting_card: "Draw cutting card" } }),
    );
    one.press("4");
    one.cuttingCard();
    expect([one.typed, one.notice, given]).toEqual(["", texts.dropped("4", "."), []]);
    one.back();
    one.cuttingCard();
    expect(given).toEqual([{ do: "draw_cutting_card" }]);
  });

  it("while an answer is slow is no card either, when something else comes between rank and suit", async () => {
    const betweens: [string, (one: Dealing) => unknown][] = [
      [".", (one) => one.cuttingCard()],
      [".", (one) => one.press(".")],
      [texts.enter, (one) => one.goOn(false)],
    ];
    for (const [key, between] of betweens) {
      const {
        dealing: one,
        desk,
        given,
        answers,
      } = slow(at("card 1", "card", { offered: { draw_cutting_card: "Draw cutting card" } }));
      for (const typed of "514") one.press(typed);
      between(one);
      one.press("c");
      desk.now = at("card 2", "card");
      await answers(true);
      expect([given.length, one.notice]).toEqual([1, texts.dropped("4", key)]);
    }
  });

  it("while an answer is slow may be followed by a scanner's Enter, which is no part of the next card and does nothing else", async () => {
    const { dealing: one, desk, given, answers } = slow(at("card 1", "card"));
    for (const key of "512d") one.press(key);
    one.goOn(false);
    for (const key of "3h") one.press(key);
    desk.now = at("card 2", "card");
    await answers(true);
    desk.now = at("card 3", "card");
    await answers(true);
    expect([given.slice(1), one.notice]).toEqual([
      [
        { do: "burn", card: "2D" },
        { do: "burn", card: "3H" },
      ],
      "",
    ]);
  });

  it("while an answer is slow is for the step that comes with it", async () => {
    const { dealing: one, desk, given, answers } = slow(at("card 1", "card"));
    for (const key of "512") one.press(key);
    expect([one.typed, given.length]).toEqual(["2", 1]);
    desk.now = at("card 2", "card");
    await answers(true);
    expect(one.typed).toBe("2 _");
    for (const key of "347") one.press(key);
    expect(given).toEqual([
      { do: "burn", card: "5C" },
      { do: "burn", card: "2H" },
    ]);
    desk.now = at("card 3", "card");
    await answers(true);
    expect(given.slice(2)).toEqual([]);
    expect(one.notice).toBe(texts.dropped("4", "7"));
  });

  it("while an answer is slow is refused aloud where no card is due then, or the one before it was refused", async () => {
    for (const [done, way] of [
      [true, "pay"],
      [false, "card"],
    ] as const) {
      const { dealing: one, desk, given, answers } = slow(at("card 1", "card"));
      for (const key of "512") one.press(key);
      desk.now = at(done ? "card 2" : "card 1", way);
      await answers(done);
      for (const key of "34") one.press(key);
      expect([one.notice, given.length]).toEqual([texts.typedTooEarly("2"), 1]);
      one.back();
      expect(one.notice).toBe("");
    }
  });

  it("is not taken in trouble, and a scanner's Enter says of nothing that it is done", () => {
    const { dealing: one, given } = dealing(at("card 1", "card", { trouble: { record: 5, at: 50, waits: false } }));
    for (const key of "tc") one.press(key);
    expect(one.strayed).toBe(true);
    one.goOn(false);
    expect([one.trouble?.record, one.strayed, given]).toEqual([5, false, []]);
    one.goOn(false);
    expect(one.trouble).toBeNull();
  });

  it("is done on every page of whoever said so, and of nobody else; what comes later is not", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    const trouble = { record: 5, at: 50, waits: false };
    dealing(at("card 1", "card", { trouble })).dealing.acknowledge();
    const seen = [
      { trouble },
      { trouble, felt: { person: "Dan" } },
      { trouble: { ...trouble, record: 2, at: 51 } },
      { trouble: { ...trouble, waits: true } },
    ];
    expect(seen.map((more) => dealing(at("card 1", "card", more)).dealing.trouble === null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const { dealing: one, desk } = dealing(at("card 1", "card", { trouble: { ...trouble, at: 60 } }));
    one.acknowledge();
    desk.now = at("card 1", "card", { trouble: { ...trouble, at: 60 }, felt: { person: "Dan" } });
    expect(one.trouble?.at).toBe(60);
    desk.now = at("card 1", "card", { trouble: { ...trouble, at: 70 } });
    const other = dealing(at("card 1", "card", { trouble: { ...trouble, at: 70 } })).dealing;
    other.acknowledge();
    expect(one.trouble?.at).toBe(70);
    one.forget();
    expect(one.trouble).toBeNull();
    vi.unstubAllGlobals();
  });

  it("while an answer is slow can be taken back", async () => {
    const { dealing: one, desk, given, answers } = slow(at("card 1", "card"));
    for (const key of "512") one.press(key);
    one.backspace();
    desk.now = at("card 2", "card");
    await answers(true);
    for (const key of "3s") one.press(key);
    expect(given[1]).toEqual({ do: "burn", card: "3S" });
  });
});

/** A desk that is busy until it answers. */
function slow(first: Console): ReturnType<typeof dealing> & { answers: (done: boolean) => Promise<void> } {
  const { desk, given } = dealing(first);
  let answer: (done: boolean) => void = () => undefined;
  const give = (command: GivenCommand): Promise<boolean> => {
    given.push(command);
    desk.busy = true;
    return new Promise((resolve) => (answer = resolve));
  };
  const answers = async (done: boolean): Promise<void> => {
    desk.busy = false;
    answer(done);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { dealing: new Dealing(Object.assign(desk, { give }) as unknown as ConsoleDesk, "1"), desk, given, answers };
}

describe("payments that are ticked", () => {
  const line = (patron: string, amount: number): object => ({
    patron,
    area: patron.slice(-1),
    wager: "player",
    amount,
  });
  const paying = (collect: object[], pay: object[]): Console =>
    at("round 3 settle", "pay", { payments: { collect, pay, collected: 0, stand_off: [] } });
  const [ann, bob, cleo] = [line("ann 1", 100), line("bob 2", 200), line("cleo 3", 300)];

  it("are done one after the other, and the last one settles all", () => {
    const { dealing: one, given } = dealing(paying([ann], [bob, cleo]));
    one.goOn(false);
    one.goOn(false);
    expect([one.done, given]).toEqual([2, []]);
    one.back();
    expect(one.done).toBe(1);
    for (let key = 0; key < 2; key += 1) one.goOn(false);
    expect(given).toEqual([{ do: "burn" }]);
  });

  it("do not stand for another that comes in their place when a wager is declared void", () => {
    const { dealing: one, desk, given } = dealing(paying([], [ann, bob, cleo]));
    one.goOn(false);
    one.goOn(false);
    expect(one.done).toBe(2);
    desk.now = paying([], [bob, cleo]);
    expect(one.done, "bob has been paid, cleo has not").toBe(1);
    one.goOn(false);
    expect(given).toEqual([{ do: "burn" }]);
  });

  it("are not made twice when another comes before them", () => {
    const { dealing: one, desk, given } = dealing(paying([], [ann, cleo, line("dave 4", 400)]));
    one.goOn(false);
    one.goOn(false);
    desk.now = paying([], [ann, bob, cleo, line("dave 4", 400)]);
    expect(one.done, "bob is to be paid").toBe(1);
    one.goOn(false);
    expect(one.done, "cleo has been paid").toBe(3);
    one.goOn(false);
    expect(given).toEqual([{ do: "burn" }]);
  });

  it("are all settled with the last that was open, though others after it were made before", () => {
    const { dealing: one, desk, given } = dealing(paying([], [ann, cleo, line("dave 4", 400)]));
    one.goOn(false);
    one.goOn(false);
    desk.now = paying([], [ann, bob, cleo]);
    expect([one.done, one.isLast]).toEqual([1, true]);
    one.goOn(false);
    expect(given, "nobody else is to be paid").toEqual([{ do: "burn" }]);
  });

  it("are not done when a corrected card turns winners into losers", () => {
    const { dealing: one, desk } = dealing(paying([ann], [bob]));
    one.goOn(false);
    expect(one.done).toBe(1);
    desk.now = paying([bob], [ann]);
    expect(one.done).toBe(0);
  });
});

describe("the depth of a cut", () => {
  it("is for the cut at which it was written, and for no other shoe", () => {
    const { dealing: one, desk } = dealing(at("shoe 1 cut", "number"));
    one.deep = "200";
    expect(one.deep).toBe("200");
    desk.now = at("shoe 2 cut", "number");
    expect(one.deep).toBe("");
  });
});
