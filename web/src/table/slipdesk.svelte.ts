/** A patron's slip on its way: every change sends all of it, one at a time, and what is unanswered is drawn hollow. */
import { problemOf } from "../api/ask";
import { atTable, give } from "../api/commands";
import type { Done, Felt, Problem } from "../api/schema";
import {
  doubled,
  EMPTY,
  lying,
  same,
  type Stakes,
  stakesOf,
  total,
  withLess,
  withMore,
  without,
  written,
} from "./slip";

export interface Refusal {
  spot: string;
  problem: Problem;
}

type Send = (round: number, stakes: Stakes) => Promise<Done>;

export class SlipDesk {
  /** What the patron wants; none where that is what lies there. */
  wanted = $state.raw<Stakes | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The area that was chosen, by whoever may bet in several. */
  area = $state("");
  #felt = $state.raw<Felt | null>(null);
  #answered = $state.raw<{ number: number; stakes: Stakes } | null>(null);
  #before = $state.raw<readonly Stakes[]>([]);
  #touched = "";
  #sending = false;
  /** The round that a slip is for: none is ever sent for another one. */
  #round = 0;

  constructor(private readonly send: Send) {}

  /** What the house has accepted: an answer counts until a newer look at the table has come. */
  get accepted(): Stakes {
    const felt = this.#felt;
    if (this.#answered !== null && felt !== null && felt.table.number < this.#answered.number)
      return this.#answered.stakes;
    return felt === null ? EMPTY : lying(felt.spots);
  }

  get shown(): Stakes {
    return this.wanted ?? this.accepted;
  }

  get total(): number {
    return total(this.shown);
  }

  /** Twice as much, as far as limits and chips go. */
  get twice(): Stakes {
    const chips = this.#felt?.purse?.chips ?? Infinity;
    return doubled(this.shown, this.#felt?.spots ?? [], chips - Math.max(0, this.total - total(this.accepted)));
  }

  get canDouble(): boolean {
    return !same(this.twice, this.shown);
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get again(): Stakes {
    return stakesOf(this.#felt?.rounds[0]?.lines ?? []);
  }

  look(felt: Felt): void {
    this.#felt = felt;
    if (felt.table.view.round === this.#round) return;
    this.#round = felt.table.view.round;
    this.#before = [];
    this.refusal = null;
    this.wanted = null; // what is still on its way was for the round before
  }

  put(spot: string, amount: number): void {
    this.#change(spot, withMore(this.shown, spot, amount));
  }

  take(spot: string, amount: number): void {
    this.#change(spot, withLess(this.shown, spot, amount));
  }

  clear(): void {
    this.#change(first(this.shown), EMPTY);
  }

  rebet(): void {
    this.#change(first(this.again), this.again);
  }

  double(): void {
    this.#change(first(this.shown), this.twice);
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.#want(this.#touched, last);
  }

  #change(spot: string, stakes: Stakes): void {
    if (same(stakes, this.shown)) return;
    this.#before = [...this.#before, this.shown];
    this.#want(spot, stakes);
  }

  #want(spot: string, stakes: Stakes): void {
    this.#touched = spot;
    this.refusal = null;
    this.wanted = stakes;
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#isDue(this.wanted)) await this.#sendOnce(this.wanted);
      this.wanted = null;
    } finally {
      this.#sending = false;
    }
  }

  #isDue(wanted: Stakes | null): wanted is Stakes {
    return wanted !== null && !same(wanted, this.accepted);
  }

  async #sendOnce(stakes: Stakes): Promise<void> {
    const [round, spot] = [this.#round, this.#touched];
    try {
      const done = await this.send(round, stakes);
      if (round === this.#round) this.#answered = { number: done.number, stakes };
    } catch (error) {
      const problem = problemOf(error);
      if (round === this.#round) this.#refused(stakes, { spot, problem }); // one of a round that is over concerns nobody
    }
  }

  /** Nothing of a refused slip lies there: what lay there before does. What was wanted since is still wanted. */
  #refused(stakes: Stakes, refusal: Refusal): void {
    const since = this.wanted !== null && this.wanted !== stakes;
    this.#before = since ? [this.accepted] : this.#before.slice(0, -1);
    this.wanted = since ? without(this.wanted ?? EMPTY, stakes, this.accepted) : null;
    this.refusal = refusal;
    this.area = refusal.spot.split(" ")[0] ?? ""; // the reason stands at its spot, which is to be seen
  }
}

function first(stakes: Stakes): string {
  return [...stakes.keys()][0] ?? "";
}

export function slipDeskAt(table: string): SlipDesk {
  return new SlipDesk((round, stakes) => give(atTable(table), { do: "bet_slip", round, stakes: written(stakes) }));
}
