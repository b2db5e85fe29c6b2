/** A page's end of the live connection, which all pages of the browser share. */
import { BROWSER, Hub } from "./hub";
import { ledConnection } from "./leader";
import { type FromPage, NOTHING, type Page, type ToPage, type Wish } from "./messages";
import { holdLock } from "./presence";
import { watchSleep } from "./sleep";

export interface Connection {
  wish(wish: Wish): void;
  /** Whether the machine may have slept: then nothing that was open is trusted. */
  wake(slept: boolean): void;
}

/** A phone in a pocket for longer may have lost its connections without a word. */
const LONG_HIDDEN = 5000;

export function connect(told: (message: ToPage) => void): Connection {
  const made =
    "SharedWorker" in globalThis
      ? sharedConnection(told)
      : "locks" in navigator
        ? ledConnection(told)
        : ownConnection(told);
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
  let last = NOTHING;
  if ("locks" in navigator) void holdLock().then((lock) => worker.port.postMessage({ kind: "join", lock }));
  else {
    addEventListener("pagehide", () => say({ kind: "wish", wish: NOTHING }));
    addEventListener("pageshow", () => say({ kind: "wish", wish: last }));
  }
  return { wish: (wish) => say({ kind: "wish", wish: (last = wish) }), wake: (slept) => say({ kind: "wake", slept }) };
}

/** For a page of its own: a browser has no locks for pages that come over an open line, and some have no shared workers. */
function ownConnection(told: (message: ToPage) => void): Connection {
  const [hub, page]: [Hub, Page] = [new Hub(BROWSER), { tell: told }];
  watchSleep(() => hub.heard(page, { kind: "wake", slept: true }));
  return {
    wish: (wish) => hub.heard(page, { kind: "wish", wish }),
    wake: (slept) => hub.heard(page, { kind: "wake", slept }),
  };
}
