import { describe, expect, it } from "vitest";
import { withNew } from "./state";

describe("tables in the lobby", () => {
  it("are in the order of their names, and a new one moves no other", () => {
    const first = withNew([], ["table/b", "table/a"]);
    expect(first).toEqual(["table/a", "table/b"]);
    expect(withNew(first, ["table/b", "table/a", "table/aa"])).toEqual(["table/a", "table/b", "table/aa"]);
  });
});
