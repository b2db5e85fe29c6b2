/** The fair shoes of a table, and that the table was dealt their cards. */
import { canonical } from "../fair/canonical";
import { Reader, type Shoe } from "../fair/history";
import type { DealtCards, DealtShoe } from "./dealt-cards";
import type { Report } from "./report";
import { type CurrentRecord, StreamCheck } from "./stream-check";
import type { Data } from "./strict-json";

export class FairShoeCheck extends StreamCheck {
  readonly #reader = new Reader();
  /** By the record of the table that a shoe was cut in. */
  readonly #cutIn = new Map<number, Shoe>();
  #reported = 0;

  constructor(
    report: Report,
    whole: boolean,
    private readonly house: string,
    private readonly table: string,
    private readonly dealt: () => DealtCards | undefined,
  ) {
    super(report, whole);
  }

  override async read(event: Data, { sibling }: CurrentRecord): Promise<void> {
    const kind: unknown = Object.hasOwn(event, "act") ? event["act"] : null;
    const isBegun = this.whole || this.#reader.shoes.length > 0 || kind === "shoe_committed.1";
    if (!isBegun) return; // the end of a shoe that the bundle is not about
    await this.#reader.read(canonical(event));
    if (kind === "shoe_committed.1") this.#compareContext(event["context"], sibling !== null);
    if (kind === "shoe_cut.1" && sibling !== null && this.#reader.last)
      this.#cutIn.set(sibling.number, this.#reader.last);
    this.#reportNew();
  }

  /** A commitment names its house, its table and the rules in force there. */
  #compareContext(context: Data, isBeside: boolean): void {
    const table = this.dealt();
    const expected: [string, string][] = [
      ["house", this.house],
      ["table", this.table],
    ];
    if (table?.whole && isBeside) expected.push(["rules", table.rules]);
    const other = expected.filter(([name, value]) => context[name] !== value).map(([name]) => name);
    this.report.wrong("fairness", `the commitment is for another ${other.join(" and ")}`, other.length > 0);
  }

  #reportNew(): void {
    for (const { act, sentence } of this.#reader.wrong.slice(this.#reported))
      this.report.wrong("fairness", act === 0 ? sentence : `act ${act}: ${sentence}`);
    this.#reported = this.#reader.wrong.length;
  }

  override finish(): void {
    if (this.#reader.shoes.length > 0) this.#reader.finish();
    this.#reportNew();
    const table = this.dealt();
    for (const shoe of table?.shoes ?? []) this.#compare(shoe, table?.whole === true);
  }

  #compare(shoe: DealtShoe, isWhole: boolean): void {
    const fair = this.#cutIn.get(shoe.cut.record);
    if (fair !== undefined) this.#compareCards(shoe, fair);
    else this.report.wrong("fairness", "the table plays a shoe that was not sealed", isWhole);
  }

  #compareCards(shoe: DealtShoe, fair: Shoe): void {
    const same = shoe.size === fair.size && shoe.cut.at === fair.cut && shoe.depth === fair.depth;
    this.report.wrong("fairness", "the shoe was cut or loaded otherwise than sealed", !same);
    const known = fair.order.length > 0 ? new Map(fair.order.map((face, index) => [index + 1, face])) : fair.shown;
    const other = [...shoe.faces]
      .filter(([place, face]) => face !== null && (known.get(place) ?? face) !== face)
      .map(([place]) => place);
    const name = `shoe ${fair.context.shoe}`;
    this.report.wrong(
      "fairness",
      `cards ${other.join(", ")} of ${name} are not those that were sealed`,
      other.length > 0,
    );
    this.report.count("fair shoes");
    if (fair.secret === null)
      this.report.skip(`the cards of ${name} of ${this.report.stream} that nobody saw: it is not revealed`);
  }
}
