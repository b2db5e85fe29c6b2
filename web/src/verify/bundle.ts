/** Reads a bundle line by line: rules, checkpoints, the proofs between them, records. */
import { hex, joined, unhex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/hashing";
import { leafHash, rootByProof } from "../fair/tree";
import { Checkpoints } from "./checkpoints";
import type { Follower } from "./follower";
import { Holding } from "./holding";
import { keyIn } from "./notes";
import { read } from "./books";
import { Report, require } from "./report";
import { digestOfRules } from "./rules";
import { type Header, headerIn, Scope } from "./scope";
import { House, type Place, Shoes } from "./shoes";
import { Siblings } from "./siblings";
import { type Data, hasExactly, isHash, isObject, isWhole, jsonIn, strictly } from "./strict";
import { Table } from "./tablemoney";
import { Tournament } from "./tournament";

const MEMBERS: Record<string, readonly string[]> = {
  rules: ["is", "digest", "rules"],
  checkpoint: ["is", "note"],
  consistency: ["is", "from", "to", "proof"],
  record: ["is", "position", "stream", "number", "id", "hash", "previous", "body"],
};
const SECTIONS = Object.keys(MEMBERS);
/** Commands that name a book and its edition. */
const OPENS: readonly unknown[] = ["open_table.1", "plan_tournament.1"];
const ENVELOPE = ["record", "stream", "number", "time", "id", "approved_by", "sibling", "previous", "depends_on", "decided_by", "command", "events"];
const ROLES = ["patron", "dealer", "supervisor", "operator", "auditor"];
const FIRST = "0".repeat(64);
const KINDS: Record<string, { written: string; follow: new (report: Report, whole: boolean) => Follower }> = {
  table: { written: "table_record.1", follow: Table },
  tournament: { written: "tournament_record.1", follow: Tournament },
  shoes: { written: "fair_shoe_record.1", follow: Shoes },
  house: { written: "house_record.1", follow: House },
  cage: { written: "account_record.1", follow: Holding },
  vault: { written: "account_record.1", follow: Holding },
};
const NEVER = [
  "who was allowed to do what, limits and turns of wagers, seats, rounds that had to be without wagers, what was said: commands are not decided again",
  "that drawing law and pay tables in the rules are those that the house was allowed to offer",
  "own limits of patrons, and withdrawals that were asked for",
  "the time in records and checkpoints, and clauses other than those of settled wagers",
  "members of events that move neither cards nor money, and who could still wager in a tournament",
  "records after the last checkpoint: they are in no bundle",
];

export class Bundle {
  readonly followed = new Map<string, Follower>();
  readonly scope: Scope;
  readonly #siblings: Siblings;
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
    this.#siblings = new Siblings(report, this.scope);
  }

  /** From its first line; a key that is not given is taken from the bundle itself, and that is said. */
  static async begun(line: string, vkey: string | null): Promise<Bundle> {
    const [header, report] = [headerIn(line), new Report()];
    const key = await keyIn(vkey ?? header.vkey);
    report.wrong("signature", "another key than the expected one", vkey !== null && header.vkey !== vkey.trim());
    report.wrong("signature", `the key is that of ${key.origin}`, key.origin !== `puntobanco/${quoted(header.house)}`);
    if (vkey === null) report.skip("whose key it is: it was taken from the bundle itself; give the house's own");
    if (key.verifies === null) report.skip("signature not checked: this browser knows no Ed25519");
    for (const what of NEVER) report.skip(what);
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
    const gap = position <= this.#position || (this.scope.isWhole && position !== this.#position + 1) || position > this.header.size;
    this.report.wrong("position", `${position} after ${this.#position}`, gap);
    this.#position = position;
    this.report.count("records");
    await this.#chain(data, stream, number, body);
    await this.#inTree(data, position, body);
    await this.#follow(recordIn(body), data, { stream, number });
  }

  async #chain(data: Data, stream: string, number: number, body: string): Promise<void> {
    require(isHash(data["previous"]), "not 32 bytes in lower-case hexadecimal");
    const made = hex(await sha256(joined(unhex(data["previous"]), utf8(body))));
    this.report.wrong("chain", "the hash is not that of the record", data["hash"] !== made);
    const [before, hashBefore] = this.#last.get(stream) ?? [0, FIRST];
    const skips = number <= before || (this.scope.holdsWhole(stream) && number !== before + 1);
    this.report.wrong("number", `${number} after ${before}`, skips);
    if (number !== before + 1) this.followed.get(stream)?.missed();
    this.report.wrong("chain", "it does not continue the record before it in its stream", number === before + 1 && data["previous"] !== hashBefore);
    this.#last.set(stream, [number, data["hash"] as string]);
    const id = JSON.stringify([stream, data["id"]]);
    this.report.wrong("record", "an id stands twice in a stream", this.#ids.has(id));
    this.#ids.add(id);
  }

  /** Whether the record was decided on those that stand before it. */
  #boundTo(record: Data, data: Data): void {
    this.report.wrong("chain", "it was decided on another record of its stream", record["previous"] !== data["previous"]);
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
    const found = await rootByProof(leaf, position - 1, this.header.size, path as string[]);
    this.report.wrong("tree", "the record is not in the tree of the checkpoint", found === null || found !== this.checkpoints.newest?.root);
  }

  async #follow(record: Data, data: Data, place: Place): Promise<void> {
    const { stream, number } = place;
    const other = record["stream"] !== stream || record["number"] !== number || record["id"] !== data["id"];
    this.report.wrong("record", "it is another record", other);
    this.#boundTo(record, data);
    const [sort, name] = sortAndName(stream);
    this.report.wrong("record", `not a record of ${sort}`, record["record"] !== KINDS[sort]?.written);
    this.report.wrong("line", `${stream} is not what the bundle is about`, !this.scope.isAbout(stream));
    const sibling = record["sibling"] === null ? null : { stream: record["sibling"].stream as string, number: record["sibling"].number as number };
    this.#siblings.note(place, sibling);
    const followed = this.#follower(stream, sort, name, sibling);
    followed.record = number;
    followed.actor = (record["command"]["actor"] as Data | undefined) ?? {};
    if (OPENS.includes(record["command"].do)) this.#opens(record["command"], (record["events"] as Data[])[0] as Data);
    for (const event of record["events"] as Data[]) {
      this.#note(event, place, sibling);
      await followed.happened(event);
    }
    followed.afterRecord();
  }

  #follower(stream: string, sort: string, name: string, sibling: Place | null): Follower {
    const made = this.followed.get(stream) ?? new (KINDS[sort] as (typeof KINDS)[string]).follow(this.report, this.scope.holdsWhole(stream));
    this.followed.set(stream, made);
    if (made instanceof House) [made.name, made.position, made.roots] = [this.header.house, this.#position, this.checkpoints.roots];
    if (made instanceof Holding) made.patron = name === "" ? null : name;
    if (made instanceof Tournament) made.draws.expected = { house: this.header.house, tournament: name };
    if (made instanceof Shoes) this.#expect(made, name, sibling);
    return made;
  }

  #expect(shoes: Shoes, name: string, sibling: Place | null): void {
    const table = this.followed.get(`table/${name}`);
    shoes.sibling = sibling;
    shoes.expected = { house: this.header.house, table: name };
    if (table instanceof Table && table.whole && sibling !== null) shoes.expected["rules"] = table.rules?.["digest"] ?? "";
  }

  /** A table or tournament goes by the edition of the book that its command names. */
  #opens(command: Data, event: Data): void {
    const rules = event["rules"] as Data;
    const other = command["book"] !== rules["book"] || command["edition"] !== rules["edition"];
    this.report.wrong("rules", `${rules["book"]} ${rules["edition"]} was opened, and ${command["book"]} ${command["edition"]} asked for`, other);
  }

  #note(event: Data, place: Place, sibling: Place | null): void {
    for (const inner of Object.hasOwn(event, "events") ? (event["events"] as Data[]) : [event]) {
      const unlisted = Object.hasOwn(inner, "rules") && !this.#rules.has(inner["rules"].digest);
      this.report.wrong("rules", "rules that the bundle does not list", unlisted);
    }
    this.#siblings.happened(event, place, sibling);
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
    const absent = this.followed.size === 0 || (!this.scope.isWhole && !this.followed.has(this.scope.main));
    this.report.wrong("line", `there is no record of ${this.scope.main || "anything"} in it`, absent);
    if (this.scope.isWhole) this.checkpoints.finish();
    this.#siblings.finish();
    for (const [stream, followed] of this.followed) this.#finishStream(stream, followed);
    if (!this.scope.isWhole) this.report.skip("that nothing of this part was left out at its end: only a bundle of the whole house shows that");
  }

  #finishStream(stream: string, followed: Follower): void {
    this.report.at(null, stream, null);
    if (followed instanceof Shoes) {
      followed.finish();
      const table = this.followed.get(`table/${stream.slice("shoes/".length)}`);
      if (table instanceof Table) followed.compare(table);
    }
    this.report.wrong("balance", `all accounts come to ${followed.books.total}`, followed.books.total !== 0);
    if (this.scope.isWhole && (followed instanceof Table || followed instanceof Tournament)) this.#compareCage(stream, followed.books.of("cage"));
  }

  /** What accounts have at a stream is the opposite of its cage. */
  #compareCage(stream: string, cage: number): void {
    let there = 0;
    for (const one of this.followed.values()) if (one instanceof Holding) there += one.books.of("at", stream);
    this.report.wrong("balance", `accounts have ${there} there, and its cage ${cage}`, there !== -cage);
  }

  /** All balances of what the bundle holds whole, by stream, a tournament's tables apart. */
  balances(): Record<string, Record<string, number>> {
    const found: Record<string, Record<string, number>> = {};
    for (const [stream, one] of this.followed) {
      if (one.whole && one.books.balances.size > 0) found[stream] = toldBalances(one);
      if (one instanceof Tournament && one.whole) for (const [name, table] of one.tables) found[`${stream} table ${name}`] = toldBalances(table);
    }
    return found;
  }
}

