/** A table that somebody observes: what can be ruled on and what happened, asked for again when it has gone on. */
import { ask, problemOf, segment } from "../api/ask";
import type { Problem } from "../api/types";
import type { Rulings, ToldLog } from "./types";

export class Observed {
  rulings = $state.raw<Rulings | null>(null);
  log = $state.raw<ToldLog | null>(null);
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
      [this.rulings, this.log] = await Promise.all([ask<Rulings>(`${path}/rulings`), ask<ToldLog>(`${path}/told`)]);
      this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.#asking = false;
    }
    if (this.#again) await this.look();
  }
}
