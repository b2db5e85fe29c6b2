/** Seats and lines in words. */
import { texts } from "../texts";

export function areaName(area: string): string {
  return /^\d+$/.test(area) ? texts.seat(area) : texts.lineArea(area);
}
