/** Commands: each has a key of its own, and is sent again under it until somebody has answered. */
import { ask, Declined, NoAnswer, segment } from "./ask";
import { backoff, pause } from "../live/backoff";
import type { AccountCommand, Done, FairShoeCommand, HouseCommand, TableCommand, TournamentCommand } from "./schema";

const TRIES = 8;
/** Milliseconds in which whoever gives the same command again means the one that nobody has answered. */
const MEANT_AGAIN = 10 * 60_000;

/** Keys of commands that may have been carried out, though nobody said so. */
const unanswered = new Map<string, { key: string; since: number }>();
const NOT_NOW = new Set([429, 503]);

declare const takes: unique symbol;
/** The path of an endpoint, and the commands that it takes. */
export type CommandPath<C> = string & { readonly [takes]: (command: C | OfferedCommand) => void };

declare const offered: unique symbol;
/** A command that the server described, in a form or a step: which members it has is known there only. */
export interface OfferedCommand {
  readonly [offered]: true;
}

export interface Sending {
  send?: (path: string, command: object, key: string) => Promise<Done>;
  wait?: (milliseconds: number) => Promise<void>;
  key?: string;
}

export function atTable(table: string): CommandPath<TableCommand> {
  return pathOf(`/tables/${segment(table)}/commands`);
}

export function atShoes(table: string): CommandPath<FairShoeCommand> {
  return pathOf(`/tables/${segment(table)}/shoes/commands`);
}

export function atAccount(person: string): CommandPath<AccountCommand> {
  return pathOf(`/accounts/${segment(person)}/commands`);
}

export function atTournament(tournament: string): CommandPath<TournamentCommand> {
  return pathOf(`/tournaments/${segment(tournament)}/commands`);
}

export const TO_THE_HOUSE: CommandPath<HouseCommand> = pathOf("/house/commands");

/** The same path, for a command about the record that was seen last. */
export function asSeen<C>(path: CommandPath<C>, query: "expected" | "seen", number: number): CommandPath<C> {
  return pathOf(`${path}?${query}=${number}`);
}

function pathOf<C>(path: string): CommandPath<C> {
  return path as CommandPath<C>;
}

/** The one way to a command of which no member is checked here. */
export function asOffered(command: Readonly<Record<string, unknown>>): OfferedCommand {
  return command as unknown as OfferedCommand;
}

type Proposal = Extract<HouseCommand, { do: "propose" }>;

/** What takes two people, proposed by the first of them. */
export function proposalOf(stream: string, command: Proposal["command"] | OfferedCommand): Proposal {
  return { do: "propose", stream, command: command as Proposal["command"] };
}

/** Carried out once, however often it must be sent; a refusal is thrown. */
export async function give<C extends object>(
  path: CommandPath<C>,
  command: NoInfer<C | OfferedCommand>,
  sending: Sending = {},
): Promise<Done> {
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

function post(path: string, command: object, key: string): Promise<Done> {
  return ask<Done>(path, { method: "POST", body: command, headers: { "idempotency-key": key } });
}

/** `randomUUID` is missing where a house is served without TLS to other machines. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}
