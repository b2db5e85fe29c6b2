/** What is to be heard when a table has gone on. */
import type { Felt } from "../api/schema";
import type { Moment } from "../felt/moment";
import type { Sound } from "../parts/sound";

export interface Heard {
  round: number;
  cards: number;
  over: boolean;
  betting: boolean;
}

export function heardOf(felt: Felt, moment: Moment): Heard {
  const hands = felt.hands;
  const cards = hands === null ? 0 : hands.player.cards.length + hands.banker.cards.length;
  return { round: hands?.round ?? 0, cards, over: hands?.over ?? false, betting: moment.betting };
}

/** One sound at most: the result before the close, the close before a card. */
export function soundOf(before: Heard, now: Heard): Sound | null {
  if (now.over && (!before.over || before.round !== now.round)) return "result";
  if (before.betting && !now.betting) return "close";
  return now.cards > (before.round === now.round ? before.cards : 0) && !now.over ? "card" : null;
}
