/** Something that is looked at, maybe again and again: the last question counts, and what was found stays until its answer. */
import { problemOf } from "../api/ask";
import type { Problem } from "../api/schema";

export class Looking<T> {
  found = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #asked = 0;

  async at(look: () => Promise<T>): Promise<void> {
    const number = (this.#asked += 1);
    this.busy = true;
    try {
      const found = await look();
      if (number === this.#asked) [this.found, this.problem] = [found, null];
    } catch (error) {
      const problem = problemOf(error);
      if (number === this.#asked) this.problem = problem;
    } finally {
      if (number === this.#asked) this.busy = false;
    }
  }

  /** What was found was about something else, and so is what is still on its way. */
  forget(): void {
    this.#asked += 1;
    this.found = this.problem = null;
    this.busy = false;
  }
}
