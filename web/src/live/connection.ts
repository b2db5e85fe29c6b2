/** A page's end of the live connection, which all pages of the browser share. */
import { ledConnection } from "./leader";
import type { FromPage, ToPage, Wish } from "./messages";
import { holdLock } from "./presence";

export interface Connection {
  wish(wish: Wish): void;
  /** Whether the machine may have slept: then nothing that was open is trusted. */
  wake(slept: boolean): void;
}

/** A phone in a pocket for longer may have lost its connections without a word. */
const LONG_HIDDEN = 5000;

export function connect(told: (message: ToPage) => void): Connection {
  const made = "SharedWorker" in globalThis ? sharedConnection(told) : ledConnection(told);
  addEventListener("focus", () => made.wake(false));
  addEventListener("online", () => made.wake(true));
  addEventListener("pageshow", (event) => made.wake(event.persisted));
  let hiddenSince: number | null = null;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenSince = Date.now();
    else made.wake(hiddenSince !== null && Date.now() - hiddenSince > LONG_HIDDEN);
  });
  return made;
}

function sharedConnection(told: (message: ToPage) => void): Connection {
  const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "live" });
  const say = (message: FromPage): void => worker.port.postMessage(message);
  worker.port.onmessage = (event: MessageEvent<ToPage>) => told(event.data);
  void holdLock().then((lock) => worker.port.postMessage({ kind: "join", lock }));
  return { wish: (wish) => say({ kind: "wish", wish }), wake: (slept) => say({ kind: "wake", slept }) };
}
