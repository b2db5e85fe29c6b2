/** The one live connection of a browser: what all of its pages want is followed once, and told to each. */
import { API, ask, segment } from "../api/ask";
import type { Felt, Hall, Problem, Summary, TableClock } from "../api/schema";
import { texts } from "../texts";
import { Looks } from "./felts";
import { type Kind, Line, type Outside } from "./line";
import { carried, type FromPage, type HeldAct, NOTHING, type Page, type ToPage, type Wish } from "./messages";

/** As many as the server lets one connection follow. */
export const MOST_STREAMS = 32;
const TOO_MANY: Problem = {
  type: "urn:puntobanco:too_many_open",
  title: texts.tooManyOpen,
  status: 0,
  detail: texts.tooManyOpen,
  code: "too_many_open",
  clause: null,
};
const STREAM_OF_A_TABLE = "table/";
const STREAM_OF_SHOES = "shoes/";
const STREAM_OF_A_TOURNAMENT = "tournament/";

/** A record, or how a stream stands. */
interface Told {
  stream: string;
  number: number;
  events?: readonly HeldAct[];
}

export class Hub {
  readonly #pages = new Map<Page, Wish>();
  #carried = carried([], MOST_STREAMS);
  /** As the connection that is open has told them, and those that it begins with until all of them are there. */
  #summaries = new Map<string, Summary>();
  #coming = new Map<string, Summary>();
  readonly #line: Line;
  readonly #felts: Looks<Felt>;
  readonly #halls: Looks<Hall>;
  #open = true;
  #begun = false;

