/** The live connection in a worker that all pages of the browser share. */
import { BROWSER, Hub } from "./hub";
import type { FromPage, Page } from "./messages";
import { whenGone } from "./presence";
import { watchSleep } from "./sleep";

const hub = new Hub(BROWSER);

interface Joining {
  kind: "join";
  lock: string;
}

function connect(port: MessagePort): void {
  const page: Page = { tell: (message) => port.postMessage(message) };
  hub.add(page);
  port.onmessage = (event: MessageEvent<FromPage | Joining>) => {
    if (event.data.kind === "join") whenGone(event.data.lock, () => hub.remove(page));
    else hub.heard(page, event.data);
  };
}

watchSleep(() => hub.heard({ tell: () => undefined }, { kind: "wake", slept: true }));
(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const port = event.ports[0];
  if (port !== undefined) connect(port);
};
