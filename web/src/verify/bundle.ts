/** Reads a bundle line by line: rules, checkpoints, the proofs between them, records. */
import { hex, joined, unhex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/hashing";
import { leafHash, rootByProof } from "../fair/tree";
import { BallotCheck } from "./ballot-check";
import { Checkpoints } from "./checkpoints";
import { DealtCards } from "./dealt-cards";
import { recordIn, sortAndName, WRITTEN } from "./envelope";
import { FairShoeCheck } from "./fair-shoe-check";
import { HouseCheck } from "./house-check";
import { keyIn } from "./notes";
import { Report, require } from "./report";
import { digestOfRules } from "./rules-digest";
import { type Header, headerIn, Scope } from "./scope";
import type { CurrentRecord, RecordPlace, StreamCheck } from "./stream-check";
import { type Data, hasExactly, isHash, isObject, isWhole, jsonIn, strictly } from "./strict-json";

const MEMBERS: Record<string, readonly string[]> = {
  rules: ["is", "digest", "rules"],
  checkpoint: ["is", "note"],
  consistency: ["is", "from", "to", "proof"],
  record: ["is", "position", "stream", "number", "id", "hash", "previous", "body"],
};
const SECTIONS = Object.keys(MEMBERS);
const FIRST = "0".repeat(64);
const NOT_CHECKED = [
  "law: who is dealt a card, results and payouts",
  "money: entries and balances of tables and accounts",
  "tournaments, apart from their ballots and lots: fees, chips, who goes on, places and prizes",
  "who was allowed to do what: commands are not decided again",
  "the time in records and checkpoints",
  "records after the last checkpoint: they are in no bundle",
];

export class Bundle {
  readonly scope: Scope;
  /** By stream; null for one that is checked as a chain only. */
  readonly #checks = new Map<string, StreamCheck | null>();
  readonly #rules = new Set<string>();
  readonly #last = new Map<string, [number: number, hash: string]>();
  readonly #ids = new Set<string>();
  #section = 0;
  #position = 0;

  private constructor(
    readonly header: Header,
    readonly report: Report,
    private readonly checkpoints: Checkpoints,
    readonly signaturesAreChecked: boolean,
  ) {
    this.scope = new Scope(header.scope);
  }

  /** From its first line; a key that is not given is taken from the bundle itself, and that is said. */
  static async begun(line: string, vkey: string | null): Promise<Bundle> {
    const [header, report] = [headerIn(line), new Report()];
    const key = await keyIn(vkey ?? header.vkey);
    report.wrong("signature", "another key than the expected one", vkey !== null && header.vkey !== vkey.trim());
    report.wrong("signature", `the key is that of ${key.origin}`, key.origin !== `puntobanco/${quoted(header.house)}`);
    if (vkey === null) report.skip("whose key it is: it was taken from the bundle itself; give the house's own");
    if (key.verifies === null) report.skip("signature not checked: this browser knows no Ed25519");
    for (const what of NOT_CHECKED) report.skip(what);
    return new Bundle(header, report, new Checkpoints(report, key, header.size), key.verifies !== null);
  }

  /** A line of the file, from its second on; `text` is none where it is not UTF-8. */
  async line(number: number, text: string | null, complete = true): Promise<void> {
    this.report.at(null, `line ${number}`, null);
    try {
      require(text !== null, "not UTF-8");
      require(complete, "a line that is not complete");
      await this.#take(number, jsonIn(text));
    } catch (error) {
      this.report.wrong(this.report.position === null ? "line" : "record", `unreadable: ${(error as Error).message}`);
    }
  }

  async #take(number: number, data: unknown): Promise<void> {
    require(isObject(data) && Object.hasOwn(MEMBERS, String(data["is"])), "no line of a bundle");
    const [kind, section] = [data["is"] as string, SECTIONS.indexOf(data["is"] as string)];
    const proof = kind === "record" && !this.scope.isWhole ? ["proof"] : [];
    require(hasExactly(data, [...(MEMBERS[kind] ?? []), ...proof]), `not the members of a ${kind}`);
    this.report.wrong("line", `a ${kind} comes too late`, section < this.#section);
    if (kind === "record" && this.#section < section) {
      this.checkpoints.complete();
      this.report.at(null, `line ${number}`, null);
    }
    this.#section = Math.max(this.#section, section);
    if (kind === "rules") await this.#readRules(data);
    else if (kind === "checkpoint") await this.checkpoints.read(data);
    else if (kind === "consistency") await this.checkpoints.readConsistency(data);
    else await this.#readRecord(data);
  }

  async #readRules(data: Data): Promise<void> {
    const rules = strictly(data["rules"] as Data);
    require(isObject(data["rules"]), "not rules");
    const other = rules["digest"] !== data["digest"] || (await digestOfRules(data["rules"])) !== data["digest"];
    this.report.wrong("rules", "the digest is not that of the rules", other);
    this.report.wrong("rules", "the same rules twice", this.#rules.has(data["digest"]));
    this.#rules.add(data["digest"]);
  }

  // records

  async #readRecord(data: Data): Promise<void> {
    const { position, stream, number, body } = data;
    require(isWhole(position, 1) && isWhole(number, 1), "positions are whole numbers from 1");
    require(typeof stream === "string" && typeof body === "string", "stream and body are texts");
    this.report.at(position, stream, number);
    const gap =
      position <= this.#position ||
      (this.scope.isWhole && position !== this.#position + 1) ||
      position > this.header.size;
    this.report.wrong("position", `${position} after ${this.#position}`, gap);
    this.#position = position;
    this.report.count("records");
    await this.#chain(data, stream, number, body);
    await this.#inTree(data, position, body);
    await this.#check(recordIn(body), data, { stream, number, position });
  }

  async #chain(data: Data, stream: string, number: number, body: string): Promise<void> {
    require(isHash(data["previous"]), "not 32 bytes in lower-case hexadecimal");
    const made = hex(await sha256(joined(unhex(data["previous"]), utf8(body))));
    this.report.wrong("chain", "the hash is not that of the record", data["hash"] !== made);
    const [before, hashBefore] = this.#last.get(stream) ?? [0, FIRST];
    const skips = number <= before || (this.scope.holdsWhole(stream) && number !== before + 1);
    this.report.wrong("number", `${number} after ${before}`, skips);
    if (number !== before + 1) this.#checks.get(stream)?.skipped();
    this.report.wrong(
      "chain",
      "it does not continue the record before it in its stream",
      number === before + 1 && data["previous"] !== hashBefore,
    );
    this.#last.set(stream, [number, data["hash"] as string]);
    const id = JSON.stringify([stream, data["id"]]);
    this.report.wrong("record", "an id stands twice in a stream", this.#ids.has(id));
    this.#ids.add(id);
  }

  /** Whether the record was decided on those that stand before it. */
  #boundTo(record: Data, data: Data): void {
    this.report.wrong(
      "chain",
      "it was decided on another record of its stream",
      record["previous"] !== data["previous"],
    );
    for (const { stream, number, hash } of record["depends_on"] as Data[]) {
      const why = `it was decided on record ${number} of ${stream}, which is not the last one before it`;
      this.report.wrong("chain", why, !this.#isLast(stream, number, hash));
    }
  }

  /** Whether a record is the last of its stream so far; a part of a log may not hold it. */
  #isLast(stream: string, number: number, hash: string): boolean {
    const [last, hashOfLast] = this.#last.get(stream) ?? [0, FIRST];
    if (!this.scope.holdsWhole(stream) && last < number) return true;
    return number === last && hash === hashOfLast;
  }

  async #inTree(data: Data, position: number, body: string): Promise<void> {
    const leaf = await leafHash(utf8(body));
    if (this.scope.isWhole) {
      await this.checkpoints.tree.add(leaf);
      await this.checkpoints.grown();
      return;
    }
    const path: unknown = data["proof"];
    require(Array.isArray(path) && path.every(isHash), "a proof is a list of hashes");
    const found = await rootByProof(leaf, position - 1, this.header.size, path);
    this.report.wrong(
      "tree",
      "the record is not in the tree of the checkpoint",
      found === null || found !== this.checkpoints.newest?.root,
    );
  }

  async #check(record: Data, data: Data, place: RecordPlace & { position: number }): Promise<void> {
    const { stream, number } = place;
    const other = record["stream"] !== stream || record["number"] !== number || record["id"] !== data["id"];
    this.report.wrong("record", "it is another record", other);
    this.#boundTo(record, data);
    const [sort, name] = sortAndName(stream);
    this.report.wrong("record", `not a record of ${sort}`, record["record"] !== WRITTEN[sort]);
    this.report.wrong("line", `${stream} is not what the bundle is about`, !this.scope.isAbout(stream));
    const sibling =
      record["sibling"] === null
        ? null
        : { stream: record["sibling"].stream as string, number: record["sibling"].number as number };
    if (!this.#checks.has(stream)) this.#checks.set(stream, this.#checkOf(stream, sort, name));
    for (const event of record["events"] as Data[]) {
      await this.#compareRules(event);
      await this.#checks.get(stream)?.read(event, { ...place, sibling } satisfies CurrentRecord);
    }
  }

  #checkOf(stream: string, sort: string, name: string): StreamCheck | null {
    const [report, whole, house] = [this.report, this.scope.holdsWhole(stream), this.header.house];
    switch (sort) {
      case "house":
        return new HouseCheck(report, whole, house, this.checkpoints.roots);
      case "table":
        return new DealtCards(report, whole);
      case "shoes":
        return new FairShoeCheck(report, whole, house, name, () => this.#cardsAt(name));
      case "tournament":
        return new BallotCheck(report, whole, house, name);
    }
    return null;
  }

  #cardsAt(table: string): DealtCards | undefined {
    const found = this.#checks.get(`table/${table}`);
    return found instanceof DealtCards ? found : undefined;
  }

  /** Rules in a record, at a tournament's tables also, are those that the bundle lists. */
  async #compareRules(event: Data): Promise<void> {
    for (const inner of Object.hasOwn(event, "events") ? (event["events"] as Data[]) : [event]) {
      if (!Object.hasOwn(inner, "rules")) continue;
      const { rules } = inner;
      this.report.wrong("rules", "rules that the bundle does not list", !this.#rules.has(rules["digest"]));
      this.report.wrong(
        "rules",
        "the digest is not that of the rules",
        (await digestOfRules(rules)) !== rules["digest"],
      );
    }
  }

  // when all is read

  finish(): void {
    try {
      this.#finish();
    } catch (error) {
      this.report.wrong("record", `what the records say together cannot be read: ${(error as Error).message}`);
    }
  }

  #finish(): void {
    this.report.at(null, "bundle", null);
    const absent = this.#checks.size === 0 || (!this.scope.isWhole && !this.#checks.has(this.scope.main));
    this.report.wrong("line", `there is no record of ${this.scope.main || "anything"} in it`, absent);
    if (this.scope.isWhole) this.checkpoints.finish();
    for (const [stream, check] of this.#checks) {
      this.report.at(null, stream, null);
      check?.finish();
    }
    if (!this.scope.isWhole)
      this.report.skip(
        "that nothing of this part was left out at its end: only a bundle of the whole house shows that",
      );
  }
}

/** As in an address, where only letters, digits and `_.-~` stand as they are. */
function quoted(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
