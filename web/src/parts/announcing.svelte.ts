/** Words for whoever listens instead of looking: one at a time, politely. */

/** Nobody hears it; words with it are others than those without. */
const UNHEARD = "\u00a0";

class Announcing {
  text = $state("");
  /** The same, for whoever speaks in an effect: what is only said is not looked at. */
  #last = "";

  /** What is said twice is heard twice, though the same words stand there already. */
  say(text: string): void {
    this.#last = text === this.#last ? text + UNHEARD : text;
    this.text = this.#last;
  }
}

export const announcing = new Announcing();
