/** Settled wagers, as a log writes them, and what came of each. */
import { FLOAT, type Moves, TAKEN, written } from "./books";
import type { Round } from "./tablecards";

/** Patron, area, wager, stake, returned, taken, owed, outcome, clause, void, really returned, debt. */
export type Line = [string, string, string, number, number, number, number, string, string, boolean, number | null, number];

export function linesIn(lines: unknown[][]): Line[] {
  return lines.map((line) => [...line] as Line);
}

export function placeOf(line: Line): string {
  return written(line.slice(0, 3) as string[]);
}

/** What a patron has too much or too little of a settled wager, and does not owe. */
export function errorOf(line: Line): number {
  return line[10] === null ? 0 : line[10] - line[4] - line[11];
}

/** What a settled wager brought; where its stake goes back into the box, the stake included. */
export function cameTo(line: Line, intoBox: boolean): number {
  return line[4] + errorOf(line) - (intoBox ? 0 : line[3]);
}

/** The settled wagers that are not void. */
export function standing(coup: Round): Line[] {
  return ([...coup.settled.values()] as Line[]).filter((line) => !line[9]);
}

/** Where a settled stake goes. */
export function shares(line: Line): Moves {
  const [patron, area, wager, stake, returned, taken, owed] = line;
  return new Map([
    [written(["box", area, wager, patron]), -stake],
    [written(["chips", patron]), returned],
    [written(TAKEN), taken],
    [written(["commission_owed", patron]), owed],
    [written(FLOAT), stake - returned - taken - owed],
  ]);
}
