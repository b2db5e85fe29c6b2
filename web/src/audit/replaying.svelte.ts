/** A round that is replayed: which one, its steps, and where the scrubber stands. It stays when another section is looked at. */
import { ask, segment } from "../api/ask";
import type { LoggedRecord, ToldRound, ToldStep } from "../api/types";
import { Trying } from "../parts/trying.svelte";

const TABLE = "table/";

/** The table and number of a record that belongs to a round; null for whatever is not of a table. */
export function ofTable(record: Pick<LoggedRecord, "stream" | "number">): { table: string; record: number } | null {
  return record.stream.startsWith(TABLE) ? { table: record.stream.slice(TABLE.length), record: record.number } : null;
}

/** A step that there is, however far somebody goes. */
export function within(step: number, steps: number): number {
  return Math.max(0, Math.min(steps - 1, step));
}

class Replaying {
  table = $state("");
  round = $state("");
  told = $state.raw<ToldRound | null>(null);
  readonly trying = new Trying();
  #step = $state(0);

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

  show(): Promise<boolean> {
    return this.#look(`rounds/${segment(this.round.trim())}`, null);
  }

  /** The round in which a record was written, at that record. */
  showRecord(table: string, record: number): Promise<boolean> {
    this.table = table;
    return this.#look(`records/${record}/round`, record);
  }

  #look(which: string, record: number | null): Promise<boolean> {
    return this.trying.do(async () => {
      this.told = null;
      const found = await ask<ToldRound>(`/audit/tables/${segment(this.table)}/${which}?replay=true`);
      this.told = found;
      this.round = String(found.round);
      this.step = record === null ? 0 : found.records.findIndex((one) => one.number === record);
    });
  }
}

export const replaying = new Replaying();
