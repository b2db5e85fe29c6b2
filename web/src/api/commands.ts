/** Commands: each has a key of its own, and is sent again under it until somebody has answered. */
import { ask, Declined, NoAnswer } from "./ask";
import { backoff, pause } from "../live/backoff";
import type { Command, Done } from "./types";

const TRIES = 8;
/** Milliseconds in which whoever gives the same command again means the one that nobody has answered. */
const MEANT_AGAIN = 10 * 60_000;

/** Keys of commands that may have been carried out, though nobody said so. */
const unanswered = new Map<string, { key: string; since: number }>();
const NOT_NOW = new Set([429, 503]);

export interface Sending {
  send?: (path: string, command: Command, key: string) => Promise<Done>;
  wait?: (milliseconds: number) => Promise<void>;
  key?: string;
}

export function atTable(table: string): string {
  return `/tables/${encodeURIComponent(table)}/commands`;
}

export function atShoes(table: string): string {
  return `/tables/${encodeURIComponent(table)}/shoes/commands`;
}

export function atAccount(person: string): string {
  return `/accounts/${encodeURIComponent(person)}/commands`;
}

export const TO_THE_HOUSE = "/house/commands";

export function atTournament(tournament: string): string {
  return `/tournaments/${encodeURIComponent(tournament)}/commands`;
}

/** Carried out once, however often it must be sent; a refusal is thrown. */
export async function give(path: string, command: Command, sending: Sending = {}): Promise<Done> {
  const same = `${path.split("?")[0]} ${JSON.stringify(command)}`;
  const { send = post, wait = pause, key = keyFor(same) } = sending;
  for (let tried = 1; ; tried += 1) {
    try {
      const done = await send(path, command, key);
      unanswered.delete(same);
      return done;
    } catch (error) {
      if (tried < TRIES && mayComeThrough(error)) await wait(backoff(tried));
      else {
        if (mayComeThrough(error)) unanswered.set(same, { key, since: Date.now() });
        else unanswered.delete(same);
        throw error;
      }
    }
  }
}

function keyFor(same: string): string {
  const before = unanswered.get(same);
  return before !== undefined && Date.now() - before.since < MEANT_AGAIN ? before.key : newKey();
}

/** Whether it is worth another try: nobody has answered, or the house is not ready. */
export function mayComeThrough(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof Declined && NOT_NOW.has(error.problem.status));
}

function post(path: string, command: Command, key: string): Promise<Done> {
  return ask<Done>(path, { method: "POST", body: command, headers: { "idempotency-key": key } });
}

/** `randomUUID` is missing where a house is served without TLS to other machines. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}
