/** How long a break from play may be, and when it ends. */
import { accountTexts as texts } from "../texts/account";

const FOR_EVER = "";
const DAY = 24 * 60 * 60 * 1000;
export const BREAKS: readonly (readonly [days: string, name: string])[] = [
  ["1", texts.breaks.day],
  ["7", texts.breaks.week],
  ["30", texts.breaks.month],
  ["182", texts.breaks.half],
  ["365", texts.breaks.year],
  [FOR_EVER, texts.breaks.ever],
];

/** In microseconds since 1970, as the server counts; null for ever. */
export function endOf(days: string, now: number): number | null {
  return days === FOR_EVER ? null : (now + Number(days) * DAY) * 1000;
}

export function isOver(until: number, now: number): boolean {
  return until <= now * 1000;
}
