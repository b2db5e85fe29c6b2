/** The prizes of a tournament. */
import { require } from "./report";
import type { Data } from "./strict";

/** Where the tournament of an entry ended; the smaller, the better. */
export type Finish = readonly [stage: number, how: number, place: number];

export function before(one: Finish, other: Finish): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

export type Award = [player: string, place: number, prize: number];

/** Places and prizes: shares of the pool in whole cents, odd ones in the order of the first ballot. */
export function awardsOf(conditions: Data, seated: number, pool: number, finish: ReadonlyMap<string, Finish>, ballot: ReadonlyMap<string, number>): Award[] {
  const table = (conditions["prizes"] as Data[]).find((one) => one["least"] <= seated && seated <= one["most"]);
  require(table !== undefined, "no prizes for so many players");
  const groups = grouped(finish, ballot);
  let first = 1;
  const divided = groups.map((group) => {
    const shares = (table["shares"] as number[]).slice(first - 1, first - 1 + group.length);
    const share = { group, first, shares, worth: shareOf(pool, shares) };
    first += group.length;
    return share;
  });
  const rest = pool - divided.reduce((sum, one) => sum + one.worth, 0);
  const inTurn = divided.filter((one) => one.shares.length > 0).flatMap((one) => one.group.map((name) => ({ one, turn: turnOf(name, ballot) })));
  for (const { one } of inTurn.sort((a, b) => a.turn - b.turn || a.one.first - b.one.first).slice(0, Math.max(0, rest))) one.worth += 1;
  return divided.flatMap(({ group, first: place, worth }) => group.map((name, turn): Award => [name, place, Math.floor(worth / group.length) + (turn < worth % group.length ? 1 : 0)]));
}

/** In ten-thousandths. */
function shareOf(pool: number, shares: readonly number[]): number {
  const total = shares.reduce((sum, one) => sum + one, 0);
  return Number((BigInt(pool) * BigInt(total)) / 10_000n);
}

/** Who finished alike, the best first, each group in the order of the first ballot; who forfeited has no place. */
function grouped(finish: ReadonlyMap<string, Finish>, ballot: ReadonlyMap<string, number>): string[][] {
  const ranked = [...finish].filter(([, end]) => end[1] < 3).sort(([, one], [, other]) => before(one, other));
  const groups: { end: Finish; names: string[] }[] = [];
  for (const [name, end] of ranked) {
    const last = groups.at(-1);
    if (last !== undefined && before(last.end, end) === 0) last.names.push(name);
    else groups.push({ end, names: [name] });
  }
  return groups.map(({ names }) => names.sort((one, other) => turnOf(one, ballot) - turnOf(other, ballot)));
}

function turnOf(name: string, ballot: ReadonlyMap<string, number>): number {
  const turn = ballot.get(name);
  require(turn !== undefined, `${name} was not in the first ballot`);
  return turn;
}
