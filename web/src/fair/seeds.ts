/** One's own seed for a shoe: made here, kept here, promised, and told to nobody before it is opened. */
import { hex, utf8 } from "./bytes";

export interface Keeping {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Whose seed, for which shoe. */
export interface SeedPlace {
  house: string;
  person: string;
  table: string;
}

const BYTES = 32;
const MOST_BYTES = 256;
const KEPT_SHOES = 3;

function keyOf({ house, person, table }: SeedPlace, shoe: number | "words"): string {
  return `puntobanco.seed.${JSON.stringify([house, person, table, shoe])}`;
}

/** The seed that is kept for the shoe with this commitment, in hexadecimal. */
export function keptSeed(keeping: Keeping, place: SeedPlace, shoe: number, commitment: string): string | null {
  const [bound, seed] = (keeping.getItem(keyOf(place, shoe)) ?? "").split(" ");
  return bound === commitment && seed ? seed : null;
}

/** The one that is kept, or a new one of the words that wait, or of chance; it is kept before anybody hears of it. */
export function seedFor(keeping: Keeping, place: SeedPlace, shoe: number, commitment: string): string {
  const kept = keptSeed(keeping, place, shoe, commitment);
  if (kept !== null) return kept;
  const seed = ofWords(wordsKept(keeping, place)) ?? hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  keeping.setItem(keyOf(place, shoe), `${commitment} ${seed}`);
  keeping.removeItem(keyOf(place, "words")); // once opened, everybody knows them
  for (let old = shoe - KEPT_SHOES; old > 0 && keeping.getItem(keyOf(place, old)) !== null; old -= 1)
    keeping.removeItem(keyOf(place, old));
  return seed;
}

export function wordsKept(keeping: Keeping, place: SeedPlace): string {
  return keeping.getItem(keyOf(place, "words")) ?? "";
}

/** Words for the next shuffle; none, and chance makes the seed. */
export function keepWords(keeping: Keeping, place: SeedPlace, words: string): void {
  if (words.trim() === "") keeping.removeItem(keyOf(place, "words"));
  else keeping.setItem(keyOf(place, "words"), words);
}

/** In one spelling; as many bytes as a seed may have. */
function ofWords(words: string): string | null {
  const bytes = utf8(words.trim().normalize("NFC"));
  return bytes.length > 0 && bytes.length <= MOST_BYTES ? hex(bytes) : null;
}

/** What a browser keeps; one that keeps nothing remembers it as long as the page is open. */
export function browserKeeping(): Keeping {
  try {
    localStorage.getItem("");
    return localStorage;
  } catch {
    const held = new Map<string, string>();
    return {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    };
  }
}
