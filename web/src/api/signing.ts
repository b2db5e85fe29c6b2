/** Checkpoints for whoever takes a bundle away: it holds nothing that came after the newest one. */
import { ask } from "./ask";
import type { Checkpoint } from "./types";

/** Milliseconds: the whole log is read for it. */
const PATIENCE = 300_000;

/** Of all records that there are. */
export function signCheckpoint(): Promise<Checkpoint> {
  return ask<Checkpoint>("/audit/checkpoints", { method: "POST", patience: PATIENCE });
}
