/** A clock that has jumped is a machine that slept. */
const EVERY = 2000;
const JUMP = 6000;

export function watchSleep(woke: () => void): void {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - last > JUMP) woke();
    last = now;
  }, EVERY);
}
