/** Follows the money and the tables of a tournament. */
import { type Account, CAGE, move, moved, read, written } from "./books";
import { Follower } from "./follower";
import type { Report } from "./report";
import { digestOfRules } from "./rules";
import type { Data } from "./strict";
import { Table } from "./tablemoney";

const SILENT = `
  officer_nominated approval_recorded approval_confirmed reserve_listed reserve_left place_taken
  warning_noted break_called play_resumed pace_directed seat_offer_withdrawn`;

export abstract class TournamentMoney extends Follower {
  readonly tables = new Map<string, Table>();
  protected conditions: Data = {};
  /** Rounds that count, by table. */
  protected readonly counted = new Map<string, number[]>();
  protected readonly numbers = new Map<string, number>();
  protected stage = 0;
  #rules: Data | null = null;
  #stageRules: (Data | null)[] = [];
  readonly #paid = new Map<string, number>();

  constructor(report: Report, whole: boolean) {
    super(report, whole, ["cage"], SILENT);
    Object.assign(this.on, {
      tournament_planned: (event: Data) => this.#plan(event),
      conditions_changed: (event: Data) => this.#plan(event),
      table_did: (event: Data) => this.#tableDid(event),
      entry_registered: (event: Data) => this.enter(event),
      fees_divided: (event: Data) => this.#divide(event),
      fee_refunded: (event: Data) => this.#refund(event),
      prize_paid: (event: Data) => this.#payPrize(event),
    });
  }

  override missed(): void {
    for (const table of this.tables.values()) table.missed();
  }

  override afterRecord(): void {
    for (const table of this.tables.values()) table.afterRecord();
  }

  protected wrong(sentence: string, when = true): void {
    this.report.wrong("tournament", sentence, when && this.whole);
  }

  protected chipsOf(table: string, player: string): number {
    let sum = 0;
    for (const [account, cents] of this.tables.get(table)?.books.balances ?? []) {
      const parts = read(account);
      if ((parts[0] === "chips" || parts[0] === "box") && parts.at(-1) === player) sum += cents;
    }
    return sum;
  }

  async #plan(event: Data): Promise<void> {
    const ofStages = event["stage_rules"] as (Data | null)[];
    for (const rules of [event["rules"] as Data, ...ofStages]) {
      const other = rules !== null && (await digestOfRules(rules)) !== rules["digest"];
      this.report.wrong("rules", "the digest is not that of the rules", other);
    }
    [this.#rules, this.#stageRules, this.conditions] = [event["rules"], ofStages, event["conditions"]];
  }

  async #tableDid(event: Data): Promise<void> {
    const [name, events] = [event["table"] as string, event["events"] as Data[]];
    if (events[0]?.["event"] === "table_opened.1") {
      this.tables.set(name, new Table(this.report, this.whole));
      this.counted.set(name, []);
    }
    const table = this.tables.get(name) ?? new Table(this.report, false);
    this.tables.set(name, table);
    table.record = this.record;
    for (const one of events) await table.happened(one);
    const rules = this.#stageRules[this.stage] ?? this.#rules;
    this.wrong("its tables play by other rules", table.rules?.["digest"] !== rules?.["digest"]);
  }

  protected enter(event: Data): void {
    const [player, paid] = [event["player"] as string, event["paid"] as number];
    this.wrong(`${player} has an entry already`, this.numbers.has(player));
    this.wrong("not the fee of the conditions", paid !== this.#condition("entry_fee", null));
    this.wrong("a fee from an account by nobody's own act", event["paid_from"] !== (this.isOwnActOf(player) ? "account" : "desk"));
    this.numbers.set(player, event["number"]);
    this.#paid.set(player, paid);
    this.books.postWritten(event, moved(CAGE, ["fees"], paid));
  }

  #condition(name: string, otherwise: number | null): number | null {
    return Object.hasOwn(this.conditions, name) ? (this.conditions[name] as number) : otherwise;
  }

  /** A share or an amount, of each fee or of all together; fractions of a cent are prize money. */
  #commission(): number {
    const said = (this.conditions["commission"] ?? {}) as Data;
    const [fee, fees] = [this.#condition("entry_fee", 0) ?? 0, this.#paid.size];
    const [parts, money] = said["of"] === "all_fees" ? [1, fee * fees] : [fees, fee];
    const amount = said["amount"] as number | null;
    return parts * (amount ?? Number((BigInt(money) * BigInt((said["share"] as number | null) ?? 0)) / 10_000n));
  }

  #divide(event: Data): void {
    const commission = this.#commission();
    const pool = this.books.of("fees") - commission;
    this.wrong(`the pool is ${pool}`, event["pool"] !== pool || event["commission"] !== commission);
    const moves = moved(["fees"], ["pool"], pool);
    move(moves, ["fees"], ["commission"], commission);
    this.books.postWritten(event, this.whole ? moves : null);
  }

  #refund(event: Data): void {
    const paid = this.#paid.get(event["payer"]) ?? 0;
    this.#paid.delete(event["payer"]);
    this.wrong(`${event["payer"]} paid ${paid}`, event["amount"] !== paid);
    const back = (event["entry"].postings as [Account, number][]).find(([account]) => written([...account]) === written(CAGE));
    this.wrong("not that much is paid back", back?.[1] !== paid);
    this.books.postWritten(event, null);
  }

  #payPrize(event: Data): void {
    const prize = ["prize", event["player"] as string];
    this.wrong("not the prize", event["amount"] !== this.books.of(...prize));
    this.books.postWritten(event, moved(prize, CAGE, event["amount"]));
  }
}
