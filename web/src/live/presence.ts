/** Whether a page is still there: it holds a lock as long as it lives, and whoever gets the lock knows that it is gone. */

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
