/** What a page knows of the house, as it changes. */
import type { Felt, Hall, Problem, Summary, TableClock } from "../api/types";
import { connect, type Connection } from "./connection";
import { tableOf } from "./hub";
import type { ToPage } from "./messages";

/** A countdown in this machine's time. */
export interface Countdown {
  opened: number;
  closes: number;
}

class Live {
  open = $state(true);
  felts = $state.raw<Readonly<Record<string, Felt>>>({});
  declined = $state.raw<Readonly<Record<string, Problem>>>({});
  countdowns = $state.raw<Readonly<Record<string, Countdown | null>>>({});
  summaries = $state.raw<ReadonlyMap<string, Summary>>(new Map());
  halls = $state.raw<Readonly<Record<string, Hall>>>({});
  noHalls = $state.raw<Readonly<Record<string, Problem>>>({});
  #connection: Connection | null = null;
  #tables: readonly string[] = [];
  #tournaments: readonly string[] = [];
  #board = false;

  /** Until the function that it gives is called. */
  follow(table: string): () => void {
    this.#tables = [...this.#tables, table];
    this.#wish();
    return () => {
      this.#tables = this.#tables.filter((one) => one !== table);
      this.#wish();
    };
  }

  followTournament(name: string): () => void {
    this.#tournaments = [...this.#tournaments, name];
    this.#wish();
    return () => {
      this.#tournaments = this.#tournaments.filter((one) => one !== name);
      this.#wish();
    };
  }

  followBoard(): () => void {
    this.#board = true;
    this.#wish();
    return () => {
      this.#board = false;
      this.#wish();
    };
  }

  wake(): void {
    this.#connection?.wake();
  }

  #wish(): void {
    this.#connection ??= connect((message) => this.#told(message));
    this.#connection.wish({ tables: [...new Set(this.#tables)], board: this.#board, tournaments: [...new Set(this.#tournaments)] });
  }

  #told(message: ToPage): void {
    if (message.kind === "felt") this.#draw(message.table, message.felt);
    else if (message.kind === "declined") this.declined = { ...this.declined, [message.table]: message.problem };
    else if (message.kind === "hall") this.halls = { ...this.halls, [message.tournament]: message.hall };
    else if (message.kind === "no hall") this.noHalls = { ...this.noHalls, [message.tournament]: message.problem };
    else if (message.kind === "clock") this.#tick(message.clock);
    else if (message.kind === "line") this.open = message.open;
    else this.summaries = new Map([...this.summaries, ...message.summaries.map((one) => [one.stream, one] as const)]);
  }

  #draw(table: string, felt: Felt): void {
    this.felts = { ...this.felts, [table]: felt };
    if (felt.table.clock !== null) this.#tick(felt.table.clock);
  }

  #tick(clock: TableClock): void {
    this.countdowns = { ...this.countdowns, [tableOf(clock.stream)]: countdown(clock, Date.now()) };
  }
}

/** The server's clock and this machine's need not agree: only how long it is until then counts. */
export function countdown(clock: TableClock, now: number): Countdown | null {
  if (clock.closes_at === null || clock.opened_at === null) return null;
  const local = (time: number): number => now + (time - clock.now) / 1000;
  return { opened: local(clock.opened_at), closes: local(clock.closes_at) };
}

export const live = new Live();
