/** Follows the cards of a table: the shoe, the deal, and what is put right. */
import { Follower } from "./follower";
import { type Card, type Hand, type Hands, Law, type Next } from "./law";
import { Missing, type Report } from "./report";
import { BY_THE_BOOK, digestOfRules, isBy } from "./rules";
import { type Data, same } from "./strict";

/** A shoe in use: the faces that were written down by their place out of it, and how near its end is. */
export class TableShoe {
  readonly faces = new Map<number, string | null>();
  burned = 0;
  toBurn = -1;
  ending = "open";
  loaded = true;
  recheck = false;
  gapped = false;

  constructor(
    readonly cards: number,
    readonly depth: number | null,
    /** In which record it was cut, and where. */
    readonly cut: readonly [record: number, at: number],
  ) {}
}

export class Round {
  hands: Hands = { player: [], banker: [] };
  misplaced = false;
  void = false;
  gapped = false;
  readonly stages = new Set<string>();
  /** Settled wagers by patron, area and wager. */
  readonly settled = new Map<string, unknown[]>();
  readonly stayed = new Set<string>();
  /** The places of the cards that came before player, in error or before the turn, and waited. */
  readonly beforePlayer = new Set<number>();
  rules: Data = {};
  ending: string;
  takenOut: [TableShoe, Card[]] | null = null;

  constructor(
    readonly number: number,
    public kind: string,
    readonly shoe: TableShoe,
  ) {
    this.ending = shoe.ending;
  }

  get dealt(): boolean {
    return this.hands.player.length + this.hands.banker.length > 0;
  }
}

/** Irregularities whose remedy is about the round, or about the next one in the shoe. */
const OF_CARDS_THAT_WAIT = new Set(["player_card_in_error", "excess_card_seen", "excess_card_unseen", "first_card_face_up"]);
const SILENT = `
  cut_offered cut_declined announced closing_announced dealer_came seat_left maximum_granted marker_placed
  place_given_away patrons_named commission_due rules_given marker_moved turn_began turn_ended wager_out_of_turn
  risk_too_low patron_warned differential_left exposer_assigned no_bet_asked no_bet_agreed no_bet_withdrawn
  empty_reported error_recorded dispute_raised dispute_decided review_asked`;

export abstract class TableCards extends Follower {
  rules: Data | null = null;
  round: Round | null = null;
  readonly rounds = new Map<number, Round>();
  readonly shoes: TableShoe[] = [];
  protected shoe = new TableShoe(0, null, [0, 0]);
  protected excess: Card[] = [];
  protected number = 1;
  /** The last round, as long as it can be opened again. */
  protected last: Round | null = null;
  protected shuffleDue = false;
  protected closed = false;
  readonly #announced: Data[] = [];
  #cut: readonly [number, number] = [0, 0];
  /** The irregularity that was found last. */
  #found = "";

