/** What a dealer's keys do: cards that are typed, payments that are ticked, a last card that is corrected. */
import type { Card, Command, StepChoice, Trouble } from "../api/types";
import { nameOf } from "../parts/card";
import { CardKeys } from "./cards";
import type { ConsoleDesk } from "./consoledesk.svelte";
import { duesOf, type Due } from "./paying";

export class Dealing {
  /** A rank that waits for its suit. */
  rank = $state<string | null>(null);
  correcting = $state(false);
  #keys = new CardKeys();
  #cards = $state.raw<readonly Card[]>([]);
  #ticked = $state.raw<{ step: string; done: number }>({ step: "", done: 0 });
  #acknowledged = $state(0);

  constructor(
    private readonly desk: ConsoleDesk,
    private readonly table: string,
  ) {
    this.#acknowledged = Number(remembered(this.#key));
  }

  get #key(): string {
    return `puntobanco.acknowledged.${this.table}`;
  }

  /** What went wrong, until its dealer has said that it is done. */
  get trouble(): Trouble | null {
    const found = this.desk.now?.trouble ?? null;
    return found !== null && (found.waits || found.record > this.#acknowledged) ? found : null;
  }

  acknowledge(): void {
    if (this.trouble === null || this.trouble.waits) return;
    this.#acknowledged = this.trouble.record;
    remember(this.#key, String(this.#acknowledged));
  }

  get takesCards(): boolean {
    const way = this.desk.now?.step.way;
    return this.trouble === null && (this.correcting || way === "card" || way === "cards");
  }

  get dues(): Due[] {
    return duesOf(this.desk.now?.payments ?? null);
  }

  /** How many of them are done. */
  get done(): number {
    return this.#ticked.step === this.desk.now?.step.id ? this.#ticked.done : 0;
  }

  get typed(): string {
    const waits = this.rank === null ? [] : [`${this.rank} _`];
    return [...this.#cards.map(nameOf), ...waits].join(", ");
  }

  /** Whether the key was meant for a card. */
  press(key: string): boolean {
    if (!this.takesCards || this.desk.busy) return false;
    const { heard, card } = this.#keys.press(key);
    this.rank = this.#keys.rank;
    if (card !== null) this.take(card);
    return heard;
  }

  take(card: Card): void {
    if (!this.takesCards || this.desk.busy) return;
    const step = this.desk.now?.step;
    if (this.correcting) void this.#correctTo(card);
    else if (step?.way === "cards") this.#takeOneOf(card, step.count, step.choices[0]);
    else if (step?.choices[0] !== undefined) void this.#give(step.choices[0], { card });
  }

  #takeOneOf(card: Card, count: number, choice: StepChoice | undefined): void {
    const cards = [...this.#cards, card];
    this.#cards = cards.length < count ? cards : [];
    if (cards.length === count) void this.#give(choice, { cards });
  }

  async #correctTo(card: Card): Promise<void> {
    const place = this.desk.now?.last_card?.place;
    this.correcting = false;
    if (place !== undefined) await this.desk.give({ do: "correct_card", card, place });
  }

  correct(on: boolean): void {
    this.correcting = on && this.desk.now?.last_card != null;
    this.#clear();
  }

  #clear(): void {
    this.#keys.clear();
    this.rank = null;
  }

  /** What was typed of a card goes first, then a card of several; else the last one is corrected. */
  backspace(): void {
    if (this.rank !== null) this.#clear();
    else if (this.#cards.length > 0) this.#cards = this.#cards.slice(0, -1);
    else this.correct(!this.correcting);
  }

  back(): void {
    if (this.rank !== null) this.#clear();
    else if (this.correcting) this.correcting = false;
    else if (this.done > 0) this.#tick(this.done - 1);
  }

  cuttingCard(): void {
    const offered = this.desk.now?.forms.some((form) => form.kind === "draw_cutting_card") === true;
    if (offered && this.trouble === null) void this.desk.give({ do: "draw_cutting_card" });
  }

  /** Enter: what is asked for now, or with Shift all payments at once. */
  goOn(all: boolean): void {
    const way = this.desk.now?.step.way;
    if (this.trouble !== null) this.acknowledge();
    else if (way === "pay" && all) void this.#give(this.desk.now?.step.choices[0]);
    else if (way === "key" || way === "pay") this.act();
  }

  act(choice?: StepChoice, at?: number): void {
    const step = this.desk.now?.step;
    if (this.desk.busy || step === undefined) return;
    if (at !== undefined) void this.#give(choice, { at });
    else if (step.way === "pay" && this.done < this.dues.length - 1) this.#tick(this.done + 1);
    else void this.#give(choice ?? step.choices[0]);
  }

  async #give(choice: StepChoice | undefined, more: Record<string, unknown> = {}): Promise<void> {
    if (choice !== undefined) await this.desk.give({ ...(choice.command as unknown as Command), ...more });
  }

  #tick(done: number): void {
    this.#ticked = { step: this.desk.now?.step.id ?? "", done };
  }
}

function remembered(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "0";
  } catch {
    return "0";
  }
}

function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing shows it once more when the page is loaded again
  }
}