  constructor(
    outside: Outside,
    felt: (table: string, patience?: number) => Promise<Felt> = askFelt,
    hall: (tournament: string, patience?: number) => Promise<Hall> = askHall,
  ) {
    this.#line = new Line(
      outside,
      (kind, data) => this.#heard(kind, data),
      (open) => this.#changed(open),
      () => this.#begins(),
    );
    const later = (wait: number, act: () => void): (() => void) => outside.later(wait, act);
    this.#felts = new Looks<Felt>(
      {
        look: felt,
        later,
        overtaken: (seen, last) => seen.table.number < last.table.number && seen.person === last.person,
      },
      (table, drawn) => this.#tellThose(table, { kind: "felt", table, felt: drawn }),
      (table, problem) => this.#tellThose(table, { kind: "declined", table, problem }),
    );
    this.#halls = new Looks<Hall>(
      {
        look: hall,
        later,
        overtaken: (seen, last) => seen.tournament.number < last.tournament.number && seen.person === last.person,
      },
      (tournament, drawn) => this.#tellPlayers(tournament, { kind: "hall", tournament, hall: drawn }),
      (tournament, problem) => this.#tellPlayers(tournament, { kind: "no hall", tournament, problem }),
    );
  }

  add(page: Page): void {
    this.#pages.set(page, NOTHING);
  }

  remove(page: Page): void {
    this.#pages.delete(page);
    this.#follow();
  }

  heard(page: Page, message: FromPage): void {
    if (message.kind === "wish") this.#wish(page, message.wish);
    else this.#wake(message.slept);
  }

  /** A page that comes late sees the whole state at once. */
  #wish(page: Page, wish: Wish): void {
    this.#pages.set(page, wish);
    page.tell({ kind: "line", open: this.#open });
    for (const table of wish.tables) {
      const felt = this.#felts.last(table);
      if (felt !== null) page.tell({ kind: "felt", table, felt });
      this.#felts.look(table); // its countdown has gone on since
    }
    for (const tournament of wish.tournaments ?? []) {
      const hall = this.#halls.last(tournament);
      if (hall !== null) page.tell({ kind: "hall", tournament, hall });
      this.#halls.look(tournament); // the server's clock has gone on since
    }
    if (wish.board && this.#summaries.size > 0)
      page.tell({ kind: "summaries", summaries: [...this.#summaries.values()], whole: true });
    this.#follow();
  }

  #wake(slept: boolean): void {
    this.#line.wake(slept);
    if (slept) this.#lookAfresh();
    else this.#lookAtAll();
  }

  #follow(): void {
    this.#carried = carried([...this.#pages.values()], MOST_STREAMS);
    this.#felts.follow(new Set(this.#carried.tables));
    this.#halls.follow(new Set(this.#carried.tournaments));
    for (const [page, wish] of this.#pages) this.#turnAway(page, wish);
    this.#followLive();
  }

  /** Who comes when the connection is full hears why nothing is shown; all others go on. */
  #turnAway(page: Page, wish: Wish): void {
    const { tables, tournaments } = this.#carried;
    for (const table of wish.tables)
      if (!tables.includes(table)) page.tell({ kind: "declined", table, problem: TOO_MANY });
    for (const one of wish.tournaments ?? [])
      if (!tournaments.includes(one)) page.tell({ kind: "no hall", tournament: one, problem: TOO_MANY });
  }

  /** What was seen, and nothing else: a name that one page may not follow would cut all of them off. */
  #followLive(): void {
    const { tables, tournaments, heard, shoes, board } = this.#carried;
    const drawn = tournaments.filter((one) => this.#halls.isSeen(one));
    const seen = (table: string): boolean => this.#felts.isSeen(table);
    const query = [
      ...listed("tables", tables.filter(seen)),
      ...listed("shoes", shoes.filter(seen)),
      ...listed("tournaments", [...new Set([...drawn, ...heard])].sort()),
      ...(board ? ["board=*"] : []),
    ];
    this.#line.follow(query.length > 0 ? `${API}/live?${query.join("&")}` : "");
  }

  #heard(kind: Kind, data: string): void {
    if (kind === "ready") this.#begin();
    else if (kind === "clock") this.#tick(JSON.parse(data) as TableClock);
    else if (kind === "summary") this.#sumUp(JSON.parse(data) as Summary);
    else if (kind !== "beat") this.#look(JSON.parse(data) as Told, kind);
  }

  #look(told: Told, kind: Kind): void {
    if (told.stream.startsWith(STREAM_OF_SHOES)) this.#act(told, kind);
    else if (told.stream.startsWith(STREAM_OF_A_TOURNAMENT))
      this.#lookAtHall(told.stream.slice(STREAM_OF_A_TOURNAMENT.length), told.number);
    else this.#felts.look(tableOf(told.stream));
  }

  #lookAtHall(tournament: string, number: number): void {
    this.#halls.look(tournament);
    for (const [page, wish] of this.#pages)
      if (wish.heard?.includes(tournament)) page.tell({ kind: "heard", tournament, number });
  }

  #act({ stream, number, events }: Told, kind: Kind): void {
    const table = stream.slice(STREAM_OF_SHOES.length);
    const message: ToPage = { kind: "acts", table, number, acts: kind === "record" ? (events ?? null) : null };
    for (const [page, wish] of this.#pages) if (wish.shoes?.includes(table)) page.tell(message);
  }

  #lookAtAll(): void {
    this.#felts.lookAtAll();
    this.#halls.lookAtAll();
  }

  #lookAfresh(): void {
    this.#felts.lookAfresh();
    this.#halls.lookAfresh();
  }

  #tick(clock: TableClock): void {
    const table = tableOf(clock.stream);
    for (const [page, wish] of this.#pages) if (wish.tables.includes(table)) page.tell({ kind: "clock", clock });
  }

  #begins(): void {
    this.#begun = false;
    this.#coming = new Map();
  }

  /** All tables that came at the beginning are shown at once, so that none moves when another comes, and no others any more. */
  #begin(): void {
    this.#lookAtAll();
    this.#begun = true;
    this.#summaries = this.#coming;
    this.#tellBoards([...this.#summaries.values()], true);
  }

  #sumUp(summary: Summary): void {
    (this.#begun ? this.#summaries : this.#coming).set(summary.stream, summary);
    if (this.#begun) this.#tellBoards([summary], false);
  }

  #tellBoards(summaries: readonly Summary[], whole: boolean): void {
    for (const [page, wish] of this.#pages) if (wish.board) page.tell({ kind: "summaries", summaries, whole });
  }

  #changed(open: boolean): void {
    this.#open = open;
    for (const page of this.#pages.keys()) page.tell({ kind: "line", open });
  }

  #tellThose(table: string, message: ToPage): void {
    for (const [page, wish] of this.#pages) if (wish.tables.includes(table)) page.tell(message);
    this.#followLive();
  }

  #tellPlayers(tournament: string, message: ToPage): void {
    for (const [page, wish] of this.#pages) if (wish.tournaments?.includes(tournament)) page.tell(message);
    this.#followLive();
  }
}

/** A comma within a name is marked: the others lie between names. */
function listed(key: string, names: readonly string[]): string[] {
  return names.length > 0 ? [`${key}=${names.map((name) => segment(name.replace(/[\\,]/g, "\\$&"))).join(",")}`] : [];
}

export function tableOf(stream: string): string {
  return stream.slice(STREAM_OF_A_TABLE.length);
}

function askFelt(table: string, patience?: number): Promise<Felt> {
  return ask<Felt>(`/tables/${segment(table)}/felt`, patience === undefined ? {} : { patience });
}

function askHall(tournament: string, patience?: number): Promise<Hall> {
  return ask<Hall>(`/tournaments/${segment(tournament)}/hall`, patience === undefined ? {} : { patience });
}

export const BROWSER: Outside = {
  open: (address) => new EventSource(address),
  later: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};
