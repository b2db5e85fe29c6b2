/** Follows the account of a patron, or the house's own money. */
import { type Account, moved } from "./books";
import { Follower } from "./follower";
import type { Report } from "./report";
import { alike, type Data } from "./strict";

const DAY = 24 * 60 * 60 * 1_000_000;
const SILENT = "withdrawal_asked limits_set play_limits_set self_excluded returned_to_play play_noted leave_noted";

export class Holding extends Follower {
  patron: string | null = null;
  #day: Data = { number: 0, deposited: 0, taken: 0 };
  #opened = false;
  #closed = false;

  constructor(report: Report, whole: boolean) {
    super(report, whole, ["cash", "at"], SILENT);
    Object.assign(this.on, {
      account_opened: () => this.#open(),
      vault_opened: () => this.#open(),
      account_closed: () => this.#close(),
      deposited: (event: Data) => this.#comeOrGo(event, "deposited", ["cash"], ["account"]),
      taken_to: (event: Data) => this.#takeTo(event),
      paid_at_desk: (event: Data) => this.#payAtDesk(event),
      brought_back: (event: Data) => this.#post(event, ["at", event["stream"]], ["account"]),
      withdrawal_paid: (event: Data) => this.#post(event, ["account"], ["cash"]),
    });
  }

  override async happened(event: Data): Promise<void> {
    this.report.wrong("record", "an event of another account", event["patron"] !== this.patron);
    await super.happened(event);
  }

  override afterRecord(): void {
    this.#wrong("an account that nobody opened", !this.#opened);
  }

  #wrong(sentence: string, when: boolean): void {
    this.report.wrong("balance", sentence, when && this.whole);
  }

  #open(): void {
    this.#wrong("opened twice", this.#opened);
    this.#opened = true;
  }

  #close(): void {
    this.#wrong("an account is closed that holds money", this.books.of("account") !== 0);
    this.#closed = true;
  }

  #takeTo(event: Data): void {
    const fee = (event["stream"] as string).startsWith("tournament/");
    this.#wrong("a fee by nobody's own act", fee && !this.isOwnActOf(this.patron));
    this.#comeOrGo(event, "taken", ["account"], ["at", event["stream"]]);
  }

  #payAtDesk(event: Data): void {
    this.#wrong("the patron is not the desk", this.actor["role"] === "patron");
    this.#comeOrGo(event, "taken", ["cash"], ["at", event["stream"]]);
  }

  #post(event: Data, source: Account, target: Account): void {
    this.report.wrong("entry", "an amount of nothing", event["amount"] <= 0);
    this.books.post(moved(source, target, event["amount"]));
  }

  /** Deposits and play are counted by the day, which begins at midnight UTC. */
  #comeOrGo(event: Data, member: string, source: Account, target: Account): void {
    const number = Math.max(this.#day["number"], Math.floor(event["at"] / DAY));
    const begun = number === this.#day["number"] ? this.#day : { number, deposited: 0, taken: 0 };
    const day: Data = { ...begun, [member]: begun[member] + event["amount"] };
    this.#wrong(`the day has seen ${JSON.stringify(day)}`, !alike(event["day"], day));
    this.#wrong("the account is closed", this.#closed);
    this.#day = event["day"];
    this.#post(event, source, target);
  }
}
