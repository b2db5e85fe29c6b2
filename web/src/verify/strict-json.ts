/** JSON of a bundle: whole numbers only, no member twice, and no member that is not there. */
import { Unfit } from "./report";

/** What a line of a bundle holds: it is looked at member by member, and a member that is not there is an error. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a type of every member would be the format once more
export type Data = Record<string, any>;

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],]/g;

export function jsonIn(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unfit("not JSON");
  }
  lookForTwins(text);
  return value;
}

function lookForTwins(text: string): void {
  const open: (Set<string> | null)[] = [];
  let keyIsNext = false;
  for (const [token] of text.matchAll(TOKENS)) {
    const members = open.at(-1);
    if (token.startsWith('"') && keyIsNext && members) {
      if (members.has(token)) throw new Unfit("a member stands there twice");
      members.add(token);
    } else if (/^-?\d/.test(token) && /[.eE]/.test(token)) throw new Unfit(`${token} is no whole number`);
    if (token === "{" || token === "[") open.push(token === "{" ? new Set() : null);
    else if (token === "}" || token === "]") open.pop();
    keyIsNext = token === "{" || (token === "," && open.at(-1) !== null);
  }
}

/** The same data, but to look for a member that is not there is a mistake of whoever wrote them. */
export function strictly<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (Array.isArray(target)) return typeof name === "string" && /^\d+$/.test(name) ? strictly(found) : found;
      if (typeof name === "string" && name !== "toJSON" && !Object.hasOwn(target, name))
        throw new Unfit(`there is no ${name}`);
      return strictly(found);
    },
  });
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

export function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function hasExactly(value: Data, names: readonly string[]): boolean {
  return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}
