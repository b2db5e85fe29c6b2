/** A command that somebody gives, one at a time: that it is under way, and why it was declined. */
import { give } from "../api/commands";
import type { Command } from "../api/types";
import { proof } from "./proof.svelte";
import { Trying } from "./trying.svelte";

export class Acting extends Trying {
  constructor(private readonly path: string) {
    super();
  }

  /** Whether it was carried out; where the server wants a code first, it is asked for. */
  give(command: Command): Promise<boolean> {
    return this.do(async () => void (await proof.through(() => give(this.path, command))));
  }
}
