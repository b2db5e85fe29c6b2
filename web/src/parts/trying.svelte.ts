/** Something that somebody tries: that it goes on, and why it was declined. */
import { problemOf } from "../api/ask";
import type { Problem } from "../api/types";

export class Trying {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  /** Whether it was done; one thing at a time. */
  async do(act: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await act();
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
