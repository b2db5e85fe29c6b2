/** A table as its dealer has it: looked at whenever something happened there, and commanded step by step. */
import { ask, Declined, problemOf, segment } from "../api/ask";
import { asSeen, atTable, give, type OfferedCommand, TO_THE_HOUSE } from "../api/commands";
import type { Console, Done, Form, Palette, Problem, TableCommand } from "../api/schema";
import { backoff, pause } from "../live/backoff";
import { texts } from "../texts/dealer";

const GONE_ON = "gone_on";
const TRIES = 6;

/** Written here, or as the server offered it. */
export type GivenCommand = TableCommand | OfferedCommand;

export interface Asks {
  console(): Promise<Console>;
  palette(): Promise<Palette>;
  give(command: GivenCommand, expected: number): Promise<Done>;
  wait(milliseconds: number): Promise<void>;
}

export function asksAt(table: string): Asks {
  return {
    console: () => ask<Console>(`/tables/${segment(table)}/console`),
    palette: () => ask<Palette>(`/tables/${segment(table)}/palette`),
    give: (command, expected) => give(asSeen(atTable(table), "expected", expected), command),
    wait: pause,
  };
}

export class ConsoleDesk {
  now = $state.raw<Console | null>(null);
  /** Why there is nothing to see. */
  declined = $state.raw<Problem | null>(null);
  /** Why the last command was not carried out. */
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** Everything that may be done, as forms, where somebody chooses among them and was answered. */
  forms = $state.raw<readonly Form[] | null>(null);
  #offers = false;
  #looking: Promise<void> | null = null;

  constructor(private readonly asks: Asks) {}

  /** The table at this number or later; one question at a time. */
  async look(atLeast = 0): Promise<void> {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      if (this.#looking !== null) await this.#looking;
      if (!this.#hasSeen(atLeast)) await (this.#looking ??= this.#ask());
      if (atLeast === 0 || this.declined !== null || this.#hasSeen(atLeast)) return;
      await this.asks.wait(backoff(tried));
    }
  }

  /** Nobody has seen what is asked for without a number: it is looked at anew. */
  #hasSeen(number: number): boolean {
    return number > 0 && (this.now?.number ?? 0) >= number;
  }

  async #ask(): Promise<void> {
    try {
      const [seen, offered] = await Promise.all([this.asks.console(), this.#offers ? this.asks.palette() : null]);
      if (this.now === null || seen.number >= this.now.number) this.now = seen;
      if (this.#offers && offered !== null) this.forms = offered.forms;
      this.declined = null;
    } catch (error) {
      this.#explain(error);
    } finally {
      this.#looking = null;
    }
  }

  /** Whoever may not deal here any more sees nothing of it; a question that was not answered is asked again. */
  #explain(error: unknown): void {
    if (!(error instanceof Declined) || error.problem.status >= 500 || error.problem.status === 429) return;
    this.declined = error.problem;
    this.now = null;
  }

  /** Somebody wants to choose: until they have, every look is one at the forms, too. */
  async offer(): Promise<void> {
    this.#offers = true;
    for (let tried = 1; tried <= TRIES; tried += 1) {
      await this.look();
      if (!this.#offers || this.forms !== null || this.declined !== null) return;
      await this.asks.wait(backoff(tried));
    }
  }

  offerNothing(): void {
    this.#offers = false;
    this.forms = null;
  }

  /** What was said of the last command is not about the next one. */
  forget(): void {
    this.problem = null;
  }

  /** Carried out for the step that is seen now and for no other: what has become another one is left alone. */
  async give(command: GivenCommand): Promise<boolean> {
    const step = this.now?.step.id;
    if (this.busy || step === undefined) return false;
    this.busy = true;
    this.problem = null;
    try {
      await this.#giveAt(command, step);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      await this.look();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Wagers that come meanwhile move the log on, but not the step: then it is given once more. */
  async #giveAt(command: GivenCommand, step: string): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        const done = await this.asks.give(command, this.now?.number ?? 0);
        return await this.look(done.number);
      } catch (error) {
        if (!(error instanceof Declined) || error.problem.code !== GONE_ON || tried === TRIES) throw error;
        await this.look();
        if (this.now?.step.id !== step) throw new Declined({ ...error.problem, detail: texts.goneOn });
      }
    }
  }

  /** A change of dealer is a record of the house; the table itself does not move. */
  async takeOver(table: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      await give(TO_THE_HOUSE, { do: "take_over", table });
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      await this.look();
      this.busy = false;
    }
  }
}
