/** Follows a stream event by event: each has its handler, or is one of those that move neither cards nor money. */
import { Books } from "./books";
import { Missing, type Report, require } from "./report";
import type { Data } from "./strict";

export type Handler = (event: Data) => void | Promise<void>;

export abstract class Follower {
  readonly books: Books;
  /** The number of the record that is read. */
  record = 0;
  /** Who gave the command of that record. */
  actor: Data = {};
  protected readonly on: Record<string, Handler> = {};
  protected readonly silent: ReadonlySet<string>;

  constructor(
    protected readonly report: Report,
    readonly whole: boolean,
    belowZero: readonly string[] = [],
    silent = "",
  ) {
    this.books = new Books(report, whole, belowZero);
    this.silent = new Set(silent.split(/\s+/));
  }

  async happened(event: Data): Promise<void> {
    const [name = "", version] = (event["event"] as string).split(/\.(.*)/s);
    const handler = Object.hasOwn(this.on, name) ? this.on[name] : undefined;
    require(version === "1" && (handler !== undefined || this.silent.has(name)), `unknown event ${name}`);
    try {
      await handler?.(event);
    } catch (error) {
      if (!(error instanceof Missing) || this.whole) throw error;
      this.missed();
      this.report.skip("what happened to rounds and wagers that began before what is in the bundle");
    }
  }

  /** Whether it was somebody's own act as a patron. */
  protected isOwnActOf(person: string | null): boolean {
    return this.actor["role"] === "patron" && this.actor["person"] === person;
  }

  /** Records of this stream are not in the bundle here. */
  missed(): void {}

  /** All events of a record have happened. */
  afterRecord(): void {}
}
