/** A table that somebody observes: what can be ruled on and what happened, asked for again when it has gone on. */
import { ask, problemOf, segment } from "../api/ask";
import type { Problem, Rulings, ToldLog, ToldRecord } from "../api/schema";

const MOST_KEPT = 400;

/** With what is new of the last records, which come newest first; where more came than were told, nothing is joined to it. */
export function joined(known: readonly ToldRecord[], last: readonly ToldRecord[]): readonly ToldRecord[] {
  const [number, oldest] = [known.at(-1)?.number ?? 0, last.at(-1)?.number ?? 0];
  const before = oldest > number ? [] : known;
  return [...before, ...last.filter((one) => one.number > number).reverse()].slice(-MOST_KEPT);
}

export class Observed {
  rulings = $state.raw<Rulings | null>(null);
  /** The oldest first: what comes stands below what was. */
  log = $state.raw<readonly ToldRecord[]>([]);
  problem = $state.raw<Problem | null>(null);
  #asking = false;
  #again = false;

  constructor(private readonly table: string) {}

  async look(): Promise<void> {
    this.#again = this.#asking;
    if (this.#asking) return;
    this.#asking = true;
    const path = `/tables/${segment(this.table)}`;
    try {
      const [rulings, told] = await Promise.all([ask<Rulings>(`${path}/rulings`), ask<ToldLog>(`${path}/told`)]);
      this.rulings = rulings;
      this.log = joined(this.log, told.records);
      this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.#asking = false;
    }
    if (this.#again) await this.look();
  }
}