  constructor(report: Report, whole: boolean) {
    super(report, whole, ["cage", "bank", "float", "payment_errors"], SILENT);
    this.shoe.gapped = !whole;
    Object.assign(this.on, {
      table_opened: (event: Data) => this.#opened(event),
      change_announced: (event: Data) => void this.#announced.push(event),
      change_took_effect: (event: Data) => this.#changed(event),
      preparation_done: (event: Data) => this.#prepared(event),
      cards_checked: (event: Data) => event["passed"] && this.#takeOut(),
      cards_replaced: (event: Data) => this.#replaced(event),
      new_shoe_due: (event: Data) => this.#newShoeDue(event),
      cards_cut: (event: Data) => void (this.#cut = [this.record, event["at"]]),
      shoe_loaded: (event: Data) => this.#load(event),
      shoe_ends: () => void ([this.shoe.ending, this.shoe.recheck] = ["over", true]),
      card_burned: (event: Data) => this.#burn(event),
      cutting_card_drawn: (event: Data) => this.#cuttingCard(event),
      round_started: (event: Data) => this.#start(event),
      round_became_void_hand: () => this.#becomesVoidHand(),
      card_dealt: (event: Data) => this.#deal(event),
      hand_exposed: (event: Data) => this.#expose(event),
      card_disclosed: (event: Data) => this.#put({ card: event["card"], face_up: true, place: event["place"] }),
      card_corrected: (event: Data) => this.#correct(event),
      excess_card_kept: (event: Data) => this.#keepExcess(event),
      card_put_aside: (event: Data) => this.#putAside(event),
      irregularity_found: (event: Data) => this.#irregular(event),
      hands_reconstructed: (event: Data) => this.#reconstruct(event),
    });
  }

  override async happened(event: Data): Promise<void> {
    if (Object.hasOwn(event, "rules")) {
      const digest = await digestOfRules(event["rules"]);
      this.report.wrong("rules", "the digest is not that of the rules", digest !== event["rules"].digest);
    }
    await super.happened(event);
  }

  override missed(): void {
    this.shoe.gapped = true;
    if (this.round !== null) this.round.gapped = true;
  }

  /** Within a record faces may change places; after it the decks must hold them all. */
  override afterRecord(): void {
    const counts = new Map<string, number>();
    for (const face of this.shoe.faces.values()) if (face !== null) counts.set(face, (counts.get(face) ?? 0) + 1);
    const decks: number = this.rules === null ? 8 : this.rules["decks"].value;
    const many = [...counts].filter(([, count]) => count > decks).map(([face]) => face);
    this.wrong("cards", `more ${many.join(" ")} than ${decks} decks hold`, many.length > 0);
  }

  protected wrong(sort: string, sentence: string, when = true): void {
    this.report.wrong(sort, sentence, when);
  }

  protected now(): Round {
    if (this.round === null) throw new Missing("there is no round");
    return this.round;
  }

  /** Who is due a card; none where no rules say it, or others may have turned cards in records that are not here. */
  protected due(coup: Round): Next | null {
    if (this.rules === null) {
      this.report.skip("drawing under rules that are not in the bundle");
      return null;
    }
    const due = new Law(this.rules).next(coup.hands);
    if (due !== "nobody knows yet" || !coup.gapped) return due;
    this.report.skip("rounds in which somebody else turned the cards");
    return null;
  }

  protected noStakesWithoutWagers(): void {
    const lie = this.now().kind !== "wagers" && this.books.boxes().size > 0;
    this.wrong("settlement", "stakes lie in a round without wagers", this.whole && lie);
  }

  // rules

  #opened(event: Data): void {
    this.wrong("record", "opened twice", this.rules !== null && this.whole);
    [this.rules, this.shuffleDue] = [event["rules"], true];
  }

  #changed(event: Data): void {
    const [rules, present] = [event["rules"] as Data, this.rules];
    const known = !this.whole || (present !== null && this.#announced.some((notice) => isBy(notice, rules, present, this.number)));
    this.wrong("rules", "a change that was not announced for this round", !known);
    this.rules = rules;
  }

  // cards before the deal

