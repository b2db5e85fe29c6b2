/** What a dealer's keys do: cards that are typed, payments that are ticked, a last card that is corrected. */
import { asOffered } from "../api/commands";
import type { Card, StepChoice, Trouble } from "../api/schema";
import { nameOf } from "../parts/card";
import { texts } from "../texts/dealer";
import { CardKeys, rankOfKey, suitOfKey, writesSomething } from "./cards";
import type { ConsoleDesk, GivenCommand } from "./consoledesk.svelte";
import { doneOf, duesOf, type Due, markOf, openOf } from "./paying";

interface Typing {
  step: string;
  /** A rank that waits for its suit. */
  rank: string | null;
  cards: readonly Card[];
  correcting: boolean;
  /** How many cards deep, as it stands in the field. */
  deep: string;
}

export class Dealing {
  #typing = $state.raw<Typing>(nothingAt(""));
  #ticked = $state.raw<{ step: string; marks: readonly string[] }>({ step: "", marks: [] });
  /** When that happened of which its dealer said last that it is done, by whose dealer it was; other pages of theirs may have heard it. */
  #acknowledged = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** The trouble at which a card was typed. */
  #strayedAt = $state(0);
  /** Keys that were pressed while an answer was on its way: they are for the step that comes with it. */
  #ahead = $state.raw<readonly string[]>([]);
  /** Why nothing came of what was typed last. No key is a card again until it was taken back: the rest of a lost card is not the next one. */
  notice = $state("");
  /** Whether cards come by the field, which a scanner types into; then it has the focus whenever it is there. */
  scans = $state(false);

  constructor(
    private readonly desk: ConsoleDesk,
    private readonly table: string,
  ) {}

