/** The line on a leaderboard: what it is about, and where it lies. */
import type { Leaders } from "../api/schema";
import { said } from "../texts/tournament";

export function lineSaid({ line, above }: Leaders): string {
  return line === null || above === null ? said.noLine : said.line[line](above);
}

/** Before the first who is below it. */
export function isCut(field: Leaders, at: number): boolean {
  const above = field.leaders[at - 1];
  return field.leaders[at]?.stands === "below" && above !== undefined && above.stands !== "below";
}
