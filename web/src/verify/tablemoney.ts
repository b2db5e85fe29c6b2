/** Follows the stakes and settlements of a table, and money that goes back. */
import { BANK, CAGE, ERRORS, FLOAT, move, moved, type Moves, read, sameMoves, TAKEN, written } from "./books";
import { type Card, Law, settledLine, winnerOf } from "./law";
import { Missing, type Report } from "./report";
import { cameTo, errorOf, type Line, linesIn, placeOf, shares, standing } from "./settledlines";
import { type Data, alike, same } from "./strict";
import { type Round, TableCards, type TableShoe } from "./tablecards";

export class Table extends TableCards {
  readonly #here = new Set<string>();
  readonly #excluded = new Set<string>();
  /** What was in use when a round of the shoe before was opened again. */
  #interrupted: [TableShoe, Card[], Data | null, boolean] | null = null;

  constructor(report: Report, whole: boolean) {
    super(report, whole);
    Object.assign(this.on, this.#stakes(), this.#settling(), this.#goingBack(), this.#money());
  }

  #stakes(): Record<string, (event: Data) => void> {
    return {
      wager_placed: (event) => this.#place(event),
      wager_withdrawn: (event) => this.#stake(moved(spotOf(event), chipsOf(event), event["amount"])),
      wager_returned: (event) => this.books.post(moved(spotOf(event), chipsOf(event), event["amount"])),
      wager_moved: (event) => this.#stake(moved(spotOf(event), ["box", event["to_area"], event["to_wager"], event["patron"]], event["amount"])),
      slip_laid: (event) => this.#layDown(event),
    };
  }

