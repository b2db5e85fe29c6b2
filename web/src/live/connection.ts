/** A page's end of the live connection, which all pages of the browser share. */
import { ledConnection } from "./leader";
import type { FromPage, ToPage, Wish } from "./messages";
import { holdLock } from "./presence";

export interface Connection {
  wish(wish: Wish): void;
  wake(): void;
}

export function connect(told: (message: ToPage) => void): Connection {
  const made = "SharedWorker" in globalThis ? sharedConnection(told) : ledConnection(told);
  for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => made.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") made.wake();
  });
  return made;
}

function sharedConnection(told: (message: ToPage) => void): Connection {
  const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "live" });
  const say = (message: FromPage): void => worker.port.postMessage(message);
  worker.port.onmessage = (event: MessageEvent<ToPage>) => told(event.data);
  void holdLock().then((lock) => worker.port.postMessage({ kind: "join", lock }));
  return { wish: (wish) => say({ kind: "wish", wish }), wake: () => say({ kind: "wake" }) };
}
