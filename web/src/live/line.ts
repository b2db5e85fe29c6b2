/** One stream of server-sent events that is opened again, with what came last as its cursor, whenever it was lost. */
import { backoff } from "./backoff";

export const KINDS = ["view", "record", "clock", "switch", "summary", "ready", "beat"] as const;
export type Kind = (typeof KINDS)[number];

export interface Source {
  readonly readyState: number;
  onerror: ((event: Event) => void) | null;
  addEventListener(kind: string, heard: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface Outside {
  open(address: string): Source;
  later(milliseconds: number, act: () => void): () => void;
}

const OPEN = 1;
/** The house is heard every ten seconds at least: who hears nothing for so long has a connection that leads nowhere. */
export const SILENCE = 25_000;
/** After a sleep the first word comes at once, or never. */
const SOON = 2000;

export class Line {
  #source: Source | null = null;
  #asked = "";
  #cursor = "";
  #tried = 0;
  #patience = SILENCE;
  #cancel: () => void = () => undefined;
  #calm: () => void = () => undefined;

  constructor(
    private readonly outside: Outside,
    private readonly heard: (kind: Kind, data: string) => void,
    private readonly changed: (open: boolean) => void,
    /** What was heard before is of another connection, maybe of somebody else's. */
    private readonly begins: () => void = () => undefined,
  ) {}

  /** Follow something else: a cursor of other streams means nothing there. */
  follow(asked: string): void {
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#cursor = "";
    this.#tried = 0;
    this.#open();
  }

  /** Whoever is not connected need not wait; after a sleep a connection may lead nowhere, and is opened anew. */
  wake(slept: boolean): void {
    if (this.#asked === "" || !(slept || this.#source?.readyState !== OPEN)) return;
    if (slept) this.#patience = SOON;
    this.#open();
  }

  #open(): void {
    this.#cancel();
    this.#calm();
    this.#source?.close();
    this.#source = null;
    if (this.#asked === "") return;
    this.begins();
    const after = this.#cursor === "" ? "" : `&after=${encodeURIComponent(this.#cursor)}`;
    const source = this.outside.open(`${this.#asked}${after}`);
    this.#source = source;
    for (const kind of KINDS) source.addEventListener(kind, (event) => this.#note(source, kind, event));
    source.onerror = () => this.#lost(source);
    this.#listen(source);
  }

  /** Until something is heard again. */
  #listen(source: Source): void {
    this.#calm();
    this.#calm = this.outside.later(this.#patience, () => this.#lost(source));
  }

  #note(source: Source, kind: Kind, event: MessageEvent<string>): void {
    if (source !== this.#source) return;
    this.#patience = SILENCE;
    this.#listen(source);
    if (event.lastEventId !== "") this.#cursor = event.lastEventId;
    if (kind === "ready") {
      this.#tried = 0;
      this.changed(true);
    }
    this.heard(kind, event.data);
  }

  /** The browser's own retry knows no jitter: it is stopped, and ours begins. */
  #lost(source: Source): void {
    if (source !== this.#source) return;
    source.close();
    this.#calm();
    this.changed(false);
    this.#tried += 1;
    this.#cancel = this.outside.later(backoff(this.#tried), () => this.#open());
  }
}
