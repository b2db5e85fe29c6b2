/** What a table's records say of its shoes: each card leaves in its turn, and is the same whenever it is seen. */
import { expect, it } from "vitest";
import { DealtCards } from "./dealt-cards";
import { Report } from "./report";
import type { Data } from "./strict-json";

const LOADED = { event: "shoe_loaded.1", cards: 52, depth: 10 };
const started = (number: number): Data => ({ event: "round_started.1", number });
const burned = (place: number, card: string | null = null): Data => ({ event: "card_burned.1", place, card });
const dealt = (place: number, card: string | null, from_excess = false): Data => ({
  event: "card_dealt.1",
  place,
  card,
  from_excess,
});
const exposed = (place: number, card: string): Data => ({ event: "hand_exposed.1", cards: [{ place, card }] });
const aside = (place: number, card: string, counted: boolean): Data => ({
  event: "card_put_aside.1",
  place,
  card,
  counted,
});

async function read(events: readonly Data[], whole = true): Promise<{ found: string[]; cards: DealtCards }> {
  const report = new Report();
  const cards = new DealtCards(report, whole);
  for (const [index, event] of events.entries()) {
    await cards.read(event, { stream: "table/1", number: index + 1, position: index + 1, sibling: null });
  }
  return { found: report.findings.map(({ sort, sentence }) => `${sort}: ${sentence}`), cards };
}

const facesOf = (cards: DealtCards): [number, string | null][][] => cards.shoes.map(({ faces }) => [...faces]);

it("remembers each card, by its place out of the shoe", async () => {
  const { found, cards } = await read([
    { event: "cards_cut.1", at: 17 },
    LOADED,
    burned(1, "2C"),
    started(1),
    dealt(2, null),
    exposed(2, "AS"),
    { event: "excess_card_kept.1", card: { place: 3, card: "9D" } },
    dealt(3, "9D", true),
    aside(4, "5H", true),
    aside(4, "5H", true),
    aside(9, "6H", false),
    { event: "card_corrected.1", place: 4, card: "6H" },
    { event: "card_disclosed.1", place: 4, card: "6H" },
  ]);
  expect(found).toEqual([]);
  expect(facesOf(cards)).toEqual([
    [
      [1, "2C"],
      [2, "AS"],
      [3, "9D"],
      [4, "6H"],
    ],
  ]);
  expect(cards.shoes[0]).toMatchObject({ size: 52, depth: 10, cut: { record: 1, at: 17 } });
});

it("goes back to the shoe of a round that is opened again, and to the new one after it", async () => {
  const events = [LOADED, started(1), dealt(1, "AS"), { event: "round_ended.1" }, LOADED, burned(1)];
  const again = [{ event: "round_reopened.1", number: 1 }, dealt(2, "2S"), { event: "round_ended.1" }, burned(2)];
  const { found, cards } = await read([...events, ...again]);
  expect(found).toEqual([]);
  expect(facesOf(cards)).toEqual([
    [
      [1, "AS"],
      [2, "2S"],
    ],
    [
      [1, null],
      [2, null],
    ],
  ]);
});

it("finds a card that is passed over, one too many, and one that has changed", async () => {
  const small = { ...LOADED, cards: 2 };
  const { found } = await read([
    LOADED,
    burned(2),
    small,
    burned(1),
    burned(2),
    burned(3),
    small,
    dealt(1, "AS"),
    exposed(1, "KS"),
  ]);
  expect(found).toEqual(["cards: card 2 after 0 cards", "cards: card 3 after 2 cards", "cards: AS is now KS"]);
});

it("says nothing of cards that may have left in records that are not there", async () => {
  expect((await read([burned(7, "AS"), dealt(9, "2S")], false)).found).toEqual([]);
  const report = new Report();
  const cards = new DealtCards(report, false);
  const place = { stream: "table/1", number: 1, position: 1, sibling: null };
  await cards.read(LOADED, place);
  cards.skipped();
  await cards.read(burned(9), place);
  expect(report.findings).toEqual([]);
});

it("knows the rules in force", async () => {
  const { cards } = await read([{ event: "table_opened.1", rules: { digest: "a" } }]);
  expect(cards.rules).toBe("a");
  await cards.read(
    { event: "change_took_effect.1", rules: { digest: "b" } },
    { stream: "table/1", number: 2, position: 2, sibling: null },
  );
  expect(cards.rules).toBe("b");
});

it("reads no version that it does not know, and passes over events of law and money", async () => {
  await expect(read([{ event: "card_dealt.2" }])).rejects.toThrow("unknown event card_dealt");
  expect((await read([{ event: "stage_settled.3" }])).found).toEqual([]);
});
