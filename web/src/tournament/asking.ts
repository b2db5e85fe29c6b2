/** What a small form asks for: how it is shown at first, and what was typed as the server takes it. */
import type { DeskAct, Asks } from "../api/types";
import { readCard } from "../deal/cards";
import { readSigned } from "../parts/money";

const SEED_BYTES = 32;

/** A seed that nobody could have chosen. */
export function newSeed(fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes)): string {
  return [...fill(new Uint8Array(SEED_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function atFirst(asks: Asks, seed: string): string {
  if (asks.sort === "seed") return seed;
  if (asks.sort === "choice" && asks.needed) return asks.options[0] ?? "";
  return asks.usual;
}

/** What is sent for a field; undefined where it is left out, null where it cannot be read. */
export function readAnswer({ sort, needed }: Asks, typed: string, now: number): unknown {
  const text = typed.trim();
  if (sort === "now") return now;
  if (sort === "yes") return typed === "yes";
  if (text === "" && sort !== "words") return needed ? null : undefined;
  switch (sort) {
    case "number":
      return /^\d{1,9}$/.test(text) ? Number(text) : null;
    case "money":
      return readSigned(text);
    case "sizes":
      return readSizes(text);
    case "words":
      return words(text);
    case "seed":
      return /^[0-9a-f]{64}$/.test(text) ? text : null;
    case "time":
      return microseconds(text);
    case "card":
      return readCard(text);
    default:
      return text;
  }
}

export function words(text: string): string[] {
  return text.split(",").map((one) => one.trim()).filter((one) => one !== "");
}

function readSizes(text: string): number[] | null {
  const found = words(text);
  return found.every((one) => /^\d{1,4}$/.test(one)) ? found.map(Number) : null;
}

/** A time as a form has it, in this machine's zone. */
export function microseconds(local: string): number | null {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : time * 1000;
}

/** A command with what the offer says and what was answered; at a table it is wrapped in where it is done. */
export function commandOf(act: DeskAct, answers: Record<string, unknown>): { do: string; [member: string]: unknown } {
  const command = { do: act.kind, ...Object.fromEntries(act.where), ...answers };
  return act.table === null ? command : { do: "at_table", table: act.table, command };
}

/** Offers of one kind at one place, so that a page can show them once. */
export function actKey(act: DeskAct): string {
  return `${act.table ?? ""} ${act.kind} ${JSON.stringify(act.where)}`;
}

/** What an offer says besides its kind, for people. */
export function whereSaid(act: DeskAct): string {
  return act.where.filter(([name]) => name !== "conditions" && name !== "round").map(([, value]) => String(value)).join(", ");
}
