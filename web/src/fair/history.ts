/** Reads the acts of a table's shoes one by one, and notes what is wrong with them. */
import { type Act, actIn, type CardShown, type Committed, type Kind, SHAPES } from "./acts";
import { type Bytes, hex, unhex, utf8 } from "./bytes";
import { sha256 } from "./hashing";
import { cardLeaf, commitmentTo, type Context, FACES, orderOf, promiseOf, rootOf, sizeOf } from "./shuffle";
import { rootByProof } from "./tree";
import { wrongs } from "../texts/wrongs";

export interface Wrong {
  /** How many-th act, from 1. */
  act: number;
  sentence: string;
}

export interface Card {
  place: number;
  /** None while it lies face down. */
  face: string | null;
  /** Whether its proof leads to the sealed root; none while there is nothing to prove. */
  proven: boolean | null;
}

/** What is known of a shoe so far. */
export class Shoe {
  readonly context: Context;
  readonly commitment: string;
  readonly size: number;
  readonly promises: { promise: string; by: string }[] = [];
  readonly opened = new Map<number, Bytes>();
  readonly leftOut = new Set<number>();
  readonly roots: string[] = [];
  readonly cards: Card[] = [];
  readonly shown = new Map<number, string>();
  readonly wrong: Wrong[] = [];
  houseSeeded = false;
  hasWagers = false;
  cut = 0;
  cutBy: string | null = null;
  depth = 0;
  out = 0;
  ended: string | null = null;
  secret: string | null = null;
  /** As they leave the shoe, first card first; none before the reveal. */
  order: readonly string[] = [];

  constructor(committed: Committed) {
    this.context = committed.context;
    this.commitment = committed.commitment;
    this.size = sizeOf(this.context);
  }

  seeds(): Bytes[] {
    return [...this.opened].sort(([one], [other]) => one - other).map(([, seed]) => seed);
  }
}

export class Reader {
  readonly shoes: Shoe[] = [];
  readonly wrong: Wrong[] = [];
  number = 0;
  #lastKind: Kind | "" = "";
  #lastHash: string | null = null;

  get last(): Shoe | undefined {
    return this.shoes.at(-1);
  }

  async read(line: string): Promise<void> {
    this.number += 1;
    const act = actIn(line);
    if (act === null) {
      this.#refute(wrongs.notAnAct);
      return;
    }
    if (this.number > 1 && act.previous !== this.#lastHash) this.#refute(wrongs.brokenLink);
    if (!SHAPES[act.act].after.includes(this.#lastKind))
      this.#refute(wrongs.outOfOrder(act.act, this.#lastKind || wrongs.nothing));
    if (act.act !== "wagers_began.1") this.#lastKind = act.act;
    if (act.act === "shoe_committed.1") this.#newShoe(act);
    else if (this.last !== undefined) await this.#lookAt(act, this.last);
    this.#lastHash = hex(await sha256(utf8(line)));
  }

  /** When nothing more comes. */
  finish(): void {
    if (this.shoes.length === 0) this.wrong.push({ act: 0, sentence: wrongs.noShoe });
    if (this.#lastKind === "shoe_ended.1" || this.#lastKind === "reveal_overdue.1") this.#refute(wrongs.notRevealed);
  }

  #refute(sentence: string): void {
    const found = { act: this.number, sentence };
    this.wrong.push(found);
    this.last?.wrong.push(found);
  }

  #newShoe(act: Committed): void {
    const [shoe, old] = [new Shoe(act), this.last];
    const used = this.shoes.some((one) => one.commitment === shoe.commitment);
    this.shoes.push(shoe);
    if (new Set(shoe.context.composition).size > 1 || shoe.size === 0) this.#refute(wrongs.notWholeDecks);
    if (act.previous !== shoe.context.previous) this.#refute(wrongs.contextDisagrees);
    if (old === undefined) {
      if ((shoe.context.shoe === 1) !== (act.previous === null)) this.#refute(wrongs.notTheFirst);
      return;
    }
    if (!this.#follows(old.context, shoe.context)) this.#refute(wrongs.notTheNext);
    if (old.secret === null) this.#refute(wrongs.notRevealedBefore(old.context.shoe));
    if (used) this.#refute(wrongs.commitmentUsed);
  }

  #follows(old: Context, next: Context): boolean {
    return (
      next.house === old.house &&
      next.table === old.table &&
      next.shoe === old.shoe + 1 &&
      next.previous === this.#lastHash
    );
  }

  async #lookAt(act: Exclude<Act, Committed>, shoe: Shoe): Promise<void> {
    switch (act.act) {
      case "seed_promised.1":
        shoe.promises.push({ promise: act.promise, by: act.by });
        if (act.seed !== shoe.promises.length) this.#refute(wrongs.promisesNotCounted);
        break;
      case "seed_opened.1":
        await this.#open(act.seed, unhex(act.opened), shoe);
        break;
      case "seed_left_out.1":
        this.#dealWith(act.seed, shoe);
        shoe.leftOut.add(act.seed);
        break;
      case "shoe_sealed.1":
        this.#seal(act.root, act.house_seeded, shoe);
        break;
      case "shoe_cut.1":
        if (act.at >= shoe.size || act.depth > shoe.size) this.#refute(wrongs.noSuchCut);
        shoe.cut ||= act.at;
        shoe.cutBy ??= act.cut_by;
        shoe.depth = act.depth;
        break;
      case "card_hidden.1":
        this.#leaves(act.place, shoe);
        shoe.cards.push({ place: act.place, face: null, proven: null });
        break;
      case "card_shown.1":
        await this.#show(act, shoe);
        break;
      case "shoe_ended.1":
        shoe.ended = act.why;
        if (act.why === "dealt" && shoe.out < shoe.size - shoe.depth) this.#refute(wrongs.noCuttingCard);
        break;
      case "reveal_overdue.1":
        this.#refute(wrongs.revealedLate);
        break;
      case "secret_revealed.1":
        await this.#reveal(act.secret, shoe);
        break;
      case "wagers_began.1":
        if (shoe.hasWagers) this.#refute(wrongs.wagersBeganBefore);
        shoe.hasWagers = true;
        break;
    }
  }

  #dealWith(number: number, shoe: Shoe): void {
    if (number > shoe.promises.length) this.#refute(wrongs.nobodyPromised(number));
    if (shoe.opened.has(number) || shoe.leftOut.has(number)) this.#refute(wrongs.seedTwice(number));
  }

