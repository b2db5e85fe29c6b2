/** Money for reading: the server reckons in whole cents. */

import { texts } from "../texts";
import { letters } from "./words";

const WITH_CENTS = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const COMPACT = [3, 2].map(
  (digits) => new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: digits }),
);
const FIVE_DIGITS = 5.5;
const MINUS = "−";

/** `$1,825.00` */
export function dollars(cents: number): string {
  return `${cents < 0 ? MINUS : ""}$${WITH_CENTS.format(Math.abs(cents) / 100)}`;
}

/** `+$95.00`; nothing has no sign. */
export function change(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** `1,825`, for places with little room. */
export function short(cents: number): string {
  return `${cents < 0 ? MINUS : ""}${WHOLE.format(Math.abs(cents) / 100)}`;
}

export function shortChange(cents: number): string {
  return cents > 0 ? `+${short(cents)}` : short(cents);
}

/** `250K`, `1.25M` where there is no room for all digits: the whole amount is to be said beside it. */
export function tight(cents: number, room = FIVE_DIGITS): string {
  const below = cents < 0 ? MINUS : "";
  const ways = [short(cents), ...COMPACT.map((way) => below + way.format(Math.abs(cents) / 100))];
  return ways.find((way) => letters(way) <= room) ?? ways.at(-1) ?? "";
}

export function tightChange(cents: number, room = FIVE_DIGITS): string {
  return cents > 0 ? `+${tight(cents, room - 1)}` : tight(cents, room);
}

/** A count that keeps its place while it grows: what is missing is as wide as a digit. */
export function counted(count: number, digits = 2): string {
  return String(count).padStart(digits, "\u2007");
}

/** `5`, `1K`: what stands on a chip. */
export function onChip(cents: number): string {
  const whole = cents / 100;
  if (whole < 1) return `${cents}¢`;
  return whole < 1000 ? WHOLE.format(whole) : `${WHOLE.format(whole / 1000)}K`;
}

/** `$5 – 1,000`: limits, which are seldom in cents. */
export function range(least: number, most: number): string {
  return texts.between(`$${short(least)}`, short(most));
}

/** What somebody has typed, in cents; null for what is no amount. */
export function readDollars(typed: string): number | null {
  const plain = typed.trim().replace(/^\$/, "").replaceAll(",", "");
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}

/** The same where less than nothing can be meant. */
export function readSigned(typed: string): number | null {
  const below = /^[-−]/.test(typed.trim());
  const found = readDollars(below ? typed.trim().slice(1) : typed);
  return found === null ? null : below ? -found : found;
}

/** The fewest chips that make an amount, largest first; what no chip can make is left out. */
export function inChips(amount: number, denominations: readonly number[]): number[] {
  const found: number[] = [];
  let left = amount;
  for (const one of [...denominations].reverse()) {
    while (left >= one) {
      found.push(one);
      left -= one;
    }
  }
  return found;
}
