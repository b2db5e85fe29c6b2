/** Play-offs and lots of a stage: whom they put before whom, and which of them stand when a session is played on. */
import { type Data, same } from "./strict";

/** Who played a session to its end. */
export interface Finisher {
  table: string;
  chips: number;
  session: number;
}

/** A play-off or lot: its players, whom it put before whom, and who was excluded and does not go on. */
interface Decided {
  players: string[];
  pairs: [string, string][];
  shutOut: string[];
}

export class PlayOffs {
  #decided: Decided[] = [];

  get shutOut(): Set<string> {
    return new Set(this.#decided.flatMap((one) => one.shutOut));
  }

  clear(): void {
    this.#decided = [];
  }

  playedOff(ranks: ReadonlyMap<string, number>, shutOut: string[]): void {
    const players = [...ranks.keys()];
    const behind = (one: string): string[] => players.filter((two) => (ranks.get(one) ?? 0) < (ranks.get(two) ?? 0));
    this.#decided.push({ players, pairs: players.flatMap((one) => behind(one).map((two): [string, string] => [one, two])), shutOut });
  }

  drawn(goOn: string[], stay: string[]): void {
    const pairs = goOn.flatMap((one) => stay.map((two): [string, string] => [one, two]));
    this.#decided.push({ players: [...goOn, ...stay], pairs, shutOut: [] });
  }

  rename(old: string, next: string): void {
    const named = (name: string): string => (name === old ? next : name);
    this.#decided = this.#decided.map(({ players, pairs, shutOut }) => ({
      players: players.map(named),
      pairs: pairs.map(([one, two]): [string, string] => [named(one), named(two)]),
      shutOut: shutOut.map(named),
    }));
  }

  /** Those stand whose players tie with the same others at the same chips as before. */
  keep(stage: Data | undefined, before: ReadonlyMap<string, Finisher>, after: ReadonlyMap<string, Finisher>): void {
    this.#decided = this.#decided.filter(({ players }) => {
      const [was, is] = [tie(stage, before, players), tie(stage, after, players)];
      return was.length > 0 && same(was, is);
    });
  }

  /** The first play-off or lot that parts two players decides between them. */
  hasBeaten(one: string, two: string): boolean {
    for (const { pairs } of this.#decided) {
      if (pairs.some(([first, second]) => first === one && second === two)) return true;
      if (pairs.some(([first, second]) => first === two && second === one)) return false;
    }
    return false;
  }
}

/** Among whom the best go on: of each table, of each session or of all. */
export function fieldOf(stage: Data | undefined, one: Finisher): string {
  const of = stage?.["advance_by"];
  return of === "table" ? one.table : of === "session" ? String(one.session) : "";
}

/** Who has the chips of those whom a play-off or lot is about, where they are compared; nobody without a tie. */
function tie(stage: Data | undefined, finishers: ReadonlyMap<string, Finisher>, players: readonly string[]): string[] {
  const there = players.flatMap((name) => finishers.get(name) ?? []);
  const [chips, fields] = [new Set(there.map((one) => one.chips)), new Set(there.map((one) => fieldOf(stage, one)))];
  if (there.length < players.length || chips.size > 1) return [];
  const equal = [...finishers].filter(([, one]) => chips.has(one.chips) && fields.has(fieldOf(stage, one)));
  return equal.map(([name, one]) => JSON.stringify([name, one.chips])).sort();
}
