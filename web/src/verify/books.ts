/** Balances by account. What a bundle holds only a part of begins with balances that nobody knows. */
import type { Report } from "./report";
import type { Data } from "./strict";

export type Account = readonly string[];
/** Cents by account; an account is written as its JSON. */
export type Moves = Map<string, number>;

export const CAGE: Account = ["cage"];
export const BANK: Account = ["bank"];
export const FLOAT: Account = ["float"];
export const TAKEN: Account = ["commission_taken"];
export const ERRORS: Account = ["payment_errors"];
const PARTS: Record<string, number> = {
  cage: 1, bank: 1, float: 1, commission_taken: 1, payment_errors: 1, chips: 2, box: 4,
  commission_owed: 2, commission_debt: 2, debt: 2, fees: 1, pool: 1, commission: 1, prize: 2,
};

export function written(account: Account): string {
  return JSON.stringify(account);
}

export function read(account: string): string[] {
  return JSON.parse(account) as string[];
}

export function move(moves: Moves, source: Account, target: Account, cents: number): void {
  moves.set(written(source), (moves.get(written(source)) ?? 0) - cents);
  moves.set(written(target), (moves.get(written(target)) ?? 0) + cents);
}

export function moved(source: Account, target: Account, cents: number): Moves {
  const moves: Moves = new Map();
  if (cents !== 0) move(moves, source, target, cents);
  return moves;
}

export function told(moves: Moves): string {
  const said = [...moves].map(([account, cents]) => `${read(account).join("/")} ${cents < 0 ? "" : "+"}${cents}`);
  return said.join(", ") || "nothing";
}

function sum(amounts: Iterable<number>): number {
  let total = 0;
  for (const one of amounts) total += one;
  return total;
}

export class Books {
  readonly balances: Moves = new Map();

  constructor(
    private readonly report: Report,
    private readonly whole: boolean,
    private readonly belowZero: readonly string[],
  ) {}

  of(...account: string[]): number {
    return this.balances.get(written(account)) ?? 0;
  }

  get total(): number {
    return sum(this.balances.values());
  }

  /** Stakes on the layout, by patron, area and wager. */
  boxes(): Moves {
    const found: Moves = new Map();
    for (const [account, cents] of this.balances) {
      const [sort, area, wager, patron] = read(account);
      if (sort === "box") found.set(written([patron ?? "", area ?? "", wager ?? ""]), cents);
    }
    return found;
  }

  post(moves: Moves): void {
    const total = sum(moves.values());
    this.report.wrong("entry", `the entry sums to ${total}`, total !== 0);
    for (const [account, cents] of moves) this.#book(account, cents);
  }

  #book(account: string, cents: number): void {
    const after = (this.balances.get(account) ?? 0) + cents;
    this.balances.delete(account);
    if (after !== 0) this.balances.set(account, after);
    const parts = read(account);
    const short = this.whole && after < 0 && cents < 0 && !this.belowZero.includes(parts[0] ?? "");
    this.report.wrong("balance", `${parts.join("/")} is at ${after}`, short);
  }

  /** Book the entry that an event holds, which must be the expected one where that is known. */
  postWritten(event: Data, expected: Moves | null): void {
    const postings = event["entry"].postings as [string[], number][];
    const found: Moves = new Map(postings.map(([account, cents]) => [written([...account]), cents]));
    const odd = postings.some(([account]) => PARTS[account[0] ?? ""] !== account.length);
    const twice = found.size !== postings.length || [...found.values()].includes(0);
    this.report.wrong("entry", "an account that there is not, twice, or with nothing", odd || twice);
    const due: Moves = new Map([...(expected ?? [])].filter(([, cents]) => cents !== 0));
    const other = expected !== null && !sameMoves(found, due);
    this.report.wrong("entry", `${event["event"]} books ${told(found)}, and should ${told(due)}`, other);
    this.post(found);
  }
}

export function sameMoves(one: Moves, other: Moves): boolean {
  return one.size === other.size && [...one].every(([account, cents]) => other.get(account) === cents);
}
