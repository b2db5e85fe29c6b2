/** Tables and tournaments as they are drawn: asked for when something happened there, one question at a time however much does. */
import { Declined } from "../api/ask";
import type { Problem } from "../api/schema";
import { backoff } from "./backoff";

export interface Asks<Seen> {
  look(name: string, patience?: number): Promise<Seen>;
  later(milliseconds: number, act: () => void): () => void;
  /** Whether an answer is older than another one. */
  overtaken(seen: Seen, last: Seen): boolean;
}

interface Following<Seen> {
  last: Seen | null;
  asking: boolean;
  again: boolean;
  failed: number;
  /** How often it is still asked for in a hurry, after a sleep. */
  hurried: number;
  /** How many sleeps there were: an answer that was on its way before the last one says nothing about the ways since. */
  sleeps: number;
  refused: boolean;
  /** Whether it is asked for once more, after a refusal. */
  waits: boolean;
}

/** How long a first answer may take after a sleep before it is asked for once more, and how often it is: a browser has six
 * connections to a house, and all of them may lead nowhere until a question on each was given up. */
const PATIENCE = 1000;
const TRIES = 8;
/** A table may be opened, and a role given, while somebody looks: who was refused asks again after so long. */
const AFTER_A_REFUSAL = 10_000;

export class Looks<Seen> {
  readonly #followed = new Map<string, Following<Seen>>();

  constructor(
    private readonly asks: Asks<Seen>,
    private readonly drawn: (name: string, seen: Seen) => void,
    private readonly declined: (name: string, problem: Problem) => void,
  ) {}

  /** The last one, for a page that has just come. */
  last(name: string): Seen | null {
    return this.#followed.get(name)?.last ?? null;
  }

  /** Whether it was shown, and is not refused now: who follows what may not be seen is sent away with everything else. */
  isSeen(name: string): boolean {
    const found = this.#followed.get(name);
    return found !== undefined && found.last !== null && !found.refused;
  }

  follow(names: ReadonlySet<string>): void {
    for (const name of [...this.#followed.keys()]) if (!names.has(name)) this.#followed.delete(name);
    for (const name of names) {
      if (this.#followed.has(name)) continue;
      this.#followed.set(name, {
        last: null,
        asking: false,
        again: false,
        failed: 0,
        hurried: 0,
        sleeps: 0,
        refused: false,
        waits: false,
      });
      this.look(name);
    }
  }

  lookAtAll(): void {
    for (const name of this.#followed.keys()) this.look(name);
  }

  /** After a sleep: a question that was under way may never be answered, nor one that goes the same way. */
  lookAfresh(): void {
    for (const [name, found] of this.#followed) {
      found.hurried = TRIES;
      found.sleeps += 1;
      this.#hurry(name, found);
    }
  }

  /** Until there is an answer; the last question is a patient one. */
  #hurry(name: string, found: Following<Seen>): void {
    if (found.hurried === 0 || this.#followed.get(name) !== found) return;
    found.hurried -= 1;
    void this.#ask(name, found);
    this.asks.later(PATIENCE, () => this.#hurry(name, found));
  }

  look(name: string): void {
    const found = this.#followed.get(name);
    if (found === undefined) return;
    if (found.asking) found.again = true;
    else void this.#ask(name, found);
  }

  async #ask(name: string, found: Following<Seen>): Promise<void> {
    const { sleeps } = found;
    found.asking = true;
    found.again = false;
    try {
      const seen = await this.asks.look(name, found.hurried > 0 ? PATIENCE : undefined);
      found.failed = 0;
      if (sleeps === found.sleeps) found.hurried = 0;
      if (this.#followed.get(name) === found) this.#draw(name, found, seen);
    } catch (error) {
      this.#explain(name, found, error);
    } finally {
      found.asking = false;
      if (found.again) this.look(name);
    }
  }

  /** An answer that was overtaken by a newer one is not shown. */
  #draw(name: string, found: Following<Seen>, seen: Seen): void {
    found.refused = false;
    if (found.last !== null && this.asks.overtaken(seen, found.last)) return;
    found.last = seen;
    this.drawn(name, seen);
  }

  #explain(name: string, found: Following<Seen>, error: unknown): void {
    if (this.#followed.get(name) !== found) return;
    if (error instanceof Declined && error.problem.status < 500 && error.problem.status !== 429)
      this.#refuse(name, found, error.problem);
    else if (found.hurried === 0) {
      found.failed += 1; // in a hurry the next question is on its way, and a patient one would only keep a connection from it
      this.asks.later(backoff(found.failed), () => this.look(name));
    }
  }

  #refuse(name: string, found: Following<Seen>, problem: Problem): void {
    found.refused = true;
    this.declined(name, problem);
    if (found.waits) return;
    found.waits = true;
    this.asks.later(AFTER_A_REFUSAL, () => {
      found.waits = false;
      this.look(name);
    });
  }
}
