import { describe, expect, it } from "vitest";
import { Declined } from "../api/ask";
import type { Done, Felt, TableCommand } from "../api/schema";
import { sit } from "./sitting.svelte";

/** A table as ann sees it: who sits where, and what she holds there. */
const at = (number: number, seats: Record<string, string>, chips: number): Felt =>
  ({
    person: "ann",
    layout: { areas: ["1", "2", "3"] },
    table: { number, view: { seats } },
    purse: { chips },
  }) as unknown as Felt;

/** Looks one after the other, and what was given to the table; `late` is refused as often as it says, since the table has gone on. */
async function sits(
  looks: Felt[],
  wanted: number | null = null,
  late = 0,
): Promise<{ given: unknown[]; refused: string }> {
  const given: unknown[] = [];
  let [refusals, refused] = [late, ""];
  const tell = (path: string, command: object): Promise<Done> => {
    const code = refusals-- > 0 ? "gone_on" : "";
    given.push([path.split("=")[1], command]);
    return code === ""
      ? Promise.resolve({} as Done)
      : Promise.reject(new Declined({ type: "", title: "", status: 409, detail: "", code, clause: null }));
  };
  await sit("t", 10_000, wanted, () => Promise.resolve(looks.shift() as Felt), tell).catch(
    (error: Declined) => (refused = error.problem.code),
  );
  return { given, refused };
}

const BUYS = { do: "buy_in", amount: 10_000 };
const TAKES = (seat: number): TableCommand => ({ do: "take_seat", seat });

describe("whoever sits down", () => {
  it("buys in and takes the first seat that is free", async () => {
    expect(await sits([at(5, { 1: "bob" }, 0), at(6, { 1: "bob" }, 10_000)])).toEqual({
      given: [
        ["5", BUYS],
        ["6", TAKES(2)],
      ],
      refused: "",
    });
  });

  it("takes the seat that is wanted, and buys nothing where chips lie", async () => {
    expect(await sits([at(5, {}, 700)], 3)).toEqual({ given: [["5", TAKES(3)]], refused: "" });
  });

  it("buys nothing for a seat that is gone, or a table that is full", async () => {
    expect(await sits([at(5, { 3: "bob" }, 0)], 3)).toEqual({ given: [], refused: "no_seat" });
    expect(await sits([at(5, { 1: "bob", 2: "cy", 3: "dee" }, 0)])).toEqual({ given: [], refused: "no_seat" });
  });

  it("looks again where the table has gone on, and buys once though another page did", async () => {
    expect(await sits([at(5, {}, 0), at(6, {}, 10_000)], null, 1)).toEqual({
      given: [
        ["5", BUYS],
        ["6", TAKES(1)],
      ],
      refused: "",
    });
    expect(await sits([at(5, {}, 0), at(8, { 1: "ann" }, 10_000)], null, 1)).toEqual({
      given: [["5", BUYS]],
      refused: "",
    });
  });

  it("gives up where it never comes to rest", async () => {
    const { given, refused } = await sits(
      Array.from({ length: 20 }, (_, number) => at(number, {}, 0)),
      null,
      99,
    );
    expect([given.length, refused]).toEqual([12, "gone_on"]);
  });

  it("does nothing who sits there", async () => {
    expect(await sits([at(5, { 2: "ann" }, 0)])).toEqual({ given: [], refused: "" });
  });
});