  #prepared(event: Data): void {
    this.#takeOut();
    if (event["step"] === "shuffle") [this.shuffleDue, this.excess] = [false, []];
  }

  /** The cards of a shoe that is to be shuffled leave it with the first thing that is done to them. */
  #takeOut(): void {
    if (!this.shoe.loaded || !this.shuffleDue) return;
    this.shoe.loaded = false;
    if (this.last !== null) this.last.takenOut ??= [this.shoe, this.excess];
  }

  #replaced(event: Data): void {
    this.#newShoeDue(event);
    if (event["pending"].includes("shuffle")) this.#takeOut();
  }

  #newShoeDue(event: Data): void {
    if (event["pending"].includes("shuffle")) [this.shuffleDue, this.shoe.ending] = [true, "over"];
  }

  #load(event: Data): void {
    const decks = this.rules === null ? Math.floor(event["cards"] / 52) : this.rules["decks"].value;
    this.wrong("cards", `${event["cards"]} cards are not ${decks} decks`, event["cards"] !== 52 * decks);
    this.shoe = new TableShoe(event["cards"], event["depth"], this.#cut);
    this.shoes.push(this.shoe);
  }

  /** A card leaves the shoe, which may be one that was in use before the bundle begins. */
  #leaves(card: Card): void {
    const { faces, cards, gapped } = this.shoe;
    const follows = card.place === faces.size + 1 && card.place <= cards;
    this.wrong("cards", `card ${card.place} after ${faces.size} cards`, !follows && !gapped);
    faces.set(card.place, card.card);
  }

  #burn(event: Data): void {
    const [shoe, face] = [this.shoe, event["card"] as string | null];
    this.#leaves({ card: face, face_up: event["face_up"], place: event["place"] });
    shoe.burned += 1;
    if (this.rules !== null) {
      const more = shoe.toBurn >= 0 ? shoe.toBurn - 1 : face === null ? 0 : this.#burns(face, this.rules);
      this.wrong("cards", `${event["more"]} more to burn, not ${more}`, !shoe.gapped && more !== event["more"]);
    }
    shoe.toBurn = event["more"];
  }

  /** Cards to burn after this one where it is shown: its value, tens and pictures as the rules have it. */
  #burns(face: string, rules: Data): number {
    if (rules["burn"].value === "hidden") return 0;
    return new Law(rules).valueOf({ card: face, face_up: true, place: 0 }) || rules["burn_for_ten"].value;
  }

  #cuttingCard(event: Data): void {
    let ending = this.shoe.ending;
    const first = this.excess.length === 0 && !this.round?.dealt;
    if (this.rules !== null && ending === "open") {
      const oneMore = this.rules["last_round"].value === "one_more_unless_first";
      ending = oneMore && first && this.rules["last_if_first"].value ? "last_round" : "cut_this_round";
    }
    const other = event["first_of_round"] !== first || event["ending"] !== ending;
    this.wrong("cards", `the shoe is ${event["ending"]}, not ${ending}`, this.whole && other);
    this.shoe.ending = event["ending"];
  }

  // the cards of a round

  #start(event: Data): void {
    const ready = this.round === null && this.shoe.loaded && this.shoe.ending !== "over";
    this.wrong("drawing", "a round starts that cannot be dealt", this.whole && !ready);
    this.wrong("drawing", `round ${event["number"]} after ${this.number - 1} rounds`, this.whole && event["number"] !== this.number);
    this.round = new Round(event["number"], event["kind"], this.shoe);
    this.number = event["number"];
    this.noStakesWithoutWagers();
  }

  #becomesVoidHand(): void {
    this.now().kind = "void_hand";
    this.noStakesWithoutWagers();
  }

  #deal(event: Data): void {
    const [coup, hand] = [this.now(), event["hand"] as Hand];
    const card: Card = { card: event["card"], face_up: event["face_up"], place: event["place"] };
    if (event["from_excess"]) this.#takeWaiting(card, coup, hand);
    else this.#leaves(card);
    const due = coup.misplaced ? null : this.due(coup);
    if (due !== null) this.wrong("drawing", `a card for ${hand}: the law gives it to ${due}`, (due === hand) === event["misplaced"]);
    coup.hands[hand].push(card);
    coup.misplaced ||= event["misplaced"];
    this.last = null;
  }

  /** The first card that waits, or the first of those that the house does not keep for the next round. */
  #takeWaiting(card: Card, coup: Round, hand: Hand): void {
    const mine = this.excess.find((one) => !this.#isKept(one, coup, coup.hands, hand));
    const first = [this.excess[0] ?? null, mine ?? null].some((one) => same(one, card));
    this.wrong("cards", "not the card that waited", this.whole && !first);
    this.excess = this.excess.filter((one) => one.place !== card.place);
  }

  /** Whether a card came before player, in a house that gives such a card to no other hand of the round. */
  #isKept(card: Card, coup: Round, hands: Hands, to: Next): boolean {
    if (this.rules === null || to === "player" || !coup.beforePlayer.has(card.place)) return false;
    const thirds = hands.player.length + hands.banker.length >= this.rules["deal_order"].value.length;
    return thirds && this.rules["on_player_card_in_error"].value !== "bankers_third_if_due";
  }

  /** A card of the round, or one that waits, is now known so; no face changes by being seen. */
  #put(card: Card): void {
    const before = this.shoe.faces.get(card.place) ?? null;
    this.wrong("cards", `${before} is now ${card.card}`, before !== null && before !== card.card);
    this.shoe.faces.set(card.place, card.card);
    for (const cards of this.#lying()) cards.splice(0, cards.length, ...cards.map((one) => (one.place === card.place ? card : one)));
  }

  #lying(): Card[][] {
    return this.round === null ? [this.excess] : [this.round.hands.player, this.round.hands.banker, this.excess];
  }

  #expose(event: Data): void {
    const lie = new Set(this.now().hands[event["hand"] as Hand].map((one) => one.place));
    for (const data of event["cards"] as Data[]) {
      this.wrong("cards", "a card is turned that does not lie there", !lie.has(data["place"]));
      this.#put(cardIn(data));
    }
  }

  #correct(event: Data): void {
    const [place, shoe] = [event["place"] as number, this.shoe];
    const was = shoe.faces.get(place) ?? null;
    this.wrong("cards", `${was} is corrected as ${event["was"]}`, this.whole && was !== event["was"]);
    shoe.faces.set(place, null);
    const up = this.#lying().flat().find((one) => one.place === place)?.face_up;
    this.#put({ card: event["card"], face_up: up ?? event["face_up"], place });
    if (event["more"] === null || this.rules === null) return;
    const more = Math.max(0, this.#burns(event["card"], this.rules) - (shoe.burned - 1));
    this.wrong("cards", `${event["more"]} more to burn, not ${more}`, this.whole && event["more"] !== more);
    shoe.toBurn = event["more"];
  }

  #keepExcess(event: Data): void {
    const card = cardIn(event["card"]);
    this.#leaves(card);
    this.excess.push(card);
    if (["player_card_in_error", "third_card_before_turn"].includes(this.#found)) this.round?.beforePlayer.add(card.place);
  }

  /** A card as it leaves the shoe, or one that waited. */
  #putAside(event: Data): void {
    const waited = this.excess.find((one) => one.place === event["place"]);
    if (waited !== undefined) {
      this.wrong("cards", "not the card that waited", (this.whole && waited.card !== event["card"]) || !event["counted"]);
      this.excess = this.excess.filter((one) => one !== waited);
    } else if (event["counted"]) this.#leaves({ card: event["card"], face_up: event["card"] !== null, place: event["place"] });
  }

  /** The remedy is the one in the rules; a card that nobody was due is an excess card, whoever got it. */
  #irregular(event: Data): void {
    const [rules, what] = [this.rules, event["irregularity"] as string];
    this.#found = what;
    if (rules === null || !BY_THE_BOOK.has(what)) return;
    const may: unknown[] = [rules[`on_${what}`].value];
    if (what === "too_few_cards") may.push("round_void");
    if (what === "player_card_in_error") may.push(rules["on_excess_card_seen"].value, rules["on_excess_card_unseen"].value);
    const nothing = this.round === null || this.closed || ["last_round", "over"].includes(this.shoe.ending);
    if (nothing && OF_CARDS_THAT_WAIT.has(what)) may.push("recorded_only"); // no round is there to void, or none follows before the shuffle
    this.wrong("rules", `${event["remedy"]} is not the book's remedy for ${what}`, !may.includes(event["remedy"]));
  }

  /**
   * The cards are dealt again in the order drawn, as far as the law can see. What a house keeps for the next round
   * stays there if it does so; it was dealt again with the others once.
   */
  #reconstruct(event: Data): void {
    const coup = this.now();
    const written = { player: cardsIn(event["player"]), banker: cardsIn(event["banker"]), left: cardsIn(event["left_over"]) };
    if (this.rules !== null) {
      const law = new Law(this.rules);
      const right = [true, false].some((keeps) => same(written, this.#dealtAgain(coup, law, keeps)));
      this.wrong("drawing", "the hands are not those that the law makes of the cards", this.whole && !right);
    }
    this.excess = written.left;
    [coup.hands, coup.misplaced] = [{ player: written.player, banker: written.banker }, false];
  }

  #dealtAgain(coup: Round, law: Law, keeps: boolean): Hands & { left: Card[] } {
    const hands: Hands = { player: [], banker: [] };
    const left: Card[] = [];
    const cards = [...coup.hands.player, ...coup.hands.banker, ...this.excess].sort((one, other) => one.place - other.place);
    for (const card of cards) {
      const to = law.next(hands);
      const kept = keeps && this.#isKept(card, coup, hands, to);
      (!kept && (to === "player" || to === "banker") ? hands[to] : left).push(card);
    }
    return { ...hands, left };
  }
}

function cardIn(data: Data): Card {
  return { card: data["card"], face_up: data["face_up"], place: data["place"] };
}

function cardsIn(data: Data[]): Card[] {
  return data.map(cardIn);
}
