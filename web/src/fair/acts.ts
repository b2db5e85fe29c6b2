/** The acts of a house with its shoes, each in the one way to write it. */
import { canonical } from "./canonical";
import { type Context, FACES } from "./shuffle";

export interface Committed {
  act: "shoe_committed.1";
  previous: string | null;
  context: Context;
  commitment: string;
}
export interface CardShown {
  act: "card_shown.1";
  previous: string;
  place: number;
  cut: number;
  index: number;
  card: string;
  salt: string;
  proof: readonly string[];
}
export type Act =
  | Committed
  | CardShown
  | { act: "seed_promised.1"; previous: string; seed: number; by: "patron" | "auditor"; promise: string }
  | { act: "seed_opened.1"; previous: string; seed: number; opened: string }
  | { act: "seed_left_out.1"; previous: string; seed: number }
  | { act: "shoe_sealed.1"; previous: string; root: string; house_seeded: boolean }
  | {
      act: "shoe_cut.1";
      previous: string;
      at: number;
      cut_by: "patron" | "staff";
      depth: number;
      cutting_cards: number;
    }
  | { act: "wagers_began.1"; previous: string }
  | { act: "card_hidden.1"; previous: string; place: number }
  | { act: "shoe_ended.1"; previous: string; why: string }
  | { act: "reveal_overdue.1"; previous: string }
  | { act: "secret_revealed.1"; previous: string; secret: string };
export type Kind = Act["act"];

type Fits = (value: unknown) => boolean;

const text =
  (pattern: RegExp): Fits =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const whole =
  (least: number, most: number): Fits =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const oneOf =
  (...words: readonly string[]): Fits =>
  (value) =>
    typeof value === "string" && words.includes(value);
const all =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits);

const hash = text(/^[0-9a-f]{64}$/);
const number = whole(1, Number.MAX_SAFE_INTEGER);
const name: Fits = (value) => typeof value === "string" && [...value].length >= 1 && [...value].length <= 64;

const FITS: Record<string, Fits> = {
  previous: (value) => value === null || hash(value),
  context: (value) => hasMembers(value, ["protocol", "house", "table", "shoe", "rules", "composition", "previous"]),
  composition: (value) => all(whole(0, 1260))(value) && (value as unknown[]).length === FACES.length,
  protocol: whole(1, 1),
  house: name,
  table: name,
  rules: hash,
  commitment: hash,
  promise: hash,
  root: hash,
  salt: hash,
  secret: hash,
  proof: all(hash),
  shoe: number,
  seed: number,
  at: number,
  depth: number,
  cutting_cards: number,
  place: number,
  cut: number,
  index: whole(0, Number.MAX_SAFE_INTEGER),
  house_seeded: (value) => typeof value === "boolean",
  opened: text(/^([0-9a-f]{2}){1,256}$/),
  by: oneOf("patron", "auditor"),
  cut_by: oneOf("patron", "staff"),
  why: oneOf("dealt", "voided", "abandoned", "closed", "restored"),
  card: oneOf(...FACES),
};

const SEEDING: readonly Kind[] = ["seed_promised.1", "seed_opened.1", "seed_left_out.1"];
const DEALT: readonly Kind[] = ["shoe_cut.1", "card_hidden.1", "card_shown.1"];

interface Shape {
  members: readonly string[];
  /** What may come right before it; the wagers' beginning is passed over. */
  after: readonly (Kind | "")[];
}

export const SHAPES: Record<Kind, Shape> = {
  "shoe_committed.1": { members: ["context", "commitment"], after: ["", "secret_revealed.1"] },
  "seed_promised.1": { members: ["seed", "by", "promise"], after: ["shoe_committed.1", "seed_promised.1"] },
  "seed_opened.1": { members: ["seed", "opened"], after: SEEDING },
  "seed_left_out.1": { members: ["seed"], after: SEEDING },
  "shoe_sealed.1": { members: ["root", "house_seeded"], after: ["shoe_committed.1", ...SEEDING] },
  "shoe_cut.1": { members: ["at", "cut_by", "depth", "cutting_cards"], after: ["shoe_sealed.1"] },
  "wagers_began.1": { members: [], after: ["shoe_sealed.1", ...DEALT] },
  "card_hidden.1": { members: ["place"], after: DEALT },
  "card_shown.1": { members: ["place", "cut", "index", "card", "salt", "proof"], after: DEALT },
  "shoe_ended.1": { members: ["why"], after: ["shoe_committed.1", ...SEEDING, "shoe_sealed.1", ...DEALT] },
  "reveal_overdue.1": { members: [], after: ["shoe_ended.1"] },
  "secret_revealed.1": { members: ["secret"], after: ["shoe_ended.1", "reveal_overdue.1"] },
};

function hasMembers(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = value as Record<string, unknown>;
  const same = Object.keys(members).length === names.length && names.every((one) => Object.hasOwn(members, one));
  return same && names.every((one) => one === "act" || FITS[one]?.(members[one]) === true);
}

export function isAct(value: unknown): value is Act {
  const kind = (value as { act?: unknown } | null)?.act;
  if (typeof kind !== "string" || !Object.hasOwn(SHAPES, kind)) return false;
  return hasMembers(value, ["act", "previous", ...SHAPES[kind as Kind].members]);
}

/** The act in a line; none if the line is anything but the one way to write it. */
export function actIn(line: string): Act | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isAct(value) && canonical(value) === line ? value : null;
}
