/** A guest who sits down: one click, and a word if no seat is free. */
import { ask, problemOf, segment } from "../api/ask";
import type { Problem } from "../api/types";

export class Sitting {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  /** With chips, in one step; whether there was a seat. */
  async down(table: string): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      await ask(`/guests?table=${segment(table)}`, { method: "POST" });
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