  #settling(): Record<string, (event: Data) => void> {
    return {
      stage_settled: (event) => this.#settle(event),
      round_ended: (event) => this.#end(event),
      round_cancelled: () => this.#cancel(),
      round_reopened: (event) => this.#reopen(event),
      table_closed: () => this.#close(),
    };
  }

  #goingBack(): Record<string, (event: Data) => void> {
    return {
      stage_reopened: (event) => this.#reopenStage(event),
      stage_reversed: (event) => this.#reverseStage(event),
      round_voided: (event) => this.#voidRound(event),
      wager_voided: (event) => this.#voidWager(event),
      payment_recorded: (event) => this.#payment(event),
    };
  }

  #money(): Record<string, (event: Data) => void> {
    const takesIn = (from: readonly string[]) => (event: Data): void => {
      this.#here.add(event["patron"]);
      this.books.postWritten(event, moved(from, chipsOf(event), event["amount"]));
    };
    const paysOut = (to: readonly string[]) => (event: Data): void => this.books.postWritten(event, moved(chipsOf(event), to, event["amount"]));
    return {
      bought_in: takesIn(CAGE),
      chips_issued: takesIn(BANK),
      cashed_out: paysOut(CAGE),
      departed_paid: paysOut(CAGE),
      chips_taken_in: paysOut(BANK),
      seat_taken: (event) => void this.#here.add(event["patron"]),
      patron_left: (event) => void this.#here.delete(event["patron"]),
      patron_excluded: (event) => void this.#excluded.add(event["patron"]),
      exclusion_lifted: (event) => void this.#excluded.delete(event["patron"]),
      float_filled: (event) => this.books.post(moved(CAGE, FLOAT, event["amount"])),
      float_credited: (event) => this.books.post(moved(FLOAT, CAGE, event["amount"])),
      float_counted: (event) => this.#countFloat(event),
      commission_collected: (event) => this.#collect(event),
      debt_settled: (event) => this.#payDebt(event),
      dispute_settled: (event) => this.#settleDispute(event),
    };
  }

  get #issued(): boolean {
    return this.rules !== null && this.rules["chips_come_from"].value === "bank";
  }

  // stakes

  /** Patrons move stakes between rounds only; the end of a round may have been left out. */
  #stake(moves: Moves): void {
    if (this.round?.gapped) this.round = null;
    this.wrong("settlement", "a stake is moved during a round", this.round !== null);
    this.books.post(moves);
  }

  #place(event: Data): void {
    const unknown = this.rules !== null && !(this.rules["wagers"] as Data[]).some((one) => one["id"] === event["wager"]);
    this.wrong("rules", `there is no wager ${event["wager"]}`, unknown);
    this.wrong("settlement", "a stake of nothing", event["amount"] <= 0);
    this.#stake(moved(chipsOf(event), spotOf(event), event["amount"]));
  }

  #layDown(event: Data): void {
    const moves: Moves = new Map();
    for (const [area, wager, amount, was] of event["stakes"] as [string, string, number, number][]) {
      const spot = ["box", area, wager, event["patron"] as string];
      this.wrong("settlement", `${was} did not lie on ${wager}`, this.whole && (amount < 0 || this.books.of(...spot) !== was));
      move(moves, chipsOf(event), spot, amount - was);
    }
    this.#stake(moves);
  }

  // settlement

  #settle(event: Data): void {
    const [coup, lines, stage] = [this.now(), linesIn(event["wagers"]), event["stage"] as string];
    const stays = linesIn(event["stays"]);
    const twice = coup.stages.has(stage) || new Set(lines.map(placeOf)).size < lines.length;
    this.wrong("settlement", `${stage} is settled twice`, twice);
    coup.stages.add(stage);
    for (const line of lines) coup.settled.set(placeOf(line), line);
    for (const line of stays) coup.stayed.add(placeOf(line));
    if (this.rules === null) this.report.skip("settlements under rules that are not in the bundle");
    else this.#compare(coup, stage, lines, this.rules);
    this.#compareStays(lines, stays);
    for (const line of lines) if (!stays.some((one) => same(one, line))) this.books.post(shares(line));
  }

  #compare(coup: Round, stage: string, lines: Line[], rules: Data): void {
    const due = this.due(coup);
    if (due === null) return;
    const early = due === "nobody knows yet" || coup.hands.player.length + coup.hands.banker.length < 4;
    if (early || coup.misplaced || (stage === "end" && due !== "nobody")) {
      this.wrong("settlement", "wagers are settled before the hands are complete");
      return;
    }
    const atStage = new Set((rules["wagers"] as Data[]).filter((one) => one["settles"] === stage).map((one) => one["id"] as string));
    const lie: Moves = new Map([...this.books.boxes()].filter(([spot]) => atStage.has(read(spot)[2] ?? "")));
    const settled: Moves = new Map(lines.map((line) => [placeOf(line), line[3]]));
    this.wrong("settlement", "not the stakes that lie there are settled", this.whole && !sameMoves(lie, settled));
    this.#comparePayouts(lines, new Law(rules).facts(coup.hands), atStage, rules);
  }

  #comparePayouts(lines: Line[], facts: Data, atStage: ReadonlySet<string>, rules: Data): void {
    for (const line of lines) {
      this.report.count("settled wagers");
      const right = settledLine(rules, line.slice(0, 3) as string[], line[3], facts);
      const other = !same(line, [...right, false, null, 0]) || !atStage.has(line[2]);
      this.wrong("settlement", `${JSON.stringify(line.slice(0, 9))} should be ${JSON.stringify(right)}`, other);
    }
    const firstWinner = lines.findIndex((line) => line[7] !== "lost");
    const late = firstWinner >= 0 && lines.slice(firstWinner).some((line) => line[7] === "lost");
    this.wrong("settlement", "losers are not collected first", late);
  }

  #compareStays(lines: Line[], stays: Line[]): void {
    if (!this.whole || this.rules === null) return;
    const may = lines.filter((line) => line[7] === "stood_off" && this.#here.has(line[0]) && !this.#excluded.has(line[0]));
    const right = this.rules["standoff"].value === "stays" ? may : [];
    this.wrong("settlement", "not the right stand-offs stay on the layout", !same(stays, right));
  }

  #end(event: Data): void {
    const coup = this.now();
    this.wrong("result", `round ${event["number"]} ends, not ${coup.number}`, event["number"] !== coup.number);
    this.#compareResult(event, coup);
    const forgotten = [...this.books.boxes().keys()].filter((spot) => event["void"] || !coup.stayed.has(spot));
    this.wrong("settlement", "stakes are left that nobody settled", this.whole && forgotten.length > 0);
    this.#endOfShoe(event, coup);
    this.report.count("rounds");
    [coup.void, coup.rules, this.number] = [event["void"], this.rules ?? {}, coup.number + 1];
    this.rounds.set(coup.number, coup);
    [this.round, this.last] = [null, event["void"] ? null : coup];
    if (this.#interrupted === null) return;
    coup.takenOut = [this.shoe, this.excess];
    [this.shoe, this.excess, this.rules, this.shuffleDue] = this.#interrupted;
    this.#interrupted = null;
  }

  #compareResult(event: Data, coup: Round): void {
    const due = this.due(coup);
    if (due === null && !event["void"]) return;
    const complete = due === "nobody" && !coup.misplaced;
    const facts = complete && !event["void"] && this.rules !== null ? new Law(this.rules).facts(coup.hands) : null;
    this.wrong("drawing", "the round ends before it is complete and settled", !event["void"] && !(complete && coup.stages.has("end")));
    const winner = facts === null ? null : winnerOf(facts);
    this.wrong("result", `the result is ${winner ?? "not there"}`, event["result"] !== winner || !alike(event["facts"], facts));
  }

  #endOfShoe(event: Data, coup: Round): void {
    let ending = (coup.ending = this.shoe.ending);
    if (ending === "cut_this_round" && this.rules !== null) {
      const tieAddsOne = this.rules["last_round"].value === "this_round_tie_adds_one";
      ending = tieAddsOne && event["result"] !== "tie" ? "over" : "last_round";
    } else if (ending === "last_round") ending = "over";
    this.wrong("cards", `after the round the shoe is ${ending}, not ${event["ending"]}`, this.whole && ending !== event["ending"]);
    this.shoe.ending = event["ending"];
  }

  #cancel(): void {
    this.wrong("drawing", "cards were dealt already", this.now().dealt);
    this.round = null;
  }

  #reopen(event: Data): void {
    const last = this.last;
    if (last === null || last.number !== event["number"] || this.round !== null) throw new Missing("the last round cannot be opened again");
    if (last.takenOut !== null) {
      this.#interrupted = [this.shoe, this.excess, this.rules, this.shuffleDue];
      [this.shoe, this.excess] = last.takenOut;
    }
    this.rounds.delete(last.number);
    this.shoe.ending = this.shoe.recheck ? "over" : last.ending;
    [this.round, this.number, this.last] = [last, last.number, null];
    [this.rules, this.shuffleDue] = [Object.keys(last.rules).length === 0 ? null : last.rules, false];
  }

  /** Wagers go back and chips are paid. The last round keeps its shoe: it is decided again as before. */
  #close(): void {
    this.wrong("settlement", "the table closes with stakes on it", this.whole && this.books.boxes().size > 0);
    const chips = [...this.books.balances.keys()].some((account) => read(account)[0] === "chips");
    this.wrong("settlement", "the table closes with chips that are not paid", this.whole && chips);
    if (this.shoe.loaded && this.last !== null) this.last.takenOut ??= [this.shoe, this.excess];
    [this.excess, this.shoe.loaded, this.closed] = [[], false, true];
  }

  // money that goes back

  /** The settled wager that an event is about. */
  #lineOf(event: Data): Line {
    const coup = this.round?.number === event["number"] ? this.round : this.rounds.get(event["number"]);
    const line = coup?.settled.get(written([event["patron"], event["area"], event["wager"]]));
    if (line === undefined) throw new Missing("nothing is known of this wager");
    return line as Line;
  }

  /**
   * What it takes to undo settled wagers; unknown where balances are. What comes to a patron is there before anything is taken,
   * of all wagers that are void together; where wagers are decided again, of each alone.
   */
  #undone(lines: Line[], intoBox = false): Moves | null {
    const moves: Moves = new Map();
    for (const some of intoBox ? lines.map((line) => [line]) : [lines]) {
      for (const line of some) this.#giveBack(moves, line, intoBox);
      for (const line of some) this.#takeBack(moves, line, intoBox);
    }
    return this.whole ? moves : null;
  }

  /** Commission, a stake that was lost, and the dealer's error, which is the house's. */
  #giveBack(moves: Moves, line: Line, intoBox: boolean): void {
    const [patron, area, wager, stake, , taken, owed] = line;
    const chips = ["chips", patron];
    move(moves, TAKEN, FLOAT, taken);
    move(moves, TAKEN, chips, owed - this.#forgive(moves, patron, owed));
    move(moves, FLOAT, ERRORS, errorOf(line));
    if (intoBox) move(moves, FLOAT, ["box", area, wager, patron], stake);
    move(moves, FLOAT, chips, Math.max(0, -cameTo(line, intoBox)));
  }

  /** What came to a patron, as far as there are chips. */
  #takeBack(moves: Moves, line: Line, intoBox: boolean): void {
    const [chips, back] = [["chips", line[0]], Math.max(0, cameTo(line, intoBox))];
    const has = this.books.of(...chips) + (moves.get(written(chips)) ?? 0);
    move(moves, chips, FLOAT, Math.min(back, has));
    if (back > has && !this.#issued) move(moves, FLOAT, ["debt", line[0]], back - has);
  }

  #forgive(moves: Moves, patron: string, owed: number): number {
    let forgiven = 0;
    for (const account of [["commission_owed", patron], ["commission_debt", patron]]) {
      const some = Math.min(owed - forgiven, this.books.of(...account) + (moves.get(written(account)) ?? 0));
      move(moves, account, FLOAT, some);
      forgiven += some;
    }
    return forgiven;
  }

  #reopenStage(event: Data): void {
    const coup = this.now();
    const settles = new Map(((this.rules?.["wagers"] ?? []) as Data[]).map((one) => [one["id"] as string, one["settles"] as string]));
    const lines = standing(coup).filter((line) => settles.get(line[2]) === event["stage"]);
    this.#sameLines(event, lines);
    this.books.postWritten(event, this.#undone(lines, true));
    coup.stages.delete(event["stage"]);
    coup.stayed.clear();
  }

  #reverseStage(event: Data): void {
    const lines = standing(this.now());
    this.#sameLines(event, lines);
    this.books.postWritten(event, this.#undone(lines));
  }

  #sameLines(event: Data, lines: Line[]): void {
    const other = !same(event["wagers"], lines) || event["number"] !== this.now().number;
    this.wrong("settlement", "not the wagers that were settled are undone", this.whole && other);
    for (const line of lines) this.now().settled.delete(placeOf(line));
  }

  #voidRound(event: Data): void {
    const coup = this.rounds.get(event["number"]);
    this.wrong("settlement", "that round does not stand", this.whole && (coup === undefined || coup.void));
    this.books.postWritten(event, coup === undefined ? null : this.#undone(standing(coup)));
    if (coup === undefined) return;
    coup.void = true;
    if (this.last === coup) this.last = null;
  }

  #voidWager(event: Data): void {
    const spot = spotOf(event);
    const lies = this.books.of(...spot);
    if (event["number"] === this.number && lies !== 0) {
      this.books.postWritten(event, this.whole ? moved(spot, chipsOf(event), lies) : null);
      return;
    }
    const line = this.#lineOf(event);
    this.wrong("settlement", "that wager is void already", line[9]);
    this.books.postWritten(event, this.#undone([line]));
    line[9] = true;
  }

  #payment(event: Data): void {
    const [line, real, debt] = [this.#lineOf(event), event["really_returned"] as number, event["debt"] as number];
    const change = real - (line[10] ?? line[4]);
    const odd = event["returned"] !== line[4] || ![0, real - line[4]].includes(debt) || line[9] || line[11] !== 0 || debt < 0;
    this.wrong("settlement", "not what the book gives for that wager", odd);
    const moves = moved(ERRORS, chipsOf(event), change);
    move(moves, FLOAT, ["debt", event["patron"]], debt);
    this.books.postWritten(event, moves);
    [line[10], line[11]] = [real, debt];
  }

  // money of patrons and of the house

  #countFloat(event: Data): void {
    let patrons = 0;
    for (const [account, cents] of this.books.balances) if (["chips", "box", "cage"].includes(read(account)[0] ?? "")) patrons += cents;
    this.wrong("balance", `by the books ${-patrons} lie there`, this.whole && event["book"] !== -patrons);
  }

  /** Old debt of commission comes first; what chips do not cover of the rest is debt, or let go where issued. */
  #collect(event: Data): void {
    const patron = event["patron"] as string;
    const [chips, debt, owed] = [this.books.of("chips", patron), this.books.of("commission_debt", patron), this.books.of("commission_owed", patron)];
    const ofDebt = debt !== 0 && chips !== 0;
    const paid = Math.min(chips, ofDebt ? debt : owed);
    const unpaid = ofDebt || this.#issued ? 0 : owed - paid;
    const moves = moved(["chips", patron], TAKEN, paid);
    if (ofDebt) move(moves, ["commission_debt", patron], FLOAT, paid);
    else {
      move(moves, ["commission_owed", patron], FLOAT, owed - unpaid);
      move(moves, ["commission_owed", patron], ["commission_debt", patron], unpaid);
    }
    const other = this.whole && (event["amount"] !== paid || event["unpaid"] !== unpaid);
    this.wrong("entry", `${paid} is to be collected, and ${unpaid} left unpaid`, other);
    this.books.postWritten(event, this.whole ? moves : null);
  }

  #payDebt(event: Data): void {
    const [patron, amount] = [event["patron"] as string, event["amount"] as number];
    const due = Math.min(this.books.of("debt", patron), this.books.of("chips", patron));
    this.wrong("entry", `${due} of the debt is to be paid`, this.whole && amount !== due);
    const moves = moved(["chips", patron], FLOAT, amount);
    move(moves, ["debt", patron], FLOAT, amount);
    this.books.postWritten(event, moves);
  }

  #settleDispute(event: Data): void {
    const [patron, amount] = [event["patron"] as string, event["amount"] as number];
    const has = this.books.of("chips", patron);
    const moves = moved(FLOAT, ["chips", patron], Math.max(amount, -has));
    if (-amount > has && this.rules !== null && !this.#issued) move(moves, FLOAT, ["debt", patron], -amount - has);
    this.books.postWritten(event, this.whole ? moves : null);
  }
}

function spotOf(event: Data): string[] {
  return ["box", event["area"], event["wager"], event["patron"]];
}

function chipsOf(event: Data): string[] {
  return ["chips", event["patron"]];
}
