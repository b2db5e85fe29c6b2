/** Locks of the browser: whether a page is still there, which holds one as long as it lives; and what one tab does at a time. */

/** The name of the lock, once it is held: whoever asks for it earlier would take the page for gone. */
export function holdLock(): Promise<string> {
  const name = `page-${Math.random().toString(36).slice(2)}-${Date.now().toString(36)}`;
  return new Promise((held) => {
    void navigator.locks.request(name, () => {
      held(name);
      return new Promise(() => undefined);
    });
  });
}

export function whenGone(lock: string, act: () => void): void {
  void navigator.locks.request(lock, act);
}

/** One tab at a time; a browser has no locks where a house is served without TLS to other machines. */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? await navigator.locks.request(name, act) : act();
}
