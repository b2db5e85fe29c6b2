import { describe, expect, it } from "vitest";
import { NO_FILTERS, queryOf } from "./log.svelte";

describe("a question to the log", () => {
  it("says only what was filled in", () => {
    expect(queryOf({ ...NO_FILTERS, patron: " ann ", clause: "14.1" }, 0)).toBe("patron=ann&clause=14.1&before=0&words=true&limit=50");
  });

  it("has times in UTC", () => {
    const typed = "2026-11-17T20:00";
    const asked = new URLSearchParams(queryOf({ ...NO_FILTERS, since: typed }, 7));
    expect(new Date(`${asked.get("since")}Z`).getTime()).toBe(new Date(typed).getTime());
    expect(asked.get("before")).toBe("7");
  });
});
