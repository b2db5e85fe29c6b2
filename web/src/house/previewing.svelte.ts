/** What would come of a form, asked of the server while somebody fills it in: the last question counts. */
import { untrack } from "svelte";
import { ask, problemOf } from "../api/ask";
import type { Preview, Problem } from "../api/schema";
import type { Typed } from "./choices";

const PAUSE = 200;

export class Previewing {
  last = $state.raw<Preview | null>(null);
  problem = $state.raw<Problem | null>(null);
  waits = $state(false);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly preview: (path: string, choices: Typed) => Promise<Preview> = ofServer) {}

  /** After a moment in which nothing else is typed. */
  soon(path: string, choices: Typed): void {
    this.waits = true;
    this.#asked += 1; // what is on its way is about what was typed before
    clearTimeout(this.#timer);
    const first = untrack(() => this.last === null); // an answer is no reason to ask again
    this.#timer = setTimeout(() => void this.now(path, choices), first ? 0 : PAUSE);
  }

  async now(path: string, choices: Typed): Promise<void> {
    const number = (this.#asked += 1);
    try {
      const found = await this.preview(path, choices);
      if (number !== this.#asked) return;
      this.last = found;
      this.problem = null;
    } catch (error) {
      const problem = problemOf(error);
      if (number === this.#asked) [this.last, this.problem] = [null, problem];
    } finally {
      if (number === this.#asked) this.waits = false;
    }
  }

  forget(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.last = this.problem = null;
  }
}

function ofServer(path: string, choices: Typed): Promise<Preview> {
  return ask<Preview>(path, { method: "POST", body: { choices } });
}
