/** The house's own stream: its name, and the checkpoints that its records name. */
import type { Report } from "./report";
import { type CurrentRecord, StreamCheck } from "./stream-check";
import type { Data } from "./strict-json";

export class HouseCheck extends StreamCheck {
  #position = 0;
  protected override readonly handlers = {
    house_started: (event: Data): void =>
      this.report.wrong("record", "the house has another name", event["name"] !== this.name),
    checkpoint_signed: (event: Data): void => this.#checkpoint(event["size"], event["root"]),
  };

  constructor(
    report: Report,
    whole: boolean,
    private readonly name: string,
    /** Of the checkpoints in the bundle, by size. */
    private readonly roots: ReadonlyMap<number, string>,
  ) {
    super(report, whole);
  }

  protected override begin({ position }: CurrentRecord): void {
    this.#position = position;
  }

  #checkpoint(size: number, root: string): void {
    this.report.wrong("checkpoint", "it names later records", size >= this.#position);
    const other = (this.roots.get(size) ?? root) !== root;
    this.report.wrong("checkpoint", "it names another root than the checkpoint of that size has", other);
  }
}
