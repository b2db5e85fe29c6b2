/** How a round ended, in few words. */
import type { SettledRound } from "../api/schema";
import { texts } from "../texts";

export function resultSaid({ result, void: isVoid, player, banker }: SettledRound): string {
  if (isVoid || result === null || player === null || banker === null) return texts.void;
  if (result === "tie") return texts.tieOf(player);
  return texts.resultOf(texts.hand[result], Math.max(player, banker), Math.min(player, banker));
}
