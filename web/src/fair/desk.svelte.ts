/** The fair shoes of one table: acts are checked as they come, and one's own seed is looked after. */
import { ask, Declined, NoAnswer, segment } from "../api/ask";
import { atShoes, give } from "../api/commands";
import type { FairShoeCommand, HeldHistory, Problem } from "../api/schema";
import { pause } from "../live/backoff";
import type { HeldAct } from "../live/messages";
import { alone } from "../live/presence";
import { unhex } from "./bytes";
import { canonical } from "./canonical";
import { canHash } from "./hashing";
import { Reader } from "./history";
import { Seeding, type Window, windowOf } from "./seeding";
import { browserKeeping, keepWords, keptSeed, type SeedPlace, wordsKept } from "./seeds";
import { seenOf, type SeenShoe } from "./seen";
import { promiseOf } from "./shuffle";

const SHOES = 2;
const BEFORE_ANOTHER_TRY = 2000;

export class FairDesk {
  readonly able = canHash();
  shoes = $state.raw<readonly SeenShoe[]>([]);
  /** Why one's seed is not in. */
  problem = $state.raw<Problem | null>(null);
  #automatic = $state(true);
  #words = $state("");
  /** Who sits here; none for somebody who only looks. */
  #person = $state<string | null>(null);
  #ownPromise = $state("");
  readonly #reader = new Reader();
  #number = -1;
  #window: Window | null = null;
  #work: Promise<void> = Promise.resolve();
  readonly #keeping = browserKeeping();
  readonly #seeding: Seeding;

  constructor(private readonly table: string) {
    this.#automatic = this.#keeping.getItem("puntobanco.seeds") !== "off";
    this.#seeding = new Seeding(
      {
        keeping: this.#keeping,
        give: (command, key) => this.#give(command, key),
        later: (milliseconds, act) => void setTimeout(act, milliseconds),
        now: () => Date.now(),
        alone,
      },
      () => this.#queue(() => this.#tend()),
    );
    if (this.able) this.#queue(() => this.#look());
  }

  /** The shoe that is dealt from, or was last. */
  get shoe(): SeenShoe | null {
    return this.shoes.at(-1) ?? null;
  }

  get automatic(): boolean {
    return this.#automatic;
  }
  set automatic(on: boolean) {
    this.#automatic = on;
    this.#keeping.setItem("puntobanco.seeds", on ? "on" : "off");
    this.#queue(() => this.#tend());
  }

  get words(): string {
    return this.#words;
  }
  set words(words: string) {
    this.#words = words;
    if (this.#place !== null) keepWords(this.#keeping, this.#place, words);
  }

  /** One's own seed for the shoe, once it is out. */
  get ownSeed(): string | null {
    const [shoe, place] = [this.shoe, this.#place];
    return shoe === null || place === null ? null : keptSeed(this.#keeping, place, shoe.number, shoe.commitment);
  }

  /** The number of one's own seed among those of the shoe. */
  get ownNumber(): number | null {
    const place = this.shoe?.promises.indexOf(this.#ownPromise) ?? -1;
    return place < 0 ? null : place + 1;
  }

  get #place(): SeedPlace | null {
    const shoe = this.shoe;
    return shoe === null || this.#person === null
      ? null
      : { house: shoe.house, person: this.#person, table: this.table };
  }

  sits(person: string | null): void {
    if (person === this.#person) return;
    this.#person = person;
    this.#queue(() => this.#tend());
  }

  heard(number: number, acts: readonly HeldAct[] | null): void {
    if (this.able) this.#queue(() => this.#note(number, acts));
  }

  /** One thing after the other: an act is read when all before it are. A mistake is told, and what comes next is done. */
  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(reportError);
  }

  async #note(number: number, acts: readonly HeldAct[] | null): Promise<void> {
    if (number <= this.#number) return;
    if (acts === null || number !== this.#number + 1) return this.#look();
    await this.#read(acts);
    this.#number = number;
    if (acts.some((act) => act.act === "shoe_committed.1")) return this.#look();
    await this.#tend();
  }

  async #look(): Promise<void> {
    const since = this.#number < 0 ? `shoes=${SHOES}` : `after=${this.#number}`;
    const held = await ask<HeldHistory>(`/tables/${segment(this.table)}/fairness?${since}`).catch((error: unknown) => {
      if (error instanceof NoAnswer) setTimeout(() => this.#queue(() => this.#look()), BEFORE_ANOTHER_TRY);
      else if (!(error instanceof Declined)) throw error;
      return null;
    });
    if (held === null) return;
    this.#window = held.seeding && windowOf(held.seeding, Date.now());
    await this.#read(held.acts);
    this.#number = held.number;
    await this.#tend();
  }

  async #read(acts: readonly HeldAct[]): Promise<void> {
    for (const act of acts) {
      await this.#reader.read(canonical(act));
      if (act.act === "shoe_committed.1") this.problem = null;
    }
    if (acts.length > 0) this.shoes = this.#reader.shoes.slice(-SHOES).map(seenOf);
  }

  async #tend(): Promise<void> {
    const [shoe, place, window] = [this.shoe, this.#place, this.#window];
    if (shoe === null || place === null) return;
    if (window !== null) await this.#seeding.go(shoe, window, place, this.#automatic);
    this.#words = wordsKept(this.#keeping, place);
    const own = this.ownSeed;
    this.#ownPromise = own === null ? "" : await promiseOf(unhex(own), shoe.commitment);
  }

  /** A refusal is no mistake: the seed of somebody who came too late is not in. */
  async #give(command: FairShoeCommand, key: string): Promise<void> {
    try {
      await give(atShoes(this.table), command, { key, wait: pause });
    } catch (error) {
      if (!(error instanceof Declined)) {
        if (!(error instanceof NoAnswer)) throw error;
        return;
      }
      if (error.problem.code === "not_opening_yet")
        setTimeout(() => this.#queue(() => this.#tend()), BEFORE_ANOTHER_TRY / 4);
      else this.problem = error.problem;
    }
  }
}

const desks = new Map<string, FairDesk>();

/** The one of a table: what was checked stays checked while this page is open. */
export function fairDeskAt(table: string): FairDesk {
  const found = desks.get(table) ?? new FairDesk(table);
  desks.set(table, found);
  return found;
}
