/** The tree of RFC 6962: roots, and proofs that a leaf is in it. */
import { type Bytes, hex, joined, unhex } from "./bytes";
import { sha256 } from "./hashing";

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

export function leafHash(data: Bytes): Promise<Bytes> {
  return sha256(joined(LEAF, data));
}

export function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(joined(NODE, left, right));
}

/** A node without a partner goes up as it is, which comes to the same as splitting at the largest power of two. */
export async function rootOfLeaves(leaves: readonly Bytes[]): Promise<Bytes> {
  let row = leaves;
  while (row.length > 1)
    row = await Promise.all(
      pairs(row).map(([left, right]) => (right === undefined ? Promise.resolve(left) : nodeHash(left, right))),
    );
  return row[0] ?? sha256(new Uint8Array());
}

function pairs(row: readonly Bytes[]): [Bytes, Bytes | undefined][] {
  const found: [Bytes, Bytes | undefined][] = [];
  for (let place = 0; place < row.length; place += 2) found.push([row[place] as Bytes, row[place + 1]]);
  return found;
}

/** RFC 9162, section 2.1.3.2: the root that a proof leads to; none if it is too long or too short. */
export async function rootByProof(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | null> {
  if (index >= size) return null;
  let [first, last, found] = [index, size - 1, leaf];
  for (const step of path.map(unhex)) {
    if (last === 0) return null;
    if (first % 2 === 1 || first === last) {
      found = await nodeHash(step, found);
      while (first % 2 === 0 && first !== 0) [first, last] = [half(first), half(last)];
    } else found = await nodeHash(found, step);
    [first, last] = [half(first), half(last)];
  }
  return last === 0 ? hex(found) : null;
}

/** Positions may be larger than what bit operators can hold. */
export function half(number: number): number {
  return Math.floor(number / 2);
}
