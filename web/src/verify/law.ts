/** What the rules in a bundle decide: who gets a card, what the hands come to, what a wager is paid. No rule stands here, only how rules are read. */
import { require, Unfit } from "./report";
import type { Data } from "./strict";

export interface Card {
  /** None where nobody has written it down. */
  card: string | null;
  face_up: boolean;
  place: number;
}
export type Hand = "player" | "banker";
export type Hands = Record<Hand, Card[]>;
export type Next = Hand | "nobody" | "nobody knows yet";

const RANKS = "A23456789TJQK";

/** The drawing law of a table's rules. */
export class Law {
  constructor(private readonly rules: Data) {}

  valueOf(card: Card): number {
    const points = this.rules["card_values"].value.points as number[];
    return points[RANKS.indexOf((card.card ?? "T").charAt(0))] ?? 0;
  }

  total(cards: readonly Card[]): number {
    return cards.reduce((sum, card) => sum + this.valueOf(card), 0) % 10;
  }

  /** The hand that gets the next card. */
  next({ player, banker }: Hands): Next {
    const order = this.rules["deal_order"].value as Hand[];
    const dealt = player.length + banker.length;
    if (dealt < order.length) return order[dealt] as Hand;
    if (![...player, ...banker].every((card) => card.face_up && card.card !== null)) return "nobody knows yet";
    if (banker.length === 3) return "nobody";
    const third = player[2];
    const bankers = this.total(banker);
    if (third !== undefined) return this.#drawsAfter(third, bankers) ? "banker" : "nobody";
    return this.#afterFour(this.total(player.slice(0, 2)), bankers);
  }

  #drawsAfter(third: Card, bankers: number): boolean {
    const rows = this.rules["banker_draws_after_card"].value.rows as boolean[][];
    return rows[Math.min(bankers, rows.length - 1)]?.[this.valueOf(third)] === true;
  }

  #afterFour(players: number, bankers: number): Next {
    const naturals = this.rules["naturals"].value as number[];
    if (naturals.includes(players) || naturals.includes(bankers)) return "nobody";
    if ((this.rules["player_draws"].value.totals as number[]).includes(players)) return "player";
    return (this.rules["banker_draws_after_stand"].value.totals as number[]).includes(bankers) ? "banker" : "nobody";
  }

  facts(hands: Hands): Data {
    const side = (hand: Card[]): Data => ({ total: this.total(hand), cards: hand.length });
    const pairs = { player: pairOf(hands.player), banker: pairOf(hands.banker) };
    return { player: side(hands.player), banker: side(hands.banker), pairs };
  }
}

function pairOf(hand: readonly Card[]): string {
  require(hand.length >= 2, "a hand has fewer than two cards");
  const [first, second] = [hand[0]?.card ?? "?!", hand[1]?.card ?? "?!"];
  if (first.charAt(0) !== second.charAt(0)) return "none";
  if (first === second) return "perfect";
  return "DH".includes(first.charAt(1)) === "DH".includes(second.charAt(1)) ? "coloured" : "mixed";
}

export function winnerOf(facts: Data): string {
  const ahead = facts["player"].total - facts["banker"].total;
  return ahead === 0 ? "tie" : ahead > 0 ? "player" : "banker";
}

/** Whether a condition of a pay table is true of a coup. */
export function holds(when: Data, facts: Data): boolean {
  const hand = Object.hasOwn(when, "hand") ? (when["hand"] as Hand) : "player";
  const { total, cards } = facts[hand];
  const ahead = total - facts[hand === "player" ? "banker" : "player"].total;
  switch (when["is"]) {
    case "wins": return ahead > 0;
    case "tie": return ahead === 0;
    case "wins_by": return ahead === when["points"];
    case "total": return when["totals"].includes(total);
    case "card_count": return cards === when["cards"];
    case "natural": return cards === 2 && when["totals"].includes(total);
    case "pair": return when["classes"].includes(facts["pairs"][hand]);
    case "all_of": return when["conditions"].every((part: Data) => holds(part, facts));
    case "any_of": return when["conditions"].some((part: Data) => holds(part, facts));
    case "not": return !holds(when["condition"], facts);
  }
  throw new Unfit(`no condition is called ${String(when["is"])}`);
}

const ROUNDING: Record<string, (top: bigint, bottom: bigint) => bigint> = {
  to_patron: (top, bottom) => -floored(-top, bottom),
  to_house: floored,
  to_nearest: (top, bottom) => floored(2n * top + bottom, 2n * bottom),
};

function floored(top: bigint, bottom: bigint): bigint {
  const found = top / bottom;
  return top % bottom < 0n ? found - 1n : found;
}

/** What becomes of a stake by the pay tables of the rules: a line of a settlement as records write it. */
export function settledLine(rules: Data, where: readonly string[], stake: number, facts: Data): unknown[] {
  const wager = (rules["wagers"] as Data[]).find((one) => one["id"] === where[2]);
  require(wager !== undefined, "there is no such wager");
  const hit = (wager["lines"] as Data[]).find((line) => holds(line["when"], facts));
  if (hit === undefined) return [...where, stake, 0, 0, 0, "lost", wager["loses"]];
  if (hit["pays"].is === "stand_off") return [...where, stake, stake, 0, 0, "stood_off", hit["clause"]];
  const { full, net } = winnings(rules, wager["commission"], stake, hit["pays"]);
  if (wager["commission"].is === "commission_owed") return [...where, stake, stake + full, 0, full - net, "won", hit["clause"]];
  return [...where, stake, stake + net, full - net, 0, "won", hit["clause"]];
}

function winnings(rules: Data, commission: Data, stake: number, pays: Data): { full: number; net: number } {
  const rate: Data = Object.hasOwn(commission, "rate") ? commission["rate"] : { numerator: 0, denominator: 1 };
  const rounded = ROUNDING[rules["rounding"].value as string];
  require(rounded !== undefined, "no such rounding");
  const [top, bottom] = [BigInt(stake) * BigInt(pays["win"]), BigInt(pays["stake"])];
  const [taken, of] = [BigInt(rate["numerator"]), BigInt(rate["denominator"])];
  return { full: Number(rounded(top, bottom)), net: Number(rounded(top * (of - taken), bottom * of)) };
}
