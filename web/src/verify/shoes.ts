/** Follows the fair shoes of a table, and the house's own stream. */
import { canonical } from "../fair/canonical";
import { Reader, type Shoe } from "../fair/history";
import { Follower } from "./follower";
import type { Report } from "./report";
import type { Data } from "./strict";
import type { TableShoe } from "./tablecards";
import type { Table } from "./tablemoney";

export interface Place {
  stream: string;
  number: number;
}

export class Shoes extends Follower {
  readonly reader = new Reader();
  sibling: Place | null = null;
  /** What a commitment must name. */
  expected: Record<string, string> = {};
  /** Which shoe was cut in which record of the table. */
  readonly #cutIn = new Map<number, Shoe>();
  #told = 0;

  override async happened(act: Data): Promise<void> {
    const kind: unknown = Object.hasOwn(act, "act") ? act["act"] : null;
    const begun = this.whole || this.reader.shoes.length > 0 || kind === "shoe_committed.1";
    if (!begun) return; // the end of a shoe that the bundle is not about
    await this.reader.read(canonical(act));
    if (kind === "shoe_committed.1") this.#compareContext(act["context"]);
    if (kind === "shoe_cut.1" && this.sibling !== null && this.reader.last) this.#cutIn.set(this.sibling.number, this.reader.last);
  }

  #compareContext(context: Data): void {
    const other = Object.entries(this.expected).filter(([name, value]) => context[name] !== value).map(([name]) => name);
    this.report.wrong("fairness", `the commitment is for another ${other.join(" and ")}`, other.length > 0);
  }

  override afterRecord(): void {
    for (const { act, sentence } of this.reader.wrong.slice(this.#told)) this.report.wrong("fairness", act === 0 ? sentence : `act ${act}: ${sentence}`);
    this.#told = this.reader.wrong.length;
  }

  finish(): void {
    if (this.reader.shoes.length === 0) return;
    this.reader.finish();
    this.afterRecord();
  }

  /** The cards of the table are those of the sealed shoes. */
  compare(table: Table): void {
    for (const shoe of table.shoes) {
      const fair = this.#cutIn.get(shoe.cut[0]);
      if (fair !== undefined) this.#compareCards(shoe, fair);
      else this.report.wrong("fairness", "the table plays a shoe that was not sealed", table.whole);
    }
  }

  #compareCards(shoe: TableShoe, fair: Shoe): void {
    const whole = shoe.cards === fair.size && shoe.cut[1] === fair.cut && shoe.depth === fair.depth;
    this.report.wrong("fairness", "the shoe was cut or loaded otherwise than sealed", !whole);
    const known = fair.order.length > 0 ? new Map(fair.order.map((face, index) => [index + 1, face])) : fair.shown;
    const other = [...shoe.faces].filter(([place, face]) => face !== null && (known.get(place) ?? face) !== face).map(([place]) => place);
    const name = `shoe ${fair.context.shoe}`;
    this.report.wrong("fairness", `cards ${other.join(", ")} of ${name} are not those that were sealed`, other.length > 0);
    this.report.count("fair shoes");
    if (fair.secret === null) this.report.skip(`the cards of ${name} of ${this.report.stream} that nobody saw: it is not revealed`);
  }
}

const OF_THE_HOUSE = `
  table_added house_restored role_granted role_revoked dealer_changed logged_in logged_out
  second_factor_failed access_changed withdrawal_limit_set gaming_disabled gaming_enabled
  proposal_made proposal_approved proposal_declined proposal_withdrawn loss_accepted`;

export class House extends Follower {
  name = "";
  /** Of the checkpoints in the bundle, by size. */
  roots: ReadonlyMap<number, string> = new Map();
  /** Of the record. */
  position = 0;

  constructor(report: Report, whole: boolean) {
    super(report, whole, [], OF_THE_HOUSE);
    this.on["checkpoint_signed"] = (event) => {
      report.wrong("checkpoint", "it names later records", event["size"] >= this.position);
      const other = (this.roots.get(event["size"]) ?? event["root"]) !== event["root"];
      report.wrong("checkpoint", "it names another root than the checkpoint of that size has", other);
    };
    this.on["house_started"] = (event) => report.wrong("record", "the house has another name", event["name"] !== this.name);
  }
}
