import { afterEach, describe, expect, it, vi } from "vitest";
import { connect } from "./connection";

const heard = new Map<string, (event: unknown) => void>();

function browser(has: { worker: boolean }): unknown[] {
  const said: unknown[] = [];
  vi.stubGlobal("addEventListener", (kind: string, act: (event: unknown) => void) => {
    const before = heard.get(kind);
    heard.set(kind, (event) => (before?.(event), act(event)));
  });
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("navigator", {}); // without locks, as where a page came over an open line
  if (has.worker)
    vi.stubGlobal(
      "SharedWorker",
      class {
        port = { postMessage: (message: unknown) => said.push(message), onmessage: null };
      },
    );
  return said;
}

describe("a page without locks", () => {
  afterEach(() => {
    heard.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says itself that it goes, and that it is back", () => {
    const said = browser({ worker: true });
    const wish = { tables: ["1"], board: false };
    connect(() => undefined).wish(wish);
    heard.get("pagehide")?.({});
    heard.get("pageshow")?.({ persisted: true });
    const wishes = said.filter((one) => (one as { kind: string }).kind === "wish");
    expect(wishes).toEqual([
      { kind: "wish", wish },
      { kind: "wish", wish: { tables: [], board: false } },
      { kind: "wish", wish },
    ]);
  });

  it("has a connection of its own where there are no shared workers either", () => {
    vi.useFakeTimers();
    browser({ worker: false });
    const opened: string[] = [];
    vi.stubGlobal(
      "EventSource",
      class {
        constructor(address: string) {
          opened.push(address);
        }
        addEventListener(): void {}
      },
    );
    connect(() => undefined).wish({ tables: [], board: true });
    expect(opened).toEqual(["/api/v1/live?board=*"]);
  });
});
