/** Commands that a person gives at one place, one at a time: that one is under way, and why it was declined. */
import { type CommandPath, give, type OfferedCommand } from "../api/commands";
import { proof } from "./proof.svelte";
import { Trying } from "./trying.svelte";

export class CommandRunner<C extends object> extends Trying {
  constructor(private readonly path: () => CommandPath<C>) {
    super();
  }

  /** Whether it was carried out; where the server wants a code first, it is asked for. */
  give(command: C | OfferedCommand): Promise<boolean> {
    return this.do(async () => void (await proof.through(() => give(this.path(), command))));
  }
}
