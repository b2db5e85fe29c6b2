/** Cards as a dealer types them: a key for the rank and one for the suit, or a word and Enter. */
import type { Card } from "../api/schema";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUIT_LETTERS = ["C", "D", "H", "S"] as const;

/** What stands on the keys, in the order of the ranks. */
export const RANK_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "/", "*", "-"] as const;
export const SUIT_KEYS = ["1", "2", "3", "4"] as const;

export function rankOfKey(key: string): string | null {
  const place = RANK_KEYS.findIndex((one) => one === key);
  if (place >= 0) return RANKS[place] ?? null;
  return RANKS.find((rank) => rank === key.toUpperCase() && /[A-Z]/.test(rank)) ?? null;
}

export function suitOfKey(key: string): string | null {
  const place = SUIT_KEYS.findIndex((one) => one === key);
  if (place >= 0) return SUIT_LETTERS[place] ?? null;
  return SUIT_LETTERS.find((suit) => suit === key.toUpperCase()) ?? null;
}

/** `TC`, `10c` or ` 7h `, as a scanner types it; null for what is no card. */
export function readCard(typed: string): Card | null {
  const found = /^(10|[2-9TJQKA])([CDHS])$/.exec(typed.trim().toUpperCase());
  if (found === null) return null;
  return ((found[1] === "10" ? "T" : found[1]) + (found[2] ?? "")) as Card;
}

/** Several with spaces or commas between them; null if one of them is none. */
export function readCards(typed: string): Card[] | null {
  const found = typed
    .split(/[\s,]+/)
    .filter((one) => one !== "")
    .map(readCard);
  return found.includes(null) ? null : (found as Card[]);
}

/** What a key came to: `heard` is false where it means nothing; `dropped` is a rank that it left without a suit. */
export interface Pressed {
  heard: boolean;
  card: Card | null;
  dropped: string | null;
}

/** Keys one after the other: a rank waits for its suit. What is no suit takes the rank with it: half a card is never part of the next one. */
export class CardKeys {
  constructor(public rank: string | null = null) {}

  press(key: string): Pressed {
    if (this.rank === null) {
      this.rank = rankOfKey(key);
      return { heard: this.rank !== null, card: null, dropped: null };
    }
    if (!writesSomething(key)) return { heard: false, card: null, dropped: null };
    const suit = suitOfKey(key);
    const rank = this.rank;
    this.rank = null;
    return suit === null
      ? { heard: true, card: null, dropped: rank }
      : { heard: true, card: (rank + suit) as Card, dropped: null };
  }
}

/** Shift, arrows and the like write nothing. */
export function writesSomething(key: string): boolean {
  return [...key].length === 1;
}