function toldBalances(one: Follower): Record<string, number> {
  return Object.fromEntries([...one.books.balances].map(([account, cents]) => [read(account).join("/"), cents]));
}

function sortAndName(stream: string): [string, string] {
  const slash = stream.indexOf("/");
  const [sort, name] = slash < 0 ? [stream, ""] : [stream.slice(0, slash), stream.slice(slash + 1)];
  const alone = sort === "house" || sort === "vault";
  require(Object.hasOwn(KINDS, sort) && slash >= 0 === (name !== "") && (name !== "") !== alone, `no stream ${stream}`);
  return [sort, name];
}

function recordIn(body: string): Data {
  const record = jsonIn(body);
  require(JSON.stringify(record) === body && isObject(record), "not a record as the format writes it");
  require(Object.keys(record).join() === ENVELOPE.join(), "not a record as the format writes it");
  require(isEnvelope(strictly(record)), "the members around the events are not as the format has them");
  return strictly(record);
}

/** Whether what stands around the events of a record is of the right sort. */
function isEnvelope(record: Data): boolean {
  const { sibling, command, approved_by: approved } = record;
  const numbers = [record["number"], record["time"], record["decided_by"], sibling === null ? 0 : sibling["number"]];
  const texts = [record["id"], command["do"], sibling === null ? "" : sibling["stream"]];
  const people = [command["actor"], ...(approved === null ? [] : [approved])];
  const right = numbers.every((one) => isWhole(one, 0)) && texts.every((one) => typeof one === "string");
  const bound = isHash(record["previous"]) && Array.isArray(record["depends_on"]) && record["depends_on"].every(isDependency);
  return right && bound && people.every(isPerson) && Array.isArray(record["events"]) && record["events"].length > 0;
}

function isDependency(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).join() !== "stream,number,hash") return false;
  return typeof value["stream"] === "string" && isWhole(value["number"], 0) && isHash(value["hash"]);
}

function isPerson(value: unknown): boolean {
  return isObject(value) && Object.keys(value).join() === "person,role" && typeof value["person"] === "string" && ROLES.includes(value["role"]);
}

/** As in an address, where only letters, digits and `_.-~` stand as they are. */
function quoted(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
