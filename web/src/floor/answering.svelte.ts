/** The word of a second person to what waits for it: nothing is approved but what they have seen. */
import { Declined } from "../api/ask";
import { asSeen, type CommandPath, give, TO_THE_HOUSE } from "../api/commands";
import { proof } from "../parts/proof.svelte";
import { Trying } from "../parts/trying.svelte";
import { toldOf } from "./ruling.svelte";
import type { Floor, HouseCommand, Waiting } from "../api/schema";

/** How often a table may go on without that it matters to what waits. */
const TRIES = 5;

export type Word = "approve" | "decline" | "withdraw_proposal";
/** How the floor stands now; none where nobody has answered. */
export type Look = () => Promise<Floor | null>;

export class Answering extends Trying {
  hasChanged = $state(false);

  constructor(private readonly look: Look) {
    super();
  }

  /** Whether it was carried out. */
  async say(word: Word, waiting: Waiting): Promise<boolean> {
    const done = await this.do(async () => {
      this.hasChanged = false;
      if (word === "approve") await this.#approve(waiting, TRIES);
      else await this.#give(TO_THE_HOUSE, word, waiting);
    });
    return done && !this.hasChanged;
  }

  /** The table may have gone on since: then it is looked at again, and what leads to the same is approved. */
  async #approve(shown: Waiting, tries: number): Promise<void> {
    try {
      await this.#give(asSeen(TO_THE_HOUSE, "seen", shown.seen), "approve", shown);
    } catch (error) {
      if (!(error instanceof Declined) || error.problem.code !== "gone_on" || tries === 0) throw error;
      const now = (await this.look())?.waiting.find((one) => one.number === shown.number);
      if (now === undefined) throw error;
      this.hasChanged = seenOf(now) !== seenOf(shown);
      if (!this.hasChanged) await this.#approve(now, tries - 1);
    }
  }

  async #give(path: CommandPath<HouseCommand>, word: Word, { number }: Waiting): Promise<void> {
    await proof.through(() => give(path, { do: word, number }));
  }
}

function seenOf({ consequence, problem }: Waiting): string {
  return JSON.stringify([toldOf(consequence), problem]);
}
