/** What may be chosen at a step besides what its key, its cards or its number do. */
import type { DealerStep, StepChoice } from "../api/schema";

/** Beside the first one, which comes with cards or a number; all of them where the step is somebody else's act. */
export function besides({ way, choices }: Pick<DealerStep, "way" | "choices">): readonly StepChoice[] {
  if (way === "wait") return choices;
  return way === "cards" || way === "number" ? choices.slice(1) : [];
}
