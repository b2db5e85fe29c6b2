import { describe, expect, it } from "vitest";
import type { Felt } from "../api/schema";
import type { Card } from "./history";
import { isForged, marksOf, NO_MARKS } from "./marks";
import type { SeenShoe } from "./seen";

const shoe = (number: number, ...cards: Card[]): SeenShoe => ({ number, cards }) as unknown as SeenShoe;
const shown = (place: number, face: string, proven = true): Card => ({ place, face, proven });
const hand = (...cards: [string | null, number][]): object => ({
  cards: cards.map(([card]) => ({ card })),
  places: cards.map(([, place]) => place),
  total: null,
});
const felt = (number: number, player: object, banker: object): Felt =>
  ({ hands: { player, banker }, table: { view: { shoe: { number } } } }) as unknown as Felt;

describe("marks on the cloth", () => {
  it("stand on cards whose proof was checked, as soon as it has come", () => {
    const at = felt(4, hand(["7C", 11], ["KD", 13]), hand(["2S", 12], [null, 14]));
    expect(
      marksOf([shoe(3), shoe(4, shown(11, "7C"), shown(12, "2S"), { place: 14, face: null, proven: null })], at),
    ).toEqual({ player: [true, null], banker: [true, null] });
  });

  it("say so where the card is not proven, or is another one than the house has shown", () => {
    const marks = marksOf(
      [shoe(4, shown(11, "7C", false), shown(12, "9S"))],
      felt(4, hand(["7C", 11]), hand(["2S", 12])),
    );
    expect([marks, isForged(marks)]).toEqual([{ player: [false], banker: [false] }, true]);
  });

  it("are of the shoe that is dealt from, and of no other", () => {
    expect(marksOf([shoe(3, shown(11, "7C"))], felt(4, hand(["7C", 11]), hand()))).toEqual(NO_MARKS);
    expect(isForged(NO_MARKS)).toBe(false);
  });
});
