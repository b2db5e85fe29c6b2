/** The seconds of a countdown as they pass. */
import { type Countdown, secondsInAll, secondsLeft } from "./countdown";

const EVERY = 250;

export class Ticking {
  #now = $state(Date.now());

  constructor(private readonly countdown: () => Countdown | null) {
    $effect(() => {
      if (this.countdown() === null) return;
      this.#now = Date.now();
      const timer = setInterval(() => (this.#now = Date.now()), EVERY);
      return () => clearInterval(timer);
    });
  }

  /** None while none runs. */
  get left(): number | null {
    const running = this.countdown();
    return running === null ? null : secondsLeft(running, this.#now);
  }

  get inAll(): number {
    const running = this.countdown();
    return running === null ? 1 : secondsInAll(running);
  }
}
