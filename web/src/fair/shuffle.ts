/** What a shoe is made of: commitment, promises, the order of the cards and their salts. */
import { type Bytes, counted, hex, inParts, unhex } from "./bytes";
import { hkdf, macWith, sha256 } from "./hashing";
import { leafHash, rootOfLeaves } from "./tree";

export interface Context {
  protocol: number;
  house: string;
  table: string;
  shoe: number;
  rules: string;
  composition: readonly number[];
  previous: string | null;
}

const DOMAIN = "puntobanco.fair.";
const WORDS = 0x10000;
const RANKS = "A23456789TJQK";

/** AC, 2C and so on to KS. */
export const FACES: readonly string[] = [..."CDHS"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

export function sizeOf(context: Context): number {
  return context.composition.reduce((sum, count) => sum + count, 0);
}

export function contextBytes(context: Context): Bytes {
  const { protocol, house, table, shoe, rules, composition, previous } = context;
  return inParts(String(protocol), house, table, String(shoe), rules, composition.join(","), previous ?? "");
}

export async function commitmentTo(secret: Bytes, context: Context): Promise<string> {
  return hex(await sha256(inParts(`${DOMAIN}commitment`, contextBytes(context), secret)));
}

export async function promiseOf(seed: Bytes, commitment: string): Promise<string> {
  return hex(await sha256(inParts(`${DOMAIN}promise`, unhex(commitment), seed)));
}

export function saltOfSeeds(seeds: readonly Bytes[]): Promise<Bytes> {
  return sha256(inParts(`${DOMAIN}seeds`, ...seeds));
}

export async function keyOf(secret: Bytes, seeds: readonly Bytes[], context: Context): Promise<Bytes> {
  return hkdf(secret, await saltOfSeeds(seeds), inParts(`${DOMAIN}shuffle`, contextBytes(context)));
}

/** Words of 16 bits from a key, without end. */
export async function* wordsFrom(key: Bytes): AsyncGenerator<number, never> {
  const mac = await macWith(key);
  for (let block = 0; ; block += 1) {
    const view = new DataView((await mac(counted(block, 8))).buffer);
    for (let place = 0; place < view.byteLength; place += 2) yield view.getUint16(place);
  }
}

/** Words that would favour some numbers are thrown away. */
async function below(size: number, words: AsyncGenerator<number, never>): Promise<number> {
  const fair = Math.floor(WORDS / size) * size;
  for (;;) {
    const { value } = await words.next();
    if (value < fair) return value % size;
  }
}

export async function orderOf(secret: Bytes, seeds: readonly Bytes[], context: Context): Promise<string[]> {
  const cards = FACES.flatMap((face, place) => Array<string>(context.composition[place] ?? 0).fill(face));
  return shuffled(cards, await keyOf(secret, seeds, context));
}

/** From the last place on, each is swapped with one that is not behind it. */
export async function shuffled(inOrder: readonly string[], key: Bytes): Promise<string[]> {
  const order = [...inOrder];
  const words = wordsFrom(key);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, words);
    [order[last], order[other]] = [order[other] as string, order[last] as string];
  }
  return order;
}

export async function saltsOf(secret: Bytes, context: Context): Promise<Bytes[]> {
  const mac = await macWith(await hkdf(secret, null, inParts(`${DOMAIN}salt`, contextBytes(context))));
  return Promise.all(Array.from({ length: sizeOf(context) }, (_, index) => mac(counted(index, 8))));
}

export function cardLeaf(index: number, salt: Bytes, face: string): Promise<Bytes> {
  return leafHash(inParts(`${DOMAIN}card`, counted(index, 8), salt, face));
}

export async function rootOf(secret: Bytes, order: readonly string[], context: Context): Promise<string> {
  const salts = await saltsOf(secret, context);
  return hex(
    await rootOfLeaves(await Promise.all(salts.map((salt, index) => cardLeaf(index, salt, order[index] ?? "")))),
  );
}
