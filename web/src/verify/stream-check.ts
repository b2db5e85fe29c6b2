/** Checks the records of one stream by the events that a patron can check; every other event is passed over. */
import { type Report, require } from "./report";
import type { Data } from "./strict-json";

export type Handler = (event: Data) => void | Promise<void>;

export interface RecordPlace {
  stream: string;
  number: number;
}

/** The record that is being read. */
export interface CurrentRecord extends RecordPlace {
  position: number;
  /** The record beside it in another stream. */
  sibling: RecordPlace | null;
}

export class StreamCheck {
  /** By the name of the event. */
  protected readonly handlers: Readonly<Record<string, Handler>> = {};

  constructor(
    protected readonly report: Report,
    /** Whether the bundle holds all of the stream up to its checkpoint. */
    readonly whole: boolean,
  ) {}

  async read(event: Data, record: CurrentRecord): Promise<void> {
    this.begin(record);
    const [name = "", version] = (event["event"] as string).split(/\.(.*)/s);
    if (!Object.hasOwn(this.handlers, name)) return;
    require(version === "1", `unknown event ${name}`);
    await this.handlers[name]?.(event);
  }

  protected begin(_record: CurrentRecord): void {}

  /** Records of this stream are not in the bundle here. */
  skipped(): void {}

  /** Compare what only the whole bundle shows. */
  finish(): void {}
}
