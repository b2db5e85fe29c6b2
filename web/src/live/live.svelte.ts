/** What a page knows of the house, as it changes. */
import { noteProblem } from "../api/ask";
import type { Felt, Hall, Problem, Summary, TableClock } from "../api/schema";
import { connect, type Connection } from "./connection";
import { type Countdown, countdown } from "./countdown";
import { tableOf } from "./hub";
import { all, type HeldAct, type ToPage, type Wish } from "./messages";
import { shared } from "./sharing";

export type HearsActs = (number: number, acts: readonly HeldAct[] | null) => void;

type Named<T> = Readonly<Record<string, T>>;

export class Live {
  open = $state(true);
  felts = $state.raw<Named<Felt>>({});
  declined = $state.raw<Named<Problem>>({});
  countdowns = $state.raw<Named<Countdown | null>>({});
  summaries = $state.raw<ReadonlyMap<string, Summary>>(new Map());
  halls = $state.raw<Named<Hall>>({});
  noHalls = $state.raw<Named<Problem>>({});
  /** The last records of tournaments that are heard of and not drawn. */
  heard = $state.raw<Named<number>>({});
  /** As whom the server draws tables and tournaments, by the last of them. */
  seenAs = $state<string | null>(null);
  #connection: Connection | null = null;
  /** How far the server's clock is before this machine's, in microseconds. */
  #ahead = 0;
  readonly #wishes = new Set<Wish>();
  readonly #hearing = new Set<{ table: string; hears: HearsActs }>();

  constructor(private readonly connects: (told: (message: ToPage) => void) => Connection = connect) {}

  /** Until the function that it gives is called. */
  follow(table: string): () => void {
    return this.#want({ tables: [table], board: false });
  }

  /** What the house does with the shoes of a table, until the function that it gives is called. */
  followShoes(table: string, hears: HearsActs): () => void {
    const hearing = { table, hears };
    this.#hearing.add(hearing);
    const end = this.#want({ tables: [], board: false, shoes: [table] });
    return () => {
      this.#hearing.delete(hearing);
      end();
    };
  }

  followTournament(name: string): () => void {
    return this.#want({ tables: [], board: false, tournaments: [name] });
  }

  /** That something happens there, and no more, until the function that it gives is called. */
  hearTournaments(names: readonly string[]): () => void {
    return this.#want({ tables: [], board: false, heard: names });
  }

  followBoard(): () => void {
    return this.#want({ tables: [], board: true });
  }

  /** For what a table waits for as it is drawn: a clock may have come before the table that it is of. */
  countdownAt(table: string): Countdown | null {
    const found = this.countdowns[table] ?? null;
    return this.open && found !== null && found.waitsFor === this.felts[table]?.table.progress.next ? found : null;
  }

  /** By the server's clock, in microseconds: whoever's machine goes wrong acts at the right time all the same. */
  get now(): number {
    return Math.round(Date.now() * 1000 + this.#ahead);
  }

  wake(): void {
    this.#connection?.wake(false);
  }

  #want(wish: Wish): () => void {
    this.#wishes.add(wish);
    this.#say();
    return () => {
      this.#wishes.delete(wish);
      this.#say();
    };
  }

  #say(): void {
    this.#connection ??= this.connects((message) => this.#told(message));
    this.#connection.wish(all([...this.#wishes]));
  }

  #told(message: ToPage): void {
    if (message.kind === "felt") this.#draw(message.table, message.felt);
    else if (message.kind === "declined") this.#close(message.table, message.problem);
    else if (message.kind === "hall") this.#drawHall(message.tournament, message.hall);
    else if (message.kind === "no hall") this.#closeHall(message.tournament, message.problem);
    else if (message.kind === "heard") this.heard = { ...this.heard, [message.tournament]: message.number };
    else if (message.kind === "clock") this.#tick(tableOf(message.clock.stream), message.clock);
    else if (message.kind === "acts") this.#hear(message.table, message.number, message.acts);
    else if (message.kind === "line") this.open = message.open;
    else this.#sumUp(message.summaries, message.whole);
  }

  #draw(table: string, felt: Felt): void {
    this.seenAs = felt.person;
    this.declined = without(this.declined, table);
    this.felts = { ...this.felts, [table]: shared(this.felts[table], felt) };
    this.#tick(table, felt.table.clock);
  }

  /** What somebody may not look at any more is not shown as it was. */
  #close(table: string, problem: Problem): void {
    this.felts = without(this.felts, table);
    this.declined = { ...this.declined, [table]: problem };
    noteProblem(problem);
  }

  #drawHall(tournament: string, hall: Hall): void {
    this.seenAs = hall.person;
    this.#ahead = hall.now - Date.now() * 1000;
    this.noHalls = without(this.noHalls, tournament);
    this.halls = { ...this.halls, [tournament]: shared(this.halls[tournament], hall) };
  }

  #closeHall(tournament: string, problem: Problem): void {
    this.halls = without(this.halls, tournament);
    this.noHalls = { ...this.noHalls, [tournament]: problem };
    noteProblem(problem);
  }

  #sumUp(summaries: readonly Summary[], whole: boolean): void {
    this.summaries = new Map([...(whole ? [] : this.summaries), ...summaries.map((one) => [one.stream, one] as const)]);
  }

  #hear(table: string, number: number, acts: readonly HeldAct[] | null): void {
    for (const one of this.#hearing) if (one.table === table) one.hears(number, acts);
  }

  #tick(table: string, clock: TableClock | null): void {
    this.countdowns = { ...this.countdowns, [table]: clock === null ? null : countdown(clock, Date.now()) };
  }
}

function without<T>(named: Named<T>, name: string): Named<T> {
  if (!(name in named)) return named;
  return Object.fromEntries(Object.entries(named).filter(([one]) => one !== name));
}

export const live = new Live();
