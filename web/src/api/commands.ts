/** Commands: each has a key of its own, and is sent again under it until somebody has answered. */
import { ask, Declined, NoAnswer } from "./ask";
import { backoff, pause } from "../live/backoff";
import type { Command, Done } from "./types";

const TRIES = 8;
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
  const { send = post, wait = pause, key = newKey() } = sending;
  for (let tried = 1; ; tried += 1) {
    try {
      return await send(path, command, key);
    } catch (error) {
      if (tried === TRIES || !mayComeThrough(error)) throw error;
      await wait(backoff(tried));
    }
  }
}

function mayComeThrough(error: unknown): boolean {
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
