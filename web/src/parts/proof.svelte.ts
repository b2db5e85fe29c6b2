/** What opens or closes a door to others takes a second factor of the last minutes: it is asked for, and the act is done again. */
import { ask, Declined } from "../api/ask";

const NEEDED = "code_needed";

interface Asked {
  given: () => void;
  left: () => void;
}

export class Proof {
  asked = $state.raw<Asked | null>(null);
  #proving: Promise<boolean> | null = null;

  /** Done as soon as whoever acts has proved enough; declined as before if they do not want to. */
  async through<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Declined) || error.problem.code !== NEEDED || !(await this.#prove())) throw error;
      return await this.through(act);
    }
  }

  async give(code: string): Promise<void> {
    await ask("/you/factor/code", { method: "POST", body: { code } });
    this.asked?.given();
  }

  leave(): void {
    this.asked?.left();
  }

  /** Asked for once, however many acts wait for it. */
  #prove(): Promise<boolean> {
    return (this.#proving ??= new Promise((resolve) => {
      const end = (given: boolean) => () => {
        this.asked = this.#proving = null;
        resolve(given);
      };
      this.asked = { given: end(true), left: end(false) };
    }));
  }
}

export const proof = new Proof();
