/** A tree that grows leaf by leaf, and whether a later one continues an earlier one. */
import { type Bytes, hex } from "../fair/bytes";
import { sha256 } from "../fair/hashing";
import { half, nodeHash } from "../fair/tree";
import type { Checkpoint } from "./notes";

/** Knows its root after every leaf, from its full subtrees. */
export class GrowingTree {
  size = 0;
  readonly #full: Bytes[] = [];

  async add(leaf: Bytes): Promise<void> {
    this.#full.push(leaf);
    this.size += 1;
    for (let left = this.size; left % 2 === 0; left = half(left)) {
      const [right, before] = [this.#full.pop() as Bytes, this.#full.pop() as Bytes];
      this.#full.push(await nodeHash(before, right));
    }
  }

  async root(): Promise<string> {
    let found = this.#full.at(-1) ?? (await sha256(new Uint8Array()));
    for (const left of this.#full.slice(0, -1).reverse()) found = await nodeHash(left, found);
    return hex(found);
  }
}

/** RFC 9162, section 2.1.4.2: whether the new tree begins with all of the old one. */
export async function grows(
  old: Checkpoint & { bytes: Bytes },
  next: Checkpoint,
  proof: readonly Bytes[],
): Promise<boolean> {
  const path = isPowerOfTwo(old.size) ? [old.bytes, ...proof] : proof;
  let [first, last] = [old.size - 1, next.size - 1];
  while (first % 2 === 1) [first, last] = [half(first), half(last)];
  const begin = path[0];
  if (begin === undefined || old.size === 0) return false;
  let [oldRoot, newRoot] = [begin, begin];
  for (const step of path.slice(1)) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      [oldRoot, newRoot] = [await nodeHash(step, oldRoot), await nodeHash(step, newRoot)];
      while (first % 2 === 0 && first !== 0) [first, last] = [half(first), half(last)];
    } else newRoot = await nodeHash(newRoot, step);
    [first, last] = [half(first), half(last)];
  }
  return hex(oldRoot) === old.root && hex(newRoot) === next.root && last === 0;
}

function isPowerOfTwo(size: number): boolean {
  return size > 0 && Number.isInteger(Math.log2(size));
}
