/** Records that stand beside each other, and money at the cage from both of its sides. */
import type { Report } from "./report";
import type { Scope } from "./scope";
import type { Place } from "./shoes";
import type { Data } from "./strict";

const WHOSE: Record<string, string> = {
  bought_in: "patron", cashed_out: "patron", departed_paid: "patron", fee_refunded: "payer",
  entry_registered: "player", seat_went_to_reserve: "player", prize_paid: "player",
};
type Sums = Map<string, { place: Place; accounts: Map<string, number> }>;

function keyOf(place: Place): string {
  return JSON.stringify([place.stream, place.number]);
}

export class Siblings {
  readonly #beside = new Map<string, { place: Place; sibling: Place | null }>();
  readonly #atCage: Sums = new Map();
  readonly #byAccounts: Sums = new Map();

  constructor(
    private readonly report: Report,
    private readonly scope: Scope,
  ) {}

  note(place: Place, sibling: Place | null): void {
    this.#beside.set(keyOf(place), { place, sibling });
  }

  /** What an event moves at the cage, or from and to an account. */
  happened(event: Data, place: Place, sibling: Place | null): void {
    const name = Object.hasOwn(event, "event") ? ((event["event"] as string).split(".", 1)[0] ?? "") : "";
    const cents = centsAtCage(event, name);
    if (cents !== 0) add(this.#atCage, place, Object.hasOwn(WHOSE, name) ? `cage/${event[WHOSE[name] as string]}` : "vault", cents);
    if (!["taken_to", "paid_at_desk", "brought_back"].includes(name)) return;
    this.report.wrong("sibling", "nothing stands beside it where the money went", sibling?.stream !== event["stream"]);
    add(this.#byAccounts, sibling ?? { stream: "", number: 0 }, place.stream, event["amount"] * (name === "brought_back" ? 1 : -1));
  }

  finish(): void {
    for (const { place, sibling } of this.#beside.values()) this.#compareSibling(place, sibling);
    for (const [key, { place }] of new Map([...this.#atCage, ...this.#byAccounts])) {
      this.report.at(null, place.stream, place.number);
      this.#compareCage(key, place, this.#atCage.get(key)?.accounts ?? new Map(), this.#byAccounts.get(key)?.accounts ?? new Map());
    }
  }

  #compareSibling(place: Place, sibling: Place | null): void {
    if (sibling === null) return;
    this.report.at(null, place.stream, place.number);
    const [found, told] = [this.#beside.get(keyOf(sibling)), `${sibling.stream} ${sibling.number}`];
    this.report.wrong("sibling", `${told} is not there`, found === undefined && this.scope.holdsWhole(sibling.stream));
    const leads = place.stream.startsWith("table/") || place.stream.startsWith("tournament/");
    const back = found?.sibling ?? null;
    this.report.wrong("sibling", `${told} stands beside another record`, leads && back !== null && keyOf(back) !== keyOf(place));
  }

  #compareCage(key: string, place: Place, moves: Map<string, number>, booked: Map<string, number>): void {
    for (const account of new Set([...moves.keys(), ...booked.keys()])) {
      const [here, there] = [moves.get(account) ?? 0, booked.get(account) ?? 0];
      if (!booked.has(account) && here !== 0 && !this.#mustHave(key, account)) this.report.skip("money at the cage whose account is not in the bundle");
      else if (!moves.has(account) && !this.#beside.has(key) && !this.scope.holdsWhole(place.stream)) this.report.skip("money of an account at tables that are not in the bundle");
      else this.report.wrong("sibling", `${here} at the cage, and ${there} in ${account}`, here !== there);
    }
  }

  #mustHave(key: string, account: string): boolean {
    return this.scope.holdsWhole(account) || (this.scope.of === "table" && (this.#beside.get(key)?.sibling ?? null) !== null);
  }
}

function centsAtCage(event: Data, name: string): number {
  if (name === "float_filled") return -event["amount"];
  if (name === "float_credited") return event["amount"];
  if (!Object.hasOwn(event, "entry")) return 0;
  const postings = event["entry"].postings as [string[], number][];
  return postings.filter(([account]) => account.length === 1 && account[0] === "cage").reduce((sum, [, cents]) => sum + cents, 0);
}

function add(sums: Sums, place: Place, account: string, cents: number): void {
  const found = sums.get(keyOf(place)) ?? { place, accounts: new Map<string, number>() };
  found.accounts.set(account, (found.accounts.get(account) ?? 0) + cents);
  sums.set(keyOf(place), found);
}
