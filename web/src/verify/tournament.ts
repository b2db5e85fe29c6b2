/** Follows who plays in a tournament: ballots, sessions, play-offs, who goes on, and the prizes. */
import { type Award, awardsOf, before, type Finish } from "./ballot";
import { move, type Moves } from "./books";
import { Draws } from "./draws";
import { type Report, require } from "./report";
import { type Decided, type Finisher, type Interrupted, type Out, type Played, sameNames, type Seat, seatsIn, type Waiting } from "./sessions";
import { type Data, same } from "./strict";
import { TournamentMoney } from "./tournamentmoney";

/** Who is placed within a stage, the best first. */
const ENDS = ["finished", "put_out", "forfeited"];
const FORFEITED = 3;

export class Tournament extends TournamentMoney {
  readonly draws = new Draws((sentence, when) => this.report.wrong("fairness", sentence, when && this.whole));
  #ballot = new Map<string, number>();
  readonly #finish = new Map<string, Finish>();
  #seats: Seat[] = [];
  #out = new Map<string, Out>();
  #ended = new Map<string, Finisher>();
  #played: Played[] = [];
  /** What sessions came to that are played on. */
  #reopened = new Map<string, Finisher>();
  /** Chips that late decisions still give or take. */
  #due = new Map<string, number>();
  #over = false;
  #seated = 0;
  #decided: Decided[] = [];
  #session = 0;
  /** Whether the session is being played: not before it starts, and not in a play-off. */
  #inSession = false;
  #waiting: Waiting[] = [];
  #interrupted: Interrupted[] = [];

  constructor(report: Report, whole: boolean) {
    super(report, whole);
    Object.assign(this.on, {
      seat_offered: (event: Data) => this.#offer(event),
      seat_went_to_reserve: (event: Data) => this.#reserve(event),
      player_substituted: (event: Data) => this.#substitute(event["player"], event["substitute"]),
      tournament_cancelled: () => this.#cancel(),
      draw_committed: (event: Data) => this.draws.committed(event),
      words_added: (event: Data) => this.draws.added(event, this.numbers.has(event["player"])),
      draw_set_aside: (event: Data) => this.draws.setAside(event),
      ballot_set_aside: (event: Data) => this.#setAside(event),
      ballot_drawn: (event: Data) => this.#drawBallot(event),
      place_forfeited: (event: Data) => this.#forfeit(event),
      session_started: (event: Data) => this.#start(event),
      round_counted: (event: Data) => this.#count(event),
      round_uncounted: (event: Data) => this.#uncount(event),
      player_put_out: (event: Data) => this.#putOut(event),
      left_chips_changed: (event: Data) => this.#changeLeft(event),
      chips_due: (event: Data) => this.#noteDue(event["player"], event["change"]),
      chips_settled: (event: Data) => this.#settleDue(event),
      player_reinstated: (event: Data) => void this.#out.delete(event["player"]),
      session_called: (event: Data) => this.#callSession(event),
      session_ended: (event: Data) => this.#end(event),
      session_reopened: (event: Data) => this.#reopen(event),
      play_off_started: (event: Data) => this.#startPlayOff(event),
      play_off_ended: (event: Data) => this.#endPlayOff(event),
      lot_drawn: (event: Data) => this.#drawLot(event),
      stage_closed: (event: Data) => this.#closeStage(event),
      places_awarded: (event: Data) => this.#award(event),
    });
  }

  override afterRecord(): void {
    super.afterRecord();
    for (const [player, cents] of this.#due) this.wrong(`${player} keeps chips that a void takes back`, cents < 0 && this.#inFront(player) > 0);
  }

  #tableOf(player: string): string {
    return this.#seats.find((one) => one.player === player)?.table ?? "";
  }

  #inFront(player: string): number {
    return this.tables.get(this.#tableOf(player))?.books.of("chips", player) ?? 0;
  }

  #noteDue(player: string, change: number): void {
    const due = (this.#due.get(player) ?? 0) + change;
    if (due === 0) this.#due.delete(player);
    else this.#due.set(player, due);
  }

