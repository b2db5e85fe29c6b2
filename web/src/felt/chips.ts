/** What is to be seen of everybody's chips: those that lie there, and what became of those that were settled. */
import type { Felt, SettledLine } from "../api/schema";

export interface OnSpot {
  amount: number;
  /** What settled wagers have brought; none while nothing was settled. */
  change: number | null;
  lost: boolean;
}

export function onSpot(felt: Felt, area: string, wager: string): OnSpot | null {
  const lying = felt.table.view.wagers.filter((one) => one.area === area && one.wager === wager);
  const settled = settledNow(felt).filter((one) => one.area === area && one.wager === wager);
  if (lying.length > 0) return { amount: sum(lying.map((one) => one.amount)), change: null, lost: false };
  if (settled.length === 0) return null;
  const change = sum(settled.map((one) => one.change));
  return { amount: sum(settled.map((one) => one.stake)), change, lost: settled.every((one) => one.outcome === "lost") };
}

/** Until a patron bets on the next round, what the last one brought is in sight; what stands after a tie is no new wager. */
export function settledNow(felt: Felt): readonly SettledLine[] {
  const settling = felt.settling;
  if (settling === null) return [];
  const { wagers, round } = felt.table.view;
  if (round === settling.round) return settling.lines;
  if (felt.hands?.round !== settling.round) return []; // cards of the next round lie there
  const lies = (patron: string): number => sum(wagers.filter((one) => one.patron === patron).map((one) => one.amount));
  const stays = (patron: string): number =>
    sum(settling.lines.filter((one) => one.patron === patron).map((one) => one.stays));
  return settling.lines.filter(({ patron }) => lies(patron) <= stays(patron));
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0);
}
