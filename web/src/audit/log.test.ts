import { afterEach, describe, expect, it, vi } from "vitest";
import { log, NO_FILTERS, queryOf } from "./log.svelte";

describe("a question to the log", () => {
  it("says only what was filled in", () => {
    expect(queryOf({ ...NO_FILTERS, patron: " ann ", clause: "14.1" }, 0)).toBe(
      "patron=ann&clause=14.1&before=0&words=true&limit=50",
    );
  });

  it("has times in UTC", () => {
    const typed = "2026-11-17T20:00";
    const asked = new URLSearchParams(queryOf({ ...NO_FILTERS, since: typed }, 7));
    expect(new Date(`${asked.get("since")}Z`).getTime()).toBe(new Date(typed).getTime());
    expect(asked.get("before")).toBe("7");
  });
});

describe("the list", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("goes on with the filters by which it was begun, whatever the fields say since", async () => {
    const page = { records: [{ position: 7 }], after: 7, more: true };
    const asked = vi.fn((_: string) =>
      Promise.resolve(new Response(JSON.stringify(page), { headers: { "content-type": "application/json" } })),
    );
    vi.stubGlobal("fetch", asked);
    log.filters.patron = "ann";
    await log.show();
    log.filters.table = "nz-1998";
    await log.older();
    await log.show();
    const tables = asked.mock.calls.map(([path]) => new URL(path, "http://house").searchParams.get("table"));
    expect(tables).toEqual([null, null, "nz-1998"]);
  });
});