  /** What a late void takes is taken of whatever chips there are; only what none cover is written off. */
  #settleDue(event: Data): void {
    const [player, off] = [event["player"] as string, event["written_off"] as number];
    this.#noteDue(player, off - event["change"]);
    const has = this.chipsOf(this.#tableOf(player), player);
    this.wrong(`${off} are written off, and ${player} has ${has}`, off !== 0 && has !== 0);
  }

  // entries

  /** From the published time of the absent one's own session on, until it starts. */
  #offer(event: Data): void {
    const session = this.#waitsFor(event["absent"]);
    this.wrong(`the seat of ${event["absent"]} is not to be offered now`, this.stage > 0 || session === undefined || event["at"] < session.at);
  }

  #waitsFor(player: string): Waiting | undefined {
    return this.#waiting.find(({ seats }) => seats.some((one) => one.player === player));
  }

  #reserve(event: Data): void {
    this.enter(event);
    this.wrong(`${event["absent"]} has no seat that waits`, this.#waitsFor(event["absent"]) === undefined);
    this.#finish.set(event["absent"], [0, FORFEITED, 0]);
    this.#ballot.set(event["player"], this.#ballot.get(event["absent"]) ?? 0);
    this.#rename(event["absent"], event["player"]);
  }

  #substitute(old: string, next: string): void {
    const dues = [this.#due, ...this.#interrupted.map((one) => one.due)];
    for (const mapping of [this.numbers, this.#ballot, this.#finish, this.#ended, this.#reopened, ...dues] as Map<string, unknown>[]) {
      if (!mapping.has(old)) continue;
      mapping.set(next, mapping.get(old));
      mapping.delete(old);
    }
    const named = (name: string): string => (name === old ? next : name);
    this.#decided = this.#decided.map(({ players, pairs, shutOut }) => ({
      players: players.map(named),
      pairs: pairs.map(([one, two]): [string, string] => [named(one), named(two)]),
      shutOut: shutOut.map(named),
    }));
    this.#rename(old, next);
  }

  #rename(old: string, next: string): void {
    const renamed = (seats: Seat[]): Seat[] => seats.map((one) => (one.player === old ? { ...one, player: next } : one));
    this.#seats = renamed(this.#seats);
    for (const one of [...this.#waiting, ...this.#interrupted, ...this.#played]) one.seats = renamed(one.seats);
  }

  #cancel(): void {
    this.tables.clear();
    [this.#seats, this.#waiting, this.#interrupted] = [[], [], []];
    this.#due.clear();
  }

  // sessions

  #byNumber(players: readonly string[]): string[] {
    return [...players].sort((one, other) => (this.numbers.get(one) ?? 0) - (this.numbers.get(other) ?? 0));
  }

  /** The first session of its stage waits still, and so do all others. */
  #setAside(event: Data): void {
    this.report.wrong("fairness", "a ballot is drawn again that was not drawn", this.whole && (this.#waiting[0]?.number !== 1 || event["stage"] !== this.stage));
    this.#waiting = [];
  }

  async #drawBallot(event: Data): Promise<void> {
    const seats = seatsIn(event["seats"]);
    const players = seats.map((one) => one.player);
    await this.draws.decided(event["result"], "ballot", this.#byNumber(players), players);
    const stillIn = [...this.numbers.keys()].filter((name) => !this.#finish.has(name));
    this.wrong("not everybody who is still in has a seat", !sameNames(stillIn, [...new Set(players)]));
    const sessions = event["sessions"] as Data[];
    const tables = sessions.flatMap((one) => one["tables"] as string[]);
    this.wrong("not every table is in one session", !same([...tables].sort(), [...new Set(seats.map((one) => one.table))].sort()));
    const times = sessions.map((one) => one["starts_at"] as number);
    const start = (this.conditions["start"] as number | undefined) ?? 0;
    this.wrong("the sessions are not published in order", times.some((one, turn) => one < start || (turn > 0 && one <= (times[turn - 1] ?? 0))));
    this.#waiting = sessions.map((one, turn) => ({ number: turn + 1, at: one["starts_at"] as number, seats: seats.filter(({ table }) => (one["tables"] as string[]).includes(table)) }));
    [this.#session, this.#seats, this.#out, this.#ended] = [1, [], new Map(), new Map()];
    if (event["stage"] === 0) this.#ballot = new Map(players.map((player, index) => [player, index + 1]));
  }

  /** Interrupted ones come first, as they were; nobody of another is out yet, and its seats wait. */
  #callSession(event: Data): void {
    const session = this.#interrupted.shift();
    this.wrong("another session comes next", (session ?? this.#waiting[0])?.number !== event["number"]);
    [this.#session, this.#inSession] = [event["number"], session !== undefined];
    [this.#seats, this.#out, this.#due] = [session?.seats ?? [], session?.out ?? new Map(), session?.due ?? new Map()];
  }

  #forfeit(event: Data): void {
    const how = ENDS.indexOf(event["how"]);
    this.#finish.set(event["player"], [-this.stage, how < 0 ? FORFEITED : how, 0]);
    const next = this.#waiting[0];
    if (next !== undefined) next.seats = next.seats.filter((one) => one.player !== event["player"]);
  }

  #start(event: Data): void {
    const session = this.#waiting.shift();
    [this.#seats, this.#inSession] = [session?.seats ?? [], true];
    this.wrong("a session before its published time", event["at"] < (session?.at ?? 0));
    this.wrong("others are seated", event["seated"] !== this.#seats.length || event["stage"] !== this.stage);
    if (event["stage"] === 0) this.#seated += event["seated"];
  }

  #count(event: Data): void {
    const found = this.tables.get(event["table"])?.rounds.get(event["round"]);
    this.wrong("that round does not count", found === undefined || found.void);
    this.counted.set(event["table"], [...(this.counted.get(event["table"]) ?? []), event["round"]]);
  }

  #uncount(event: Data): void {
    const counted = this.counted.get(event["table"]) ?? [];
    this.wrong("that round did not count", !counted.includes(event["round"]));
    this.counted.set(event["table"], counted.filter((one) => one !== event["round"]));
  }

  #putOut(event: Data): void {
    const { table, player, round, chips, excluded } = event;
    const has = this.chipsOf(table, player);
    this.wrong(`${player} has ${has}`, chips !== has);
    this.#out.set(player, { table, round, chips, excluded });
  }

  #changeLeft(event: Data): void {
    const out = this.#out.get(event["player"]);
    require(out !== undefined, "nobody was put out under that name");
    out.chips += event["change"];
  }

  #roundsUntil(out: Out): number {
    return (this.counted.get(out.table) ?? []).filter((one) => one <= out.round).length;
  }

  /** Who played to the end has the chips that lie at the table. */
  #compareFinishers(finishers: readonly Data[]): void {
    const here = this.#seats.filter((one) => !this.#out.has(one.player));
    const right = here.map(({ player, table }) => [player, table, this.chipsOf(table, player)]);
    const found = finishers.map((one) => [one["player"], one["table"], one["chips"]]);
    this.wrong(`they finish with ${JSON.stringify(right)}`, !same(found, right));
  }

  #end(event: Data): void {
    this.#compareFinishers(event["finishers"]);
    const out = [...this.#out].map(([player, one]) => [player, this.#roundsUntil(one)]);
    this.wrong(`put out were ${JSON.stringify(out)}`, !same(event["put_out"], out));
    for (const [player, number] of event["put_out"] as [string, number][]) this.#finish.set(player, [-this.stage, 1, -number]);
    const found = event["finishers"] as Data[];
    this.wrong("they finish another session", found.some((one) => one["session"] !== this.#session));
    const finishers = found.map((one): [string, Finisher] => [one["player"], { table: one["table"], chips: one["chips"], session: one["session"] }]);
    const others = [...this.#reopened].filter(([, one]) => one.session !== this.#session);
    const [before, after] = [new Map([...this.#ended, ...this.#reopened]), new Map([...this.#ended, ...others, ...finishers])];
    if (this.#reopened.size > 0) {
      this.#decided = this.#decided.filter(({ players }) => {
        const [was, is] = [this.#tie(before, players), this.#tie(after, players)];
        return was.length > 0 && same(was, is);
      });
    }
    this.wrong("chips are due when the session ends", this.#due.size > 0);
    const tables = new Set(this.#seats.map((one) => one.table));
    const counted = new Map([...tables].map((table) => [table, this.counted.get(table) ?? []]));
    this.#played.push({ number: this.#session, seats: this.#seats, out: this.#out, counted });
    [this.#ended, this.#reopened, this.#due] = [new Map([...this.#ended, ...finishers]), new Map(others), new Map()];
    this.#inSession = false;
  }

  /** Among whom the best go on: of each table, of each session or of all. */
  #fieldOf(one: Finisher): string {
    const of = (this.conditions["stages"] as Data[])[this.stage]?.["advance_by"];
    return of === "table" ? one.table : of === "session" ? String(one.session) : "";
  }

  /** Who has the chips of those whom a play-off or lot is about, where they are compared; nobody without a tie. */
  #tie(finishers: ReadonlyMap<string, Finisher>, players: readonly string[]): string[] {
    const there = players.flatMap((name) => finishers.get(name) ?? []);
    const [chips, fields] = [new Set(there.map((one) => one.chips)), new Set(there.map((one) => this.#fieldOf(one)))];
    if (there.length < players.length || chips.size > 1) return [];
    const equal = [...finishers].filter(([, one]) => chips.has(one.chips) && fields.has(this.#fieldOf(one)));
    return equal.map(([name, one]) => JSON.stringify([name, one.chips])).sort();
  }

  /** It is played on as it was when it ended, and what it decided is open again; one that has started waits. */
  #reopen(event: Data): void {
    const tables = [...event["tables"]] as string[];
    const session = this.#played.find((one) => one.counted.has(tables[0] ?? ""));
    require(session !== undefined, "there is no session to reopen");
    if (this.#inSession) this.#interrupted.unshift({ number: this.#session, seats: this.#seats, out: this.#out, due: this.#due });
    this.#played = this.#played.filter((one) => one !== session);
    [this.#session, this.#seats, this.#out, this.#due] = [session.number, session.seats, session.out, new Map()];
    for (const [table, rounds] of session.counted) this.counted.set(table, rounds);
    this.wrong("other tables are reopened", !sameNames(tables, [...session.counted.keys()]));
    const names = this.#seats.map((one) => one.player);
    for (const name of [...names, ...(this.#over ? this.#ended.keys() : [])]) this.#finish.delete(name);
    const again = [...this.#ended].filter(([, one]) => one.session === this.#session);
    this.#reopened = new Map([...this.#reopened, ...again]);
    this.#ended = new Map([...this.#ended].filter(([, one]) => one.session !== this.#session));
    [this.#over, this.#inSession] = [false, true];
  }

  // play-offs and lots

  async #startPlayOff(event: Data): Promise<void> {
    const seats = seatsIn(event["seats"]);
    const players = seats.map((one) => one.player);
    if (event["result"] !== null) await this.draws.decided(event["result"], "lot", this.#byNumber(players), players);
    const chips = new Set(seats.map((one) => this.#ended.get(one.player)?.chips));
    this.wrong("a play-off of unequal chips", chips.size > 1);
    [this.#seats, this.#out] = [seats, new Map()];
    for (const { table } of seats) this.counted.set(table, []);
  }

  #endPlayOff(event: Data): void {
    const ranks = event["ranks"] as Data[];
    this.#compareFinishers(ranks.filter((one) => !this.#out.has(one["player"])));
    const merits = new Map<string, Finish>(ranks.map((one) => [one["player"], [0, -one["chips"], 0]]));
    for (const [name, out] of this.#out) merits.set(name, [1 + Number(out.excluded), -this.#roundsUntil(out), 0]);
    const rankOf = (merit: Finish): number => 1 + [...merits.values()].filter((other) => before(other, merit) < 0).length;
    const right = new Map([...merits].map(([name, merit]) => [name, rankOf(merit)]));
    const wrong = new Set(ranks.map((one) => one["player"])).size !== right.size || ranks.some((one) => right.get(one["player"]) !== one["rank"]);
    this.wrong(`the ranks are ${JSON.stringify([...right])}`, wrong);
    const names = [...right.keys()];
    const pairs = names.flatMap((one) => names.filter((two) => (right.get(one) ?? 0) < (right.get(two) ?? 0)).map((two): [string, string] => [one, two]));
    this.#decided.push({ players: names, pairs, shutOut: ranks.filter((one) => one["excluded"]).map((one) => one["player"] as string) });
  }

  async #drawLot(event: Data): Promise<void> {
    const [goOn, stay] = [[...event["go_on"]] as string[], [...event["stay"]] as string[]];
    await this.draws.decided(event["result"], "lot", this.#byNumber([...goOn, ...stay]), [...goOn, ...stay]);
    const pairs = goOn.flatMap((one) => stay.map((two): [string, string] => [one, two]));
    this.#decided.push({ players: [...goOn, ...stay], pairs, shutOut: [] });
  }

  /** The first play-off or lot that parts two players decides between them. */
  #hasBeaten(one: string, two: string): boolean {
    for (const { pairs } of this.#decided) {
      if (pairs.some(([first, second]) => first === one && second === two)) return true;
      if (pairs.some(([first, second]) => first === two && second === one)) return false;
    }
    return false;
  }

  // who goes on

  #closeStage(event: Data): void {
    const [goOn, order] = [[...event["go_on"]] as string[], (event["order"] as string[][]).map((group) => [...group])];
    const rest = order.flat();
    this.wrong("not everybody is placed", !sameNames([...this.#ended.keys()], [...goOn, ...rest]));
    const chips = (name: string): number => this.#ended.get(name)?.chips ?? 0;
    this.wrong("the order is not that of the chips", rest.some((name, index) => index > 0 && chips(name) > chips(rest[index - 1] ?? "")));
    this.#compareGoingOn((this.conditions["stages"] as Data[])[this.stage], goOn);
    this.#compareOrder(order);
    for (const [place, group] of order.entries()) for (const name of group) this.#finish.set(name, [-this.stage, 0, place]);
    this.wrong("a session of the stage is still to come", this.#waiting.length + this.#interrupted.length > 0);
    if (event["over"]) {
      for (const name of goOn) this.#finish.set(name, [-this.stage - 1, 0, 0]);
      this.#over = true;
      return;
    }
    this.stage += 1;
    this.tables.clear();
    [this.#ended, this.#played, this.#decided] = [new Map(), [], []];
  }

  #compareOrder(order: readonly string[][]): void {
    for (const [rank, group] of order.entries()) {
      const better = order.slice(0, rank).flat();
      for (const name of group) {
        const alike = better.filter((one) => this.#ended.get(one)?.chips === this.#ended.get(name)?.chips);
        this.wrong(`nothing puts ${name} last`, !alike.every((one) => this.#hasBeaten(one, name)));
      }
    }
  }

  /** The best go on, of each table, session or of all; among equal chips, who won the play-off or the lot. */
  #compareGoingOn(stage: Data | undefined, goOn: readonly string[]): void {
    require(stage !== undefined, "there is no such stage");
    const shutOut = new Set(this.#decided.flatMap((one) => one.shutOut));
    const there = [...this.#ended].filter(([name]) => !shutOut.has(name)).map(([name, one]) => ({ name, field: this.#fieldOf(one), chips: one.chips }));
    for (const field of [...new Set(there.map((one) => one.field))].sort()) {
      const here = there.filter((one) => one.field === field);
      const falling = (some: typeof here): number[] => some.map((one) => one.chips).sort((one, other) => other - one);
      const best = falling(here).slice(0, stage["advance"] ?? 0);
      const [on, off] = [here.filter((one) => goOn.includes(one.name)), here.filter((one) => !goOn.includes(one.name))];
      this.wrong(`those with ${JSON.stringify(best)} go on`, !same(falling(on), best));
      const undecided = on.some((one) => off.some((two) => one.chips === two.chips && !this.#hasBeaten(one.name, two.name)));
      this.wrong("a tie that nothing decided", undecided);
    }
  }

  #award(event: Data): void {
    const found = (event["awards"] as Data[]).map((one): Award => [one["player"], one["place"], one["prize"]]);
    const right = this.whole ? awardsOf(this.conditions, this.#seated, this.books.of("pool"), this.#finish, this.#ballot) : found;
    this.wrong(`the places and prizes are ${JSON.stringify(right)}`, !same(found, right));
    const moves: Moves = new Map();
    for (const [player, , prize] of right) move(moves, ["pool"], ["prize", player], prize);
    this.books.postWritten(event, moves);
    this.tables.clear();
  }
}
