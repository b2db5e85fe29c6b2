/** What a second person says to a proposal; where a code is asked for again, it is given first. */
import { ask, Declined, problemOf } from "../api/ask";
import { give } from "../api/commands";
import type { Problem } from "../api/types";
import { announcing } from "../parts/announcing.svelte";
import { floorTexts } from "../texts/floor";
import { AT_HOUSE } from "./ruling.svelte";

const SAID = { approve: floorTexts.approved, decline: floorTexts.declined, withdraw_proposal: floorTexts.withdrawn };
export type Word = keyof typeof SAID;

export class Answering {
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** What waits for a code of the second factor. */
  waits = $state<Word | null>(null);

  constructor(
    private readonly number: number,
    private readonly answered: () => void,
  ) {}

  async say(word: Word): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await give(AT_HOUSE, { do: word, number: this.number });
      this.waits = null;
      announcing.say(SAID[word]);
      this.answered();
    } catch (error) {
      if (error instanceof Declined && error.problem.code === "code_needed") this.waits = word;
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }

  async prove(code: string): Promise<void> {
    const word = this.waits;
    if (word === null) return;
    try {
      await ask("/you/factor/code", { method: "POST", body: { code } });
    } catch (error) {
      this.problem = problemOf(error);
      return;
    }
    await this.say(word);
  }
}
