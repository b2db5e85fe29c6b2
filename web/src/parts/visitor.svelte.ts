/** Who looks at this page. In a demo house whoever opens it is a guest. */
import { ask } from "../api/ask";
import type { Welcome } from "../api/types";

class Visitor {
  welcome = $state.raw<Welcome | null>(null);

  get person(): string | null {
    return this.welcome?.you?.person ?? null;
  }

  async come(): Promise<void> {
    const first = await ask<Welcome>("/welcome");
    if (first.you === null && first.guests) {
      await ask("/guests", { method: "POST" });
      this.welcome = await ask<Welcome>("/welcome");
    } else this.welcome = first;
  }

  /** A guest who leaves is nobody: the next one has a name of their own. */
  async logOut(): Promise<void> {
    await ask("/log-out", { method: "POST" });
    location.assign("/");
  }

  async lookAgain(): Promise<void> {
    this.welcome = await ask<Welcome>("/welcome");
  }

  get isGuest(): boolean {
    return this.welcome?.guest === true;
  }
}

export const visitor = new Visitor();
