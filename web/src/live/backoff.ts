/** How long to wait before the next try: longer each time, and never the same for all who lost the same server. */
const FIRST = 250;
const LONGEST = 8000;

export function backoff(tried: number, chance: () => number = Math.random): number {
  const most = Math.min(LONGEST, FIRST * 2 ** tried);
  return most / 2 + (most / 2) * chance();
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
