/** Whether a page is still there: it holds a lock as long as it lives, and whoever gets the lock knows that it is gone. */

export function holdLock(): string {
  const name = `page-${Math.random().toString(36).slice(2)}-${Date.now().toString(36)}`;
  void navigator.locks.request(name, () => new Promise(() => undefined));
  return name;
}

export function whenGone(lock: string, act: () => void): void {
  void navigator.locks.request(lock, act);
}
