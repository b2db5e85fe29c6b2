/** Tables as they are drawn: asked for when something happened there, one question at a time however much does. */
import { Declined } from "../api/ask";
import type { Felt, Problem } from "../api/types";
import { backoff } from "./backoff";

export interface Asks {
  felt(table: string): Promise<Felt>;
  later(milliseconds: number, act: () => void): () => void;
}

interface Following {
  last: Felt | null;
  asking: boolean;
  again: boolean;
  failed: number;
  answers: number;
}

/** How long a first answer may take after a sleep before it is asked for once more, and how often it is. */
const PATIENCE = 1000;
const TRIES = 5;

export class Felts {
  readonly #followed = new Map<string, Following>();

  constructor(
    private readonly asks: Asks,
    private readonly drawn: (table: string, felt: Felt) => void,
    private readonly declined: (table: string, problem: Problem) => void,
  ) {}

  /** The last one, for a page that has just come. */
  last(table: string): Felt | null {
    return this.#followed.get(table)?.last ?? null;
  }

  follow(tables: ReadonlySet<string>): void {
    for (const table of [...this.#followed.keys()]) if (!tables.has(table)) this.#followed.delete(table);
    for (const table of tables) {
      if (this.#followed.has(table)) continue;
      this.#followed.set(table, { last: null, asking: false, again: false, failed: 0, answers: 0 });
      this.look(table);
    }
  }

  lookAtAll(): void {
    for (const table of this.#followed.keys()) this.look(table);
  }

  /** After a sleep: a question that was under way may never be answered, nor one that goes the same way. */
  lookAfresh(): void {
    for (const [table, found] of this.#followed) this.#askUntilAnswered(table, found, found.answers, TRIES);
  }

  #askUntilAnswered(table: string, found: Following, answers: number, tries: number): void {
    if (tries === 0 || found.answers > answers || this.#followed.get(table) !== found) return;
    void this.#ask(table, found);
    this.asks.later(PATIENCE, () => this.#askUntilAnswered(table, found, answers, tries - 1));
  }

  look(table: string): void {
    const found = this.#followed.get(table);
    if (found === undefined) return;
    if (found.asking) found.again = true;
    else void this.#ask(table, found);
  }

  async #ask(table: string, found: Following): Promise<void> {
    found.asking = true;
    found.again = false;
    try {
      const felt = await this.asks.felt(table);
      found.failed = 0;
      found.answers += 1;
      if (this.#followed.get(table) === found) this.#draw(table, found, felt);
    } catch (error) {
      this.#explain(table, found, error);
    } finally {
      found.asking = false;
      if (found.again) this.look(table);
    }
  }

  /** An answer that was overtaken by a newer one is not shown. */
  #draw(table: string, found: Following, felt: Felt): void {
    if (found.last !== null && felt.table.number < found.last.table.number && felt.person === found.last.person) return;
    found.last = felt;
    this.drawn(table, felt);
  }

  #explain(table: string, found: Following, error: unknown): void {
    if (error instanceof Declined && error.problem.status < 500 && error.problem.status !== 429) {
      this.declined(table, error.problem);
      return;
    }
    found.failed += 1;
    this.asks.later(backoff(found.failed), () => this.look(table));
  }
}
