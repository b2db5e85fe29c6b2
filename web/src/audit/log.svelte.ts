/** The log as an auditor asks for it: filters that stay when another section is looked at, and the pages so far. */
import { ask } from "../api/ask";
import type { LogPage, LoggedRecord } from "../api/schema";
import { inUtc } from "../parts/times";
import { Trying } from "../parts/trying.svelte";

export interface Filters {
  table: string;
  patron: string;
  person: string;
  role: string;
  event: string;
  clause: string;
  since: string;
  until: string;
}

export const NO_FILTERS: Filters = {
  table: "",
  patron: "",
  person: "",
  role: "",
  event: "",
  clause: "",
  since: "",
  until: "",
};
const LIMIT = "50";
const MOST_EMPTY = 25;

/** The question for a page that ends before a position; 0 begins with the newest record. */
export function queryOf(filters: Filters, before: number): string {
  const said = Object.entries(filters).flatMap(([key, typed]) => {
    const value = typed.trim();
    if (value === "") return [];
    return [[key, key === "since" || key === "until" ? inUtc(value) : value]];
  });
  return new URLSearchParams([...said, ["before", String(before)], ["words", "true"], ["limit", LIMIT]]).toString();
}

class Log {
  filters = $state<Filters>({ ...NO_FILTERS });
  records = $state.raw<readonly LoggedRecord[]>([]);
  more = $state(false);
  asked = $state(false);
  readonly trying = new Trying();
  /** Those by which the list was begun: what is changed in the fields since waits for the next one. */
  #shown: Filters = { ...NO_FILTERS };
  #after = 0;

  show(): Promise<boolean> {
    return this.trying.do(async () => {
      this.records = [];
      this.#shown = $state.snapshot(this.filters);
      this.#after = 0;
      await this.#read();
      this.asked = true;
    });
  }

  older(): Promise<boolean> {
    return this.trying.do(() => this.#read());
  }

  /** A page looks at some thousand records and may find none: then the next one is asked for. */
  async #read(): Promise<void> {
    for (let page = 0; page < MOST_EMPTY; page += 1) {
      const found = await ask<LogPage>(`/audit/log?${queryOf(this.#shown, this.#after)}`);
      this.#after = found.after;
      this.more = found.more;
      this.records = [...this.records, ...found.records];
      if (found.records.length > 0 || !found.more) return;
    }
  }
}

export const log = new Log();
