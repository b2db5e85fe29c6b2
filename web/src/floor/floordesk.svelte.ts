/** What waits on the floor, asked for again whenever the board or a tournament has changed: one question at a time. */
import { ask, problemOf } from "../api/ask";
import type { Floor, Problem, Role, Summary } from "../api/schema";
import { live } from "../live/live.svelte";
import { visitor } from "../parts/visitor.svelte";
import { floorTexts } from "../texts/floor";

const BETWEEN_LOOKS = 15_000;
const RULING: readonly Role[] = ["supervisor", "operator", "director"];

/** Whether somebody has business on the floor; the server says it, too. */
export function isOnTheFloor(): boolean {
  return Object.values(visitor.welcome?.roles ?? {}).some(isRuling);
}

/** Whether alarms are told to somebody in this role, where it is held. */
export function isRuling(role: Role): boolean {
  return RULING.includes(role);
}

/** Tables whose supervising staff somebody is. */
export function onTheBoard(): Summary[] {
  return [...live.summaries.values()]
    .filter((one) => one.staff !== undefined)
    .sort((one, other) => one.stream.localeCompare(other.stream));
}

export function dealerAt(floor: Floor, table: string): string {
  return floor.dealing[table] ?? (floor.automatic.includes(table) ? floorTexts.automatic : floorTexts.nobodyDeals);
}

/** So many are heard of at once, with room for what other pages follow. The others are looked at now and then. */
const MOST_HEARD = 8;

/** Of the tournaments that are named, a line each, until the function that it gives is called. */
export function hearCups(cups: string): () => void {
  return live.hearTournaments(listed(cups));
}

function listed(cups: string): string[] {
  return cups.split("\n").filter((name) => name !== "");
}

export class FloorDesk {
  floor = $state.raw<Floor | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The server's clock, in microseconds. */
  now = $state(0);
  #ahead = 0;
  /** The look that is under way, and the one after it that somebody has asked for. */
  #present: Promise<Floor | null> | null = null;
  #next: Promise<Floor | null> | null = null;

  /** What is a reason to look again, in a word. */
  get board(): string {
    const tables = onTheBoard().map(
      (one) =>
        `${one.stream} ${one.round} ${one.attendance} ${one.staff?.waiting} ${JSON.stringify(one.staff?.alarms)}`,
    );
    return [...tables, ...listed(this.cups).map((name) => `${name} ${live.heard[name]}`)].join("\n");
  }

  /** The tournaments in session, a line each. */
  get cups(): string {
    return (this.floor?.tournaments ?? []).slice(0, MOST_HEARD).join("\n");
  }

  /** As long as a page shows it: gives how to stop. */
  watch(): () => void {
    const stop = live.followBoard();
    const ticks = setInterval(() => this.#tick(), 1000);
    const looks = setInterval(() => void this.look(), BETWEEN_LOOKS);
    return () => {
      stop();
      clearInterval(ticks);
      clearInterval(looks);
    };
  }

  /** How the floor stands, by a look that begins after it was asked for; none if it failed. */
  look(): Promise<Floor | null> {
    if (this.#next !== null) return this.#next;
    if (this.#present === null) return this.#begin();
    this.#next = this.#present.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<Floor | null> {
    this.#next = null;
    this.#present = this.#ask().finally(() => (this.#present = null));
    return this.#present;
  }

  async #ask(): Promise<Floor | null> {
    try {
      const floor = await ask<Floor>("/floor");
      this.#found(floor);
      return floor;
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    }
  }

  #found(floor: Floor): void {
    this.floor = floor;
    this.problem = null;
    this.#ahead = floor.now - Date.now() * 1000;
    this.#tick();
  }

  #tick(): void {
    this.now = Date.now() * 1000 + this.#ahead;
  }
}
