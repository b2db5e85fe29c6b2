/** A hand for whoever listens. */
import type { Hand, SeenHand } from "../api/types";
import { nameOf } from "../parts/card";
import type { Marks } from "../fair/marks";
import { texts } from "../texts";
import { fairTexts } from "../texts/fair";

export function readHand(hand: Hand, seen: SeenHand | null, marks: Marks = []): string {
  const cards = seen?.cards.map(({ card }, at) => (card === null ? texts.faceDown : [nameOf(card), ...markRead(marks[at])].join(" "))) ?? [];
  return texts.handRead(texts.hand[hand], seen?.total ?? null, cards.join(", "));
}

function markRead(mark: boolean | null | undefined): string[] {
  return mark === true ? [fairTexts.cardProven] : mark === false ? [fairTexts.cardUnproven] : [];
}
