/** Whether the cards on the cloth are those that the shoe has proven: by how many-th out of it each of them is. */
import type { Felt, Hand, SeenHand } from "../api/schema";
import type { SeenShoe } from "./seen";

/** For each card; none before its proof has come, and for one that lies face down. */
export type Marks = readonly (boolean | null)[];
export type HandMarks = Record<Hand, Marks>;

export const NO_MARKS: HandMarks = { player: [], banker: [] };

export function marksOf(shoes: readonly SeenShoe[], { hands, table }: Felt): HandMarks {
  const shoe = shoes.find((one) => one.number === table.view.shoe.number);
  return hands === null || shoe === undefined
    ? NO_MARKS
    : { player: ofHand(shoe, hands.player), banker: ofHand(shoe, hands.banker) };
}

function ofHand({ cards: out }: SeenShoe, { cards, places }: SeenHand): Marks {
  return cards.map(({ card }, at) => {
    const found = out.find((one) => one.place === places[at]);
    if (card === null || found === undefined || found.face === null) return null;
    return found.proven === true && found.face === card;
  });
}

/** Whether a card lies there that the house has not sealed in its place. */
export function isForged({ player, banker }: HandMarks): boolean {
  return [...player, ...banker].includes(false);
}
