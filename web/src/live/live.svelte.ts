/** What a page knows of the house, as it changes. */
import type { Act, Felt, Hall, Problem, Summary, TableClock } from "../api/types";
import { connect, type Connection } from "./connection";
import { type Countdown, countdown } from "./countdown";
import { tableOf } from "./hub";
import type { ToPage } from "./messages";
import { shared } from "./sharing";

export type HearsActs = (number: number, acts: readonly Act[] | null) => void;

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
  readonly #shoes = new Map<string, HearsActs>();

  /** Until the function that it gives is called. */
  follow(table: string): () => void {
    this.#tables = [...this.#tables, table];
    this.#wish();
    return () => {
      this.#tables = this.#tables.filter((one) => one !== table);
      this.#wish();
    };
  }

  /** What the house does with the shoes of a table, until the function that it gives is called. */
  followShoes(table: string, hears: HearsActs): () => void {
    this.#shoes.set(table, hears);
    this.#wish();
    return () => {
      this.#shoes.delete(table);
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

  /** For what a table waits for as it is drawn: a clock may have come before the table that it is of. */
  countdownAt(table: string): Countdown | null {
    const found = this.countdowns[table] ?? null;
    return found !== null && found.waitsFor === this.felts[table]?.table.progress.next ? found : null;
  }

  wake(): void {
    this.#connection?.wake(false);
  }

  #wish(): void {
    this.#connection ??= connect((message) => this.#told(message));
    this.#connection.wish({ tables: [...new Set(this.#tables)], board: this.#board, shoes: [...this.#shoes.keys()], tournaments: [...new Set(this.#tournaments)] });
  }

  #told(message: ToPage): void {
    if (message.kind === "felt") this.#draw(message.table, message.felt);
    else if (message.kind === "declined") this.declined = { ...this.declined, [message.table]: message.problem };
    else if (message.kind === "hall") this.halls = { ...this.halls, [message.tournament]: message.hall };
    else if (message.kind === "no hall") this.noHalls = { ...this.noHalls, [message.tournament]: message.problem };
    else if (message.kind === "clock") this.#tick(message.clock);
    else if (message.kind === "acts") this.#shoes.get(message.table)?.(message.number, message.acts);
    else if (message.kind === "line") this.open = message.open;
    else this.summaries = new Map([...this.summaries, ...message.summaries.map((one) => [one.stream, one] as const)]);
  }

  #draw(table: string, felt: Felt): void {
    this.felts = { ...this.felts, [table]: shared(this.felts[table], felt) };
    if (felt.table.clock !== null) this.#tick(felt.table.clock);
  }

  #tick(clock: TableClock): void {
    this.countdowns = { ...this.countdowns, [tableOf(clock.stream)]: countdown(clock, Date.now()) };
  }
}

export const live = new Live();
