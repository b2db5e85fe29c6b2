/** Checkpoints for whoever takes a bundle away: it holds nothing that came after the newest one. */
import { ask } from "./ask";
import type { SeenCheckpoint } from "./schema";

/** Milliseconds: the whole log is read for it. */
const PATIENCE = 300_000;

/** Of all records that there are. */
export function signCheckpoint(): Promise<SeenCheckpoint> {
  return ask<SeenCheckpoint>("/audit/checkpoints", { method: "POST", patience: PATIENCE });
}
