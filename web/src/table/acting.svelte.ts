/** A command that somebody gives at a table, and why it was declined. */
import { problemOf } from "../api/ask";
import { give } from "../api/commands";
import type { Command, Problem } from "../api/types";

export class Acting {
  problem = $state.raw<Problem | null>(null);

  constructor(private readonly path: string) {}

  /** Whether it was carried out. */
  async give(command: Command): Promise<boolean> {
    this.problem = null;
    try {
      await give(this.path, command);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    }
  }
}