  async #open(number: number, seed: Bytes, shoe: Shoe): Promise<void> {
    this.#dealWith(number, shoe);
    shoe.opened.set(number, seed);
    if ((await promiseOf(seed, shoe.commitment)) !== shoe.promises[number - 1]?.promise)
      this.#refute(wrongs.otherSeed(number));
  }

  #seal(root: string, houseSeeded: boolean, shoe: Shoe): void {
    shoe.roots.push(root);
    shoe.houseSeeded = houseSeeded;
    if (shoe.roots.length > 1) this.#refute(wrongs.secondRoot);
    if (shoe.opened.size + shoe.leftOut.size !== shoe.promises.length) this.#refute(wrongs.seedUnaccounted);
    if (houseSeeded === shoe.opened.size > 0) this.#refute(wrongs.seedingMisnamed);
  }

  #leaves(place: number, shoe: Shoe): void {
    if (place <= shoe.out) this.#refute(wrongs.outAlready(place));
    if (place > Math.min(shoe.out + 1, shoe.size)) this.#refute(wrongs.passedOver);
    shoe.out = Math.max(shoe.out, place);
  }

  async #show(act: CardShown, shoe: Shoe): Promise<void> {
    const { place, index, card: face } = act;
    const right = act.cut === shoe.cut && place <= shoe.size && index === (shoe.cut + place - 1) % shoe.size;
    if (!right) this.#refute(wrongs.notByTheCut(place, index));
    const root = await rootByProof(await cardLeaf(index, unhex(act.salt), face), index, shoe.size, act.proof);
    const proven = root !== null && root === shoe.roots[0];
    if (!proven) this.#refute(wrongs.notProven(face));
    this.#turn({ place, face, proven: proven && right }, shoe);
    shoe.shown.set(place, face);
    const count = [...shoe.shown.values()].filter((one) => one === face).length;
    if (count > (shoe.context.composition[FACES.indexOf(face)] ?? 0)) this.#refute(wrongs.tooMany(face));
  }

  #turn(card: Card, shoe: Shoe): void {
    const lies = shoe.cards.findIndex((one) => one.place === card.place && one.face === null);
    if (lies >= 0) shoe.cards[lies] = card;
    else {
      this.#leaves(card.place, shoe);
      shoe.cards.push(card);
    }
  }

  async #reveal(revealed: string, shoe: Shoe): Promise<void> {
    const secret = unhex(revealed);
    if (this.shoes.some((one) => one.secret === revealed)) this.#refute(wrongs.secretUsed);
    shoe.secret = revealed;
    if ((await commitmentTo(secret, shoe.context)) !== shoe.commitment) this.#refute(wrongs.notCommittedTo);
    const order = await orderOf(secret, shoe.seeds(), shoe.context);
    shoe.order = [...order.slice(shoe.cut), ...order.slice(0, shoe.cut)];
    if (shoe.roots.length > 0 && (await rootOf(secret, order, shoe.context)) !== shoe.roots[0])
      this.#refute(wrongs.otherOrder);
  }
}

/** Everything that is wrong with lines that somebody holds. */
export async function wrongWith(lines: readonly string[]): Promise<Wrong[]> {
  const reader = new Reader();
  for (const line of lines) await reader.read(line);
  reader.finish();
  return reader.wrong;
}
