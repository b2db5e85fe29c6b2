/** Who looks at this page. In a demo house whoever opens it is a guest. */
import { ask, problemOf, whenNobodyIsIn } from "../api/ask";
import type { Welcome } from "../api/schema";
import { alone } from "../live/presence";
import { shared } from "../live/sharing";

class Visitor {
  welcome = $state.raw<Welcome | null>(null);
  /** Recovery codes are before somebody's eyes, this once: nothing takes their place meanwhile. */
  keepsCodes = $state(false);
  #looking = false;

  constructor() {
    whenNobodyIsIn(() => void this.look());
  }

  get person(): string | null {
    return this.welcome?.you?.person ?? null;
  }

  /** Staff without a second factor sets one up first. */
  get setsUpFactor(): boolean {
    return this.keepsCodes || this.welcome?.you?.needs_factor === true;
  }

  async come(): Promise<void> {
    const first = await ask<Welcome>("/welcome");
    this.welcome = first.you === null && first.guests ? await alone("puntobanco.coming", comeAsGuest) : first;
  }

  /** A guest who leaves is nobody: the next one has a name of their own. */
  async logOut(): Promise<void> {
    await ask("/log-out", { method: "POST" });
    location.assign("/");
  }

  async lookAgain(): Promise<void> {
    this.welcome = shared(this.welcome, await ask<Welcome>("/welcome"));
  }

  /** Whether it is still the same person: another tab may have logged out or in, the house may have ended the session. */
  async look(): Promise<void> {
    if (this.#looking || this.welcome === null) return;
    this.#looking = true;
    await this.lookAgain().catch(problemOf);
    this.#looking = false;
    if (this.person === null && this.welcome.guests) this.welcome = null; // whoever comes now is another guest
  }

  get isGuest(): boolean {
    return this.welcome?.guest === true;
  }
}

/** Whoever opens several tabs at once is one guest: who comes second finds the first one in. */
async function comeAsGuest(): Promise<Welcome> {
  const found = await ask<Welcome>("/welcome");
  if (found.you !== null) return found;
  await ask("/guests", { method: "POST" });
  return ask<Welcome>("/welcome");
}

export const visitor = new Visitor();
