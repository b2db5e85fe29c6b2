/** Adds one's seed to a shuffle: promises it while there is time for that, and opens it when that is over. */
import type { FairShoeCommand, SeedTime } from "../api/schema";
import { unhex } from "./bytes";
import type { SeenShoe } from "./seen";
import { type Keeping, keptSeed, seedFor, type SeedPlace } from "./seeds";
import { promiseOf } from "./shuffle";

export interface Hand {
  keeping: Keeping;
  /** Under a key, so that other tabs and later loads of this page give the same command and no second one. */
  give(command: FairShoeCommand, key: string): Promise<void>;
  later(milliseconds: number, act: () => void): void;
  now(): number;
  /** One tab at a time. */
  alone<T>(name: string, act: () => Promise<T>): Promise<T>;
}

/** The times of a shuffle by this machine's clock. */
export interface Window {
  promisedUntil: number;
  openedUntil: number;
  yours: number | null;
}

const A_MOMENT = 300;

export function windowOf(time: SeedTime, now: number): Window {
  const local = (at: number): number => now + (at - time.now) / 1000;
  return { promisedUntil: local(time.promised_until), openedUntil: local(time.opened_until), yours: time.yours };
}

export class Seeding {
  readonly #waits = new Set<string>();

  constructor(
    private readonly hand: Hand,
    private readonly tend: () => void,
  ) {}

  /** What is to be done now, if anything; called again whenever something may have changed. */
  async go(shoe: SeenShoe, window: Window, place: SeedPlace, automatic: boolean): Promise<void> {
    if (shoe.root !== null || shoe.ended !== null) return;
    await this.hand.alone(`puntobanco seed ${shoe.commitment}`, async () => {
      const mine = await this.#mine(shoe, place);
      if (mine >= 0) await this.#open(shoe, window, place, mine);
      else if (automatic && window.yours === null && this.hand.now() < window.promisedUntil)
        await this.#promise(shoe, place);
    });
  }

  /** Where one's promise stands among those of the shoe; below zero if it is not there. */
  async #mine(shoe: SeenShoe, place: SeedPlace): Promise<number> {
    const seed = keptSeed(this.hand.keeping, place, shoe.number, shoe.commitment);
    return seed === null ? -1 : shoe.promises.indexOf(await promiseOf(unhex(seed), shoe.commitment));
  }

  async #promise(shoe: SeenShoe, place: SeedPlace): Promise<void> {
    const seed = seedFor(this.hand.keeping, place, shoe.number, shoe.commitment);
    const promise = await promiseOf(unhex(seed), shoe.commitment);
    await this.hand.give({ do: "promise_seed", promise }, `seed promise ${shoe.commitment}`);
  }

  async #open(shoe: SeenShoe, window: Window, place: SeedPlace, mine: number): Promise<void> {
    if (shoe.seeds[mine]?.state !== "promised" || this.hand.now() >= window.openedUntil) return;
    const begun = shoe.seeds.some((one) => one.state === "opened");
    const wait = begun ? 0 : window.promisedUntil + A_MOMENT - this.hand.now();
    const seed = keptSeed(this.hand.keeping, place, shoe.number, shoe.commitment);
    if (wait > 0) this.#wait(shoe.commitment, wait);
    else if (seed !== null) await this.hand.give({ do: "open_seed", seed }, `seed open ${shoe.commitment}`);
  }

  #wait(shoe: string, milliseconds: number): void {
    if (this.#waits.has(shoe)) return;
    this.#waits.add(shoe);
    this.hand.later(milliseconds, () => {
      this.#waits.delete(shoe);
      this.tend();
    });
  }
}
