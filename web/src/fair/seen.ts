/** A shoe as people are shown it. */
import type { Card, Shoe, Wrong } from "./history";

export interface SeenSeed {
  number: number;
  by: string;
  state: "promised" | "opened" | "left out";
}

export interface SeenShoe {
  number: number;
  house: string;
  size: number;
  commitment: string;
  promises: readonly string[];
  seeds: readonly SeenSeed[];
  root: string | null;
  houseSeeded: boolean;
  cutBy: string | null;
  cards: readonly Card[];
  out: number;
  ended: string | null;
  /** The whole order, once it is revealed. */
  order: readonly string[];
  revealed: boolean;
  wrong: readonly Wrong[];
}

export function seenOf(shoe: Shoe): SeenShoe {
  return {
    number: shoe.context.shoe,
    house: shoe.context.house,
    size: shoe.size,
    commitment: shoe.commitment,
    promises: shoe.promises.map(({ promise }) => promise),
    seeds: shoe.promises.map(({ by }, index) => ({ number: index + 1, by, state: stateOf(shoe, index + 1) })),
    root: shoe.roots[0] ?? null,
    houseSeeded: shoe.houseSeeded,
    cutBy: shoe.cutBy,
    cards: [...shoe.cards],
    out: shoe.out,
    ended: shoe.ended,
    order: shoe.order,
    revealed: shoe.secret !== null,
    wrong: [...shoe.wrong],
  };
}

function stateOf(shoe: Shoe, number: number): SeenSeed["state"] {
  if (shoe.opened.has(number)) return "opened";
  return shoe.leftOut.has(number) ? "left out" : "promised";
}

/** Cards that everybody saw, and how many of them are proven. */
export function provenOf(shoe: SeenShoe): { shown: number; proven: number } {
  const shown = shoe.cards.filter((card) => card.face !== null);
  return { shown: shown.length, proven: shown.filter((card) => card.proven).length };
}
