/** What stands on roads, and what of them is read aloud. */
import type { PlacedBead, RoadCell } from "../api/schema";
import type { Beads, Marks } from "../parts/theme.svelte";
import { texts } from "../texts";

/** Where only the result is known, the letter. */
export function onBead(bead: PlacedBead, beads: Beads): string {
  return beads === "totals" && bead.total !== undefined ? String(bead.total) : texts.letter[bead.result];
}

/** With totals the shape says who won, which is otherwise the letter's part. */
export function beadShape(bead: PlacedBead, beads: Beads): "solid" | "ring" | "square" {
  if (beads === "letters" || bead.result === "banker") return "solid";
  return bead.result === "player" ? "ring" : "square";
}

/** What the marks mean, as this browser draws them. */
export function legend(lower: Record<Marks, string>, { marks, beads }: { marks: Marks; beads: Beads }): string {
  return beads === "totals" ? `${texts.beadsLegend} ${lower[marks]}` : lower[marks];
}

export function readBigRoad(cells: readonly RoadCell[], pending: number): string {
  return pending > 0 ? texts.tiesPending(pending) : cells.map((cell) => texts.letter[cell.result]).join(" ");
}
