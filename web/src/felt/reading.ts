/** A hand for whoever listens. */
import type { Hand, SeenHand } from "../api/types";
import { nameOf } from "../parts/card";
import { texts } from "../texts";

export function readHand(hand: Hand, seen: SeenHand | null): string {
  const cards = seen?.cards.map(({ card }) => (card === null ? texts.faceDown : nameOf(card))) ?? [];
  return texts.handRead(texts.hand[hand], seen?.total ?? null, cards.join(", "));
}
