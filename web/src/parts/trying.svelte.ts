/** Something that somebody tries: that it goes on, and why it was declined. */
import { untrack } from "svelte";
import { problemOf } from "../api/ask";
import type { Problem } from "../api/schema";

export class Trying {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  /** Whether it was done; one thing at a time. */
  async do(act: () => Promise<void>): Promise<boolean> {
    if (untrack(() => this.busy)) return false; // whoever tries from an effect is not to try again for this
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
