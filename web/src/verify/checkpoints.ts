/** The checkpoints of a bundle: signatures, that each continues the one before, and what the tree must come to. */
import { unhex } from "../fair/bytes";
import { GrowingTree, grows } from "./merkle-tree";
import { type Checkpoint, checkpointIn, type Key } from "./notes";
import { type Report, require, Unfit } from "./report";
import { type Data, isHash } from "./strict-json";

export class Checkpoints {
  readonly tree = new GrowingTree();
  /** By size. */
  readonly roots = new Map<number, string>();
  readonly #all: (Checkpoint | null)[] = [];
  #joined = 0;
  /** Those that the tree has not grown to yet. */
  #ahead: Checkpoint[] = [];
  #agreed = 0;
  #disagrees = false;

  constructor(
    private readonly report: Report,
    private readonly key: Key,
    private readonly size: number,
  ) {}

  get newest(): Checkpoint | null {
    return this.#all.at(-1) ?? null;
  }

  async read(data: Data): Promise<void> {
    this.#all.push(null);
    let found: Checkpoint;
    try {
      found = await checkpointIn(data["note"], this.key);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.report.wrong("signature", `a checkpoint that is none: ${error.message}`);
      return;
    }
    const rising = found.size > 0 && this.#all.slice(0, -1).every((one) => (one?.size ?? 0) < found.size);
    this.report.wrong("checkpoint", "checkpoints do not follow each other", !rising);
    this.#all[this.#all.length - 1] = found;
    this.roots.set(found.size, found.root);
  }

  async readConsistency(data: Data): Promise<void> {
    const [old, next] = this.#all.slice(this.#joined, this.#joined + 2);
    this.#joined += 1;
    require(old !== undefined && next !== undefined, "more proofs than checkpoints");
    require(Array.isArray(data["proof"]) && [...data["proof"]].every(isHash), "not 32 bytes in lower-case hexadecimal");
    const proof = (data["proof"] as string[]).map(unhex);
    const same = old !== null && next !== null && data["from"] === old.size && data["to"] === next.size;
    const right = same && (await grows({ ...old, bytes: unhex(old.root) }, next, proof));
    this.report.wrong("checkpoint", `${data["to"]} does not continue ${data["from"]}`, !right);
  }

  /** All of them are known, and records come next. */
  complete(): void {
    this.report.at(null, "checkpoints", null);
    this.report.wrong("checkpoint", `no checkpoint of ${this.size} records`, this.newest?.size !== this.size);
    const missing = Math.max(0, this.#all.length - 1) !== this.#joined;
    this.report.wrong("checkpoint", "checkpoints without a proof that one continues the other", missing);
    this.#ahead = this.#all.filter((one) => one !== null).sort((one, other) => one.size - other.size);
  }

  /** The first root that differs says between which checkpoints something was changed. */
  async grown(): Promise<void> {
    for (let next = this.#ahead[0]; next !== undefined && next.size <= this.tree.size; next = this.#ahead[0]) {
      this.#ahead.shift();
      if (this.#disagrees) continue;
      if (next.root === (await this.tree.root())) this.#agreed = next.size;
      else {
        this.#disagrees = true;
        this.report.wrongBetween(
          this.#agreed + 1,
          next.size,
          `records ${this.#agreed + 1} to ${next.size} are not those that were signed`,
        );
      }
    }
  }

  finish(): void {
    if (this.tree.size >= this.size || this.#disagrees) return;
    this.report.wrongBetween(this.#agreed + 1, this.size, `${this.tree.size} of ${this.size} records are there`);
  }
}
