import { describe, expect, it } from "vitest";
import { noticeSaid, noticeTag } from "./notices";

const closing = { from_round: 9, new_shoe: false, closes: true, changes: [] };
const limits = {
  from_round: 4,
  new_shoe: false,
  closes: false,
  changes: [{ key: "minimum", title: "Minimum wager", before: "$5", after: "$10" }],
};

describe("what was announced", () => {
  it("is told with its round and what becomes of what", () => {
    expect(noticeSaid(limits)).toBe("From round 4 on: Minimum wager: $5 becomes $10.");
    expect(noticeSaid({ ...limits, new_shoe: true })).toContain("From round 4 on, and with the next shoe:");
    expect(noticeSaid(closing)).toContain("The table closes before round 9");
  });

  it("has a short word for what comes first", () => {
    expect(noticeTag([closing, limits])).toBe("Change: round 4");
    expect(noticeTag([closing])).toBe("Closes: round 9");
    expect(noticeTag([])).toBe("");
  });
});
