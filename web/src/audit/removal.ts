/** Effects of removal side by side: by rank, or by card as soon as the suits of one wager differ. */
import type { Card, Removals } from "../api/schema";

type Effects = Removals["wagers"];

export function cardsIn(removals: Effects): string[] {
  const finest = removals.find(({ by_suit }) => by_suit) ?? removals[0];
  return Object.keys(finest?.rounded ?? {});
}

/** A card with its suit; null for a rank. */
export function faceOf(key: string): Card | null {
  return key.length === 2 ? (key as Card) : null;
}

/** Where suits do not matter, a card does what its rank does. */
export function effectOf(rounded: Effects[number]["rounded"], card: string): number {
  return rounded[card] ?? rounded[card.slice(0, 1)] ?? Number.NaN;
}
