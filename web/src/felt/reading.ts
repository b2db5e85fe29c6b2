/** Hands and seats for whoever listens. */
import type { Felt, Hand, SeenHand } from "../api/schema";
import { nameOf } from "../parts/card";
import { change } from "../parts/money";
import type { Marks } from "../fair/marks";
import { texts } from "../texts";
import { fairTexts } from "../texts/fair";
import { onSpot } from "./chips";

export function readHand(hand: Hand, seen: SeenHand | null, marks: Marks = []): string {
  const cards =
    seen?.cards.map(({ card }, at) =>
      card === null ? texts.faceDown : [nameOf(card), ...markRead(marks[at])].join(" "),
    ) ?? [];
  return texts.handRead(texts.hand[hand], seen?.total ?? null, cards.join(", "));
}

function markRead(mark: boolean | null | undefined): string[] {
  return mark === true ? [fairTexts.cardProven] : mark === false ? [fairTexts.cardUnproven] : [];
}

/** Who sits there by the whole name, and what wagers have brought; those that lie there are in a list of their own. */
export function readSeat(felt: Felt, area: string): string {
  const patron = felt.table.view.seats[area];
  const who = patron === undefined ? texts.freeSeat : patron === felt.person ? texts.you : patron;
  const brought = felt.layout.boxes.flatMap((box) => {
    const found = onSpot(felt, area, box.wager);
    return found === null || found.change === null ? [] : [`${box.name} ${change(found.change)}`];
  });
  return [`${texts.seat(area)}: ${who}`, ...brought].join(", ");
}
