/** A display that stands all night does not go dark; where that cannot be, it is the machine's setting. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let gone = false;
  const ask = (): void => void request();
  const request = async (): Promise<void> => {
    if (document.visibilityState !== "visible") return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (gone) void lock?.release();
  };
  if (!("wakeLock" in navigator)) return () => undefined;
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    gone = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
