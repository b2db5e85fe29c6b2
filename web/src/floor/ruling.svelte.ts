/** A ruling on its way: filled in, shown with its consequence, then carried out or proposed. */
import { ask, Declined, problemOf, segment } from "../api/ask";
import { asSeen, atTable, give, type OfferedCommand, proposalOf, TO_THE_HOUSE } from "../api/commands";
import type { Consequence, Form, Problem, Rulings } from "../api/schema";
import { begun, type Filled, ofRound, read, type Wrong } from "../forms/form";
import { floorTexts } from "../texts/floor";

const TRIES = 5;

interface Asks {
  preview(table: string, command: OfferedCommand): Promise<Consequence>;
  forms(table: string, round: number): Promise<readonly Form[]>;
  give: typeof give;
}

const ASKS: Asks = {
  preview: (table, command) => ask<Consequence>(`/tables/${segment(table)}/preview`, { method: "POST", body: command }),
  forms: async (table, round) => (await ask<Rulings>(`/tables/${segment(table)}/rulings?round=${round}`)).forms,
  give,
};

export class Ruling {
  form: Form;
  filled = $state.raw<Filled>({});
  wrong = $state.raw<Wrong>({});
  shown = $state.raw<Consequence | null>(null);
  /** Whether it may be confirmed: its consequence is shown, or cannot be. */
  ready = $state(false);
  hasChanged = $state(false);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #command: OfferedCommand | null = null;

  constructor(
    private readonly table: string,
    form: Form,
    about: Record<string, unknown> = {},
    private readonly asks: Asks = ASKS,
  ) {
    this.form = $state.raw(form);
    this.filled = begun(form, about);
  }

  /** Whatever is changed, what was shown is no longer what would happen. */
  fill(name: string, typed: string): void {
    this.filled = { ...this.filled, [name]: typed };
    this.#forget();
  }

  /** What there is to choose of one round, however old. */
  async find(round: number): Promise<void> {
    this.#forget();
    await this.#busily(async () => {
      const found = (await this.asks.forms(this.table, round)).find((one) => one.kind === this.form.kind);
      if (found !== undefined) Object.assign(this, { form: found, ...ofRound(found, this.filled, round) });
    });
  }

  async show(): Promise<void> {
    this.#forget();
    const found = read(this.form, this.filled);
    this.wrong = "wrong" in found ? found.wrong : {};
    if ("wrong" in found) return;
    await this.#busily(async () => {
      this.#command = found.command;
      await this.#look(found.command);
    });
  }

  /** What was done, in a word; none if it was not. */
  async confirm(): Promise<string | null> {
    let said: string | null = null;
    await this.#busily(async () => {
      if (this.#command === null) return;
      said = this.shown?.takes_two ? await this.#propose(this.#command) : await this.#carryOut(this.#command, TRIES);
    });
    return said;
  }

  async #look(command: OfferedCommand): Promise<void> {
    const found = await this.asks.preview(this.table, command).catch((error: unknown) => {
      if (error instanceof Declined && error.problem.code === "face_down") return error.problem;
      throw error;
    });
    if (this.#command !== command) return; // what is filled in now is something else
    if ("code" in found) this.problem = found;
    else this.shown = found;
    this.ready = true;
  }

  async #propose(command: OfferedCommand): Promise<string> {
    await this.asks.give(TO_THE_HOUSE, proposalOf(`table/${this.table}`, command));
    return floorTexts.proposed;
  }

  /** Only what was shown is carried out: if the table has gone on, it is looked at again. */
  async #carryOut(command: OfferedCommand, tries: number): Promise<string | null> {
    const before = this.shown;
    const path = atTable(this.table);
    try {
      await this.asks.give(before === null ? path : asSeen(path, "expected", before.number), command);
      return floorTexts.done;
    } catch (error) {
      if (!(error instanceof Declined) || error.problem.code !== "gone_on" || tries === 0) throw error;
    }
    await this.#look(command);
    if (this.#command !== command) return null; // it was changed meanwhile
    if (toldOf(this.shown) === toldOf(before)) return this.#carryOut(command, tries - 1);
    this.hasChanged = true;
    return null;
  }

  async #busily(act: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.hasChanged = false;
    try {
      await act();
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }

  #forget(): void {
    this.shown = null;
    this.ready = false;
    this.problem = null;
    this.hasChanged = false;
    this.#command = null;
  }
}

/** What somebody has seen of it. */
export function toldOf(shown: Consequence | null): string {
  return JSON.stringify([shown?.sentences, shown?.moves, shown?.takes_two]);
}
