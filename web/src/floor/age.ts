/** How long ago something was, for people who look at many things. */
import { floorTexts } from "../texts/floor";

/** `40 s`, `11 min`, `2 h`: microseconds in the largest unit that they fill. */
export function ageOf(microseconds: number): string {
  const seconds = Math.max(0, Math.floor(microseconds / 1_000_000));
  if (seconds < 60) return floorTexts.seconds(seconds);
  if (seconds < 3600) return floorTexts.minutes(Math.floor(seconds / 60));
  return floorTexts.hours(Math.floor(seconds / 3600));
}
