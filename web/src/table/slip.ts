/** A slip: all stakes of a patron on one round. What may lie there is the server's business. */
import type { Amounts, Layout, Legal, SettledLine, Spot } from "../api/schema";
import { where } from "./offers";

export type Stakes = ReadonlyMap<string, number>;

export const EMPTY: Stakes = new Map();

export function spotKey(spot: { area: string; wager: string }): string {
  return `${spot.area} ${spot.wager}`;
}

/** Where somebody bets who may do so in several areas: as wanted, else where chips lie, else in the first. */
export function areaAmong(spots: readonly Spot[], wanted: string): string {
  const found = spots.find((one) => one.area === wanted) ?? spots.find((one) => one.lies > 0) ?? spots[0];
  return found?.area ?? "";
}

export function lying(spots: readonly Spot[]): Stakes {
  return new Map(spots.filter((spot) => spot.lies > 0).map((spot) => [spotKey(spot), spot.lies]));
}

export function total(stakes: Stakes): number {
  return [...stakes.values()].reduce((sum, amount) => sum + amount, 0);
}

export function same(one: Stakes, other: Stakes): boolean {
  return one.size === other.size && [...one].every(([spot, amount]) => other.get(spot) === amount);
}

export function withMore(stakes: Stakes, spot: string, amount: number): Stakes {
  return withAmount(stakes, spot, (stakes.get(spot) ?? 0) + amount);
}

export function withLess(stakes: Stakes, spot: string, amount: number): Stakes {
  return withAmount(stakes, spot, (stakes.get(spot) ?? 0) - amount);
}

function withAmount(stakes: Stakes, spot: string, amount: number): Stakes {
  const found = new Map(stakes);
  if (amount > 0) found.set(spot, amount);
  else found.delete(spot);
  return found;
}

/** What is wanted without a change that was refused. */
export function without(wanted: Stakes, refused: Stakes, before: Stakes): Stakes {
  const spots = new Set([...wanted.keys(), ...refused.keys(), ...before.keys()]);
  const amount = (spot: string): number => (wanted.get(spot) ?? 0) - (refused.get(spot) ?? 0) + (before.get(spot) ?? 0);
  return new Map([...spots].map((spot): [string, number] => [spot, amount(spot)]).filter(([, one]) => one > 0));
}

/** Twice as much on every spot, as far as the server still lets it grow there and the chips go. */
export function doubled(stakes: Stakes, spots: readonly Spot[], chips = Infinity): Stakes {
  const room = new Map(spots.map((spot) => [spotKey(spot), spot.more]));
  const found = new Map(stakes);
  let left = chips;
  for (const [spot, amount] of stakes) {
    const more = within(room.get(spot) ?? [], Math.min(amount, left));
    found.set(spot, amount + more);
    left -= more;
  }
  return found;
}

/** The most up to an amount that may be added without a consequence; nothing if none may. */
export function within(more: readonly Amounts[], amount: number): number {
  const plain = more.filter((one) => one.consequence === null && one.low <= amount);
  return plain.reduce((most, { low, high, step }) => {
    const top = high === null ? amount : Math.min(amount, high);
    return Math.max(most, low + Math.floor((top - low) / step) * step);
  }, 0);
}

/** The least from a chip on that may be added: where a chip alone cannot lie, as many as it takes. */
export function fitting(more: readonly Amounts[], chip: number): number {
  const found = more
    .filter((one) => one.consequence === null)
    .map(({ low, step }) => (chip <= low ? low : low + Math.ceil((chip - low) / step) * step));
  return found.length > 0 ? Math.min(...found) : chip;
}

/** The least from a chip on that the server lets come off a spot: where less could not lie, as many chips as it takes. */
export function comingOff(legal: readonly Legal[], spot: Spot, chip: number): number {
  const offers = legal.filter(
    (one) => one.kind === "withdraw" && where(one, "area") === spot.area && where(one, "wager") === spot.wager,
  );
  const found = offers
    .flatMap(({ amounts }) => amounts)
    .map(({ low, high, step }) => ({ amount: chip <= low ? low : low + Math.ceil((chip - low) / step) * step, high }))
    .filter(({ amount, high }) => high === null || amount <= high)
    .map(({ amount }) => amount);
  if (offers.length === 0) return fitting(spot.more, chip); // it was put there since the table was looked at: as it came, so it goes
  return found.length > 0 ? Math.min(...found) : chip;
}

/** The smallest chip that is a wager by itself. */
export function usualChip({ boxes, chips }: Layout): number {
  const least = Math.min(...boxes.map((box) => box.least));
  return chips.find((one) => one >= least) ?? chips[0] ?? 0;
}

/** The most that may be added to a spot; none where it has no end. */
export function room(spot: Spot): number | null {
  const highs = spot.more.filter((one) => one.consequence === null).map((one) => one.high);
  return highs.includes(null) ? null : Math.max(0, ...highs.map((high) => high ?? 0));
}

/** The stakes of a round that is over. */
export function stakesOf(lines: readonly SettledLine[]): Stakes {
  const found = new Map<string, number>();
  for (const line of lines) found.set(spotKey(line), (found.get(spotKey(line)) ?? 0) + line.stake);
  return found;
}

export interface SlipStake {
  area: string;
  wager: string;
  amount: number;
}

export function written(stakes: Stakes): SlipStake[] {
  return [...stakes].map(([spot, amount]) => {
    const [area = "", wager = ""] = spot.split(" ");
    return { area, wager, amount };
  });
}
