/** A round that is replayed: which one, its steps, and where the scrubber stands. It stays when another section is looked at. */
import { ask, segment } from "../api/ask";
import type { LoggedRecord, ToldRound, ToldStep } from "../api/types";
import { Looking } from "../parts/looking.svelte";

const TABLE = "table/";

/** The table and number of a record that belongs to a round; null for whatever is not of a table. */
export function ofTable(record: Pick<LoggedRecord, "stream" | "number">): { table: string; record: number } | null {
  return record.stream.startsWith(TABLE) ? { table: record.stream.slice(TABLE.length), record: record.number } : null;
}

/** A step that there is, however far somebody goes. */
export function within(step: number, steps: number): number {
  return Math.max(0, Math.min(steps - 1, step));
}

type Asks = (path: string) => Promise<ToldRound>;

export class Replaying {
  /** What is asked for next; what is shown has a table of its own. */
  table = $state("");
  round = $state("");
  readonly looking = new Looking<{ table: string; told: ToldRound }>();
  #step = $state(0);

  constructor(private readonly asks: Asks = ask) {}

  get told(): ToldRound | null {
    return this.looking.found?.told ?? null;
  }
  /** Whose round is shown. */
  get shownTable(): string {
    return this.looking.found?.table ?? "";
  }
  get steps(): readonly ToldStep[] {
    return this.told?.records ?? [];
  }
  get now(): ToldStep | null {
    return this.steps[this.#step] ?? null;
  }
  get step(): number {
    return this.#step;
  }
  set step(step: number) {
    this.#step = within(step, this.steps.length);
  }

  show(): Promise<void> {
    return this.#look(this.table, `rounds/${segment(this.round.trim())}`, null);
  }

  /** The round in which a record was written, at that record. */
  showRecord(table: string, record: number): Promise<void> {
    this.table = table;
    return this.#look(table, `records/${record}/round`, record);
  }

  async #look(table: string, which: string, record: number | null): Promise<void> {
    this.looking.forget();
    await this.looking.at(async () => ({ table, told: await this.asks(`/audit/tables/${segment(table)}/${which}?replay=true`) }));
    if (this.told === null || this.shownTable !== table) return;
    this.round = String(this.told.round);
    this.step = record === null ? 0 : this.steps.findIndex((one) => one.number === record);
  }
}

export const replaying = new Replaying();
