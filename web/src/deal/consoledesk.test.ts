import { describe, expect, it } from "vitest";
import { Declined } from "../api/ask";
import type { Console, Done, Palette } from "../api/schema";
import { type Asks, ConsoleDesk, type GivenCommand } from "./consoledesk.svelte";

/** A table of which only the number of its log and the name of its step matter. */
class Table implements Asks {
  number = 5;
  step = "card 1";
  readonly given: [object, number][] = [];
  asked = 0;
  /** What happens before a command is heard. */
  meanwhile: (() => void) | null = null;

  console(): Promise<Console> {
    this.asked += 1;
    if (this.refuses)
      return Promise.reject(
        new Declined({ type: "", title: "", status: 403, detail: "not yours", code: "wrong_role", clause: null }),
      );
    return Promise.resolve({ number: this.number, step: { id: this.step } } as Console);
  }

  palette(): Promise<Palette> {
    if (this.unwell-- > 0) return Promise.reject(new Error("no answer"));
    return Promise.resolve({ number: this.number, forms: [{ kind: `as of ${this.number}` }] } as unknown as Palette);
  }

  give(command: GivenCommand, expected: number): Promise<Done> {
    this.meanwhile?.();
    this.meanwhile = null;
    if (expected !== this.number) {
      return Promise.reject(
        new Declined({ type: "", title: "", status: 409, detail: "gone on", code: "gone_on", clause: null }),
      );
    }
    this.given.push([command, expected]);
    this.number += 1;
    this.step = `card ${this.number}`;
    return Promise.resolve({ number: this.number } as Done);
  }

  refuses = false;
  /** How often nobody answers what may be done. */
  unwell = 0;

  wait(): Promise<void> {
    return Promise.resolve();
  }
}

async function at(): Promise<[Table, ConsoleDesk]> {
  const table = new Table();
  const desk = new ConsoleDesk(table);
  await desk.look();
  return [table, desk];
}

describe("a dealer's commands", () => {
  it("carry the number that was seen, and show what came of them", async () => {
    const [table, desk] = await at();
    expect(await desk.give({ do: "draw" })).toBe(true);
    expect(table.given).toEqual([[{ do: "draw" }, 5]]);
    expect(desk.now?.number).toBe(6);
  });
  it("are given once, however quickly a key is pressed twice", async () => {
    const [table, desk] = await at();
    const both = await Promise.all([desk.give({ do: "draw" }), desk.give({ do: "draw" })]);
    expect(both).toEqual([true, false]);
    expect(table.given.length).toBe(1);
  });
  it("are given again when only wagers came meanwhile", async () => {
    const [table, desk] = await at();
    table.meanwhile = () => (table.number = 9);
    expect(await desk.give({ do: "call_no_more_bets" })).toBe(true);
    expect(table.given).toEqual([[{ do: "call_no_more_bets" }, 9]]);
  });
  it("are left alone when the step has become another one", async () => {
    const [table, desk] = await at();
    table.meanwhile = () => {
      table.number = 6;
      table.step = "card 2";
    };
    expect(await desk.give({ do: "draw" })).toBe(false);
    expect(table.given).toEqual([]);
    expect(desk.problem?.code).toBe("gone_on");
    expect(desk.now?.step.id).toBe("card 2");
  });
});

describe("looking", () => {
  it("asks no more for what was seen already, and passes older answers over", async () => {
    const [table, desk] = await at();
    await desk.look(5);
    expect(table.asked).toBe(1);
    table.number = 4;
    await desk.look();
    expect(desk.now?.number).toBe(5);
  });
  it("shows nothing to whoever may not deal there any more, and all of it once they may again", async () => {
    const [table, desk] = await at();
    table.refuses = true;
    await desk.look(6);
    expect([desk.now, desk.declined?.code]).toEqual([null, "wrong_role"]);
    table.refuses = false;
    table.number = 7;
    await desk.look(7);
    expect([desk.now?.number, desk.declined]).toEqual([7, null]);
  });
});

describe("forms of everything that may be done", () => {
  const kinds = (desk: ConsoleDesk): string[] | undefined => desk.forms?.map((form) => form.kind);

  it("are not asked for unless somebody chooses", async () => {
    const [, desk] = await at();
    expect(desk.forms).toBeNull();
    await desk.offer();
    expect(kinds(desk)).toEqual(["as of 5"]);
  });
  it("go on with the table as long as somebody does", async () => {
    const [table, desk] = await at();
    await desk.offer();
    table.number = 6;
    await desk.look(6);
    expect([desk.now?.number, kinds(desk)]).toEqual([6, ["as of 6"]]);
    desk.offerNothing();
    table.number = 7;
    await desk.look(7);
    expect([desk.now?.number, desk.forms]).toEqual([7, null]);
  });
  it("are asked for after a look that began without them", async () => {
    const [, desk] = await at();
    const begun = desk.look();
    await Promise.all([begun, desk.offer()]);
    expect(kinds(desk)).toEqual(["as of 5"]);
  });
  it("are asked for again when nobody has answered", async () => {
    const [table, desk] = await at();
    table.unwell = 2;
    await desk.offer();
    expect(kinds(desk)).toEqual(["as of 5"]);
  });
  it("do not come for whoever has stopped to choose", async () => {
    const [, desk] = await at();
    const asked = desk.offer();
    desk.offerNothing();
    await asked;
    expect(desk.forms).toBeNull();
  });
});