  get #key(): string {
    return `puntobanco.acknowledged.${JSON.stringify([this.table, this.desk.now?.felt.person])}`;
  }

  #isDone({ at }: Trouble): boolean {
    return at <= (this.#acknowledged.get(this.#key) ?? Number(remembered(this.#key)));
  }

  /** Another page has heard something: what this one knows is asked for again. */
  forget(): void {
    this.#acknowledged = new Map();
  }

  /** What went wrong, until its dealer has said that it is done. */
  get trouble(): Trouble | null {
    const found = this.desk.now?.trouble ?? null;
    return found !== null && (found.waits || !this.#isDone(found)) ? found : null;
  }

  acknowledge(): void {
    if (this.trouble === null || this.trouble.waits) return;
    const { at } = this.trouble;
    this.#acknowledged = new Map([[this.#key, at]]);
    remember(this.#key, String(at));
  }

  get takesCards(): boolean {
    const way = this.desk.now?.step.way;
    return this.trouble === null && (this.correcting || way === "card" || way === "cards");
  }

  get correcting(): boolean {
    return this.#typed.correcting;
  }

  get deep(): string {
    return this.#typed.deep;
  }

  set deep(typed: string) {
    this.#type({ deep: typed });
  }

  /** What was typed at a step is for no other one: the table may have gone on meanwhile. */
  get #typed(): Typing {
    const step = this.desk.now?.step.id ?? "";
    return this.#typing.step === step ? this.#typing : nothingAt(step);
  }

  #type(what: Partial<Typing>): void {
    this.#typing = { ...this.#typed, ...what };
  }

  get dues(): Due[] {
    return duesOf(this.desk.now?.payments ?? null);
  }

  /** How many of them are done. */
  get done(): number {
    return doneOf(this.dues, this.#marks);
  }

  /** Whether everything is done with the next one. */
  get isLast(): boolean {
    return openOf(this.dues, this.#marks).length <= 1;
  }

  /** Of what was done at this step, in its order; some of it may not be due any more. */
  get #marks(): readonly string[] {
    return this.#ticked.step === this.desk.now?.step.id ? this.#ticked.marks : [];
  }

  get typed(): string {
    const { rank, cards } = this.#typed;
    const waits = this.#ahead.length > 0 ? [this.#ahead.join(" ")] : [];
    return [...cards.map(nameOf), ...(rank === null ? [] : [`${rank} _`]), ...waits].join(", ");
  }

  /** Whether the key was meant for a card. */
  press(key: string): boolean {
    if (this.trouble !== null) return this.#stray(this.trouble.record, key);
    if (this.notice !== "") return this.#isOfACard(key);
    if (this.desk.busy) return this.#keep(key);
    if (!this.takesCards) return false;
    const keys = new CardKeys(this.#typed.rank);
    const { heard, card, dropped } = keys.press(key);
    this.#type({ rank: keys.rank });
    if (dropped !== null) this.notice = texts.dropped(dropped, key);
    if (card !== null && this.take(card)) this.scans = false;
    return heard;
  }

  #isOfACard(key: string): boolean {
    return this.desk.now?.virtual === false && (rankOfKey(key) !== null || suitOfKey(key) !== null);
  }

  /** No card is taken in trouble, and the Enter that a scanner types after one says of nothing that it is done. */
  #stray(record: number, key: string): boolean {
    if (this.#isOfACard(key)) this.#strayedAt = record;
    return this.#isOfACard(key);
  }

  get strayed(): boolean {
    return this.trouble !== null && this.trouble.record === this.#strayedAt;
  }

  /** A card that is typed while the one before it is on its way is neither lost nor half heard, nor joined over what came between its keys. */
  #keep(key: string): boolean {
    const breaks = this.#ahead.length > 0 && writesSomething(key);
    if (!breaks && !this.#isOfACard(key)) return false;
    this.#ahead = [...this.#ahead, key];
    return true;
  }

  /** The answer is there: keys that came meanwhile are for the card that is due now, or for none. */
  #replay(done: boolean): void {
    const keys = this.#ahead;
    this.#ahead = [];
    if (keys.length > 0 && !(done && this.takesCards)) this.notice = texts.typedTooEarly(keys.join(" "));
    else
      for (const key of keys)
        if (key === texts.enter) this.#breaksOff();
        else this.press(key);
  }

  /** Whether there was a place for it just now. */
  take(card: Card): boolean {
    if (!this.takesCards || this.desk.busy) return false;
    this.notice = "";
    const step = this.desk.now?.step;
    if (this.correcting) void this.#correctTo(card);
    else if (step?.way === "cards") this.#takeOneOf(card, step.count, step.choices[0]);
    else void this.#give(step?.choices[0], { card });
    return true;
  }

  #takeOneOf(card: Card, count: number, choice: StepChoice | undefined): void {
    const cards = [...this.#typed.cards, card];
    this.#type({ cards: cards.length < count ? cards : [] });
    if (cards.length === count) void this.#give(choice, { cards });
  }

  async #correctTo(card: Card): Promise<void> {
    const place = this.desk.now?.last_card?.place;
    this.#type({ correcting: false });
    if (place !== undefined) await this.give({ do: "correct_card", card, place });
  }

  correct(on: boolean): void {
    this.#type({ correcting: on && this.desk.now?.last_card != null, rank: null });
  }

  /** What was typed of a card goes first, then a card of several; else the last one is corrected. */
  backspace(): void {
    const { rank, cards, correcting } = this.#typed;
    if (this.#answered()) return;
    if (this.#ahead.length > 0) this.#ahead = this.#ahead.slice(0, -1);
    else if (rank !== null) this.#type({ rank: null });
    else if (cards.length > 0) this.#type({ cards: cards.slice(0, -1) });
    else this.correct(!correcting);
  }

  back(): void {
    const { rank, correcting } = this.#typed;
    if (this.#answered()) return;
    if (this.#ahead.length > 0) this.#ahead = [];
    else if (rank !== null) this.#type({ rank: null });
    else if (correcting) this.#type({ correcting: false });
    else if (this.done > 0) this.#untick();
  }

  /** Its key is no suit: after a rank it means that one of the two was a slip. */
  cuttingCard(): void {
    const offered = this.desk.now?.offered["draw_cutting_card"];
    if (this.trouble !== null) return;
    if (this.#typed.rank !== null) this.#drop(this.#typed.rank, ".");
    else if (this.desk.busy) this.#keep(".");
    else if (offered !== undefined) void this.give({ do: "draw_cutting_card" });
  }

  /** Enter: what is asked for now, or with Shift all payments at once. */
  goOn(all: boolean): void {
    const way = this.desk.now?.step.way;
    if (this.strayed) this.#strayedAt = 0;
    else if (this.trouble !== null) this.acknowledge();
    else if (this.#breaksOff()) return;
    else if (way === "pay" && all) void this.#give(this.desk.now?.step.choices[0]);
    else if (way === "key" || way === "pay") this.act();
  }

  /** Whether the key was for what is said of the last card; then it does nothing else. */
  #answered(): boolean {
    const said = this.notice !== "";
    this.notice = "";
    return said;
  }

  /** Whether Enter came after something of a card: it completes none, whether that is heard at once or waits for an answer. */
  #breaksOff(): boolean {
    const { rank } = this.#typed;
    if (rank !== null) this.#drop(rank, texts.enter);
    else if (this.#ahead.length > 0) this.#ahead = [...this.#ahead, texts.enter];
    else return false;
    return true;
  }

  /** No other key completes a card, and none takes it back: a scanner types Enter, too. */
  #drop(rank: string, key: string): void {
    this.#type({ rank: null });
    this.notice = texts.dropped(rank, key);
  }

  act(choice?: StepChoice, at?: number): void {
    const step = this.desk.now?.step;
    if (this.desk.busy || step === undefined) return;
    if (at !== undefined) void this.#give(choice, { at });
    else if (step.way === "pay" && !this.isLast) this.#tick();
    else void this.#give(choice ?? step.choices[0]);
  }

  async #give(choice: StepChoice | undefined, more: Record<string, unknown> = {}): Promise<void> {
    if (choice !== undefined) await this.give(asOffered({ ...choice.command, ...more }));
  }

  /** Every command of this dealer: what is typed until it is answered waits for it. */
  async give(command: GivenCommand): Promise<boolean> {
    if (this.desk.busy) return false;
    this.notice = "";
    const done = await this.desk.give(command);
    this.#replay(done);
    return done;
  }

  #tick(): void {
    this.#mark([...this.#marks, ...openOf(this.dues, this.#marks).slice(0, 1).map(markOf)]);
  }

  /** What was done last of what is due. */
  #untick(): void {
    const due = this.dues.map(markOf);
    const last = this.#marks.findLast((mark) => due.includes(mark));
    this.#mark(this.#marks.filter((mark) => mark !== last));
  }

  #mark(marks: readonly string[]): void {
    this.#ticked = { step: this.desk.now?.step.id ?? "", marks };
  }
}

function nothingAt(step: string): Typing {
  return { step, rank: null, cards: [], correcting: false, deep: "" };
}

function remembered(key: string): string {
  try {
    return localStorage.getItem(key) ?? "0";
  } catch {
    return "0";
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing shows it once more on another page
  }
}
