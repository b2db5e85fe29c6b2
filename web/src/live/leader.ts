/** Where there are no shared workers: one page, whoever holds the lock, has the connection for all of them. */
import { BROWSER, Hub } from "./hub";
import type { FromPage, Page, ToPage, Wish } from "./messages";
import { NOTHING } from "./messages";
import { holdLock, whenGone } from "./presence";
import { watchSleep } from "./sleep";
import type { Connection } from "./connection";

const CHANNEL = "puntobanco-live";

type OnAir =
  { kind: "from"; page: string; message: FromPage } | { kind: "to"; page: string; message: ToPage } | { kind: "who" };

export function ledConnection(told: (message: ToPage) => void): Connection {
  const held = holdLock();
  let me = "";
  const air = new BroadcastChannel(CHANNEL);
  let wish: Wish = NOTHING;
  let leader: Leader | null = null;

  async function say(message: FromPage): Promise<void> {
    me = await held;
    if (leader === null) air.postMessage({ kind: "from", page: me, message } satisfies OnAir);
    else leader.heard(me, message);
  }

  air.onmessage = (event: MessageEvent<OnAir>) => {
    const said = event.data;
    if (said.kind === "to" && said.page === me) told(said.message);
    else if (said.kind === "from") leader?.heard(said.page, said.message);
    else if (said.kind === "who") void say({ kind: "wish", wish });
  };
  void navigator.locks.request(CHANNEL, () => {
    leader = new Leader((page, message) => {
      if (page === me) told(message);
      else air.postMessage({ kind: "to", page, message } satisfies OnAir);
    });
    void say({ kind: "wish", wish });
    air.postMessage({ kind: "who" } satisfies OnAir);
    return new Promise(() => undefined);
  });
  return {
    wish: (wanted) => {
      wish = wanted;
      void say({ kind: "wish", wish });
    },
    wake: (slept) => void say({ kind: "wake", slept }),
  };
}

class Leader {
  readonly #hub = new Hub(BROWSER);
  readonly #pages = new Map<string, Page>();

  constructor(private readonly send: (page: string, message: ToPage) => void) {
    watchSleep(() => this.#hub.heard({ tell: () => undefined }, { kind: "wake", slept: true }));
  }

  heard(name: string, message: FromPage): void {
    this.#hub.heard(this.#pages.get(name) ?? this.#welcome(name), message);
  }

  #welcome(name: string): Page {
    const page: Page = { tell: (message) => this.send(name, message) };
    this.#pages.set(name, page);
    this.#hub.add(page);
    whenGone(name, () => {
      this.#pages.delete(name);
      this.#hub.remove(page);
    });
    return page;
  }
}
