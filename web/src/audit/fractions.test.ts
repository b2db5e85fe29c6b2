import { describe, expect, it } from "vitest";
import { decimal, percent, signed } from "./fractions";

describe("exact fractions", () => {
  it("are rounded once, however long they are", () => {
    expect(decimal("1/3")).toBe("0.333333");
    expect(decimal("2/3")).toBe("0.666667");
    expect(decimal("-114753351728/10847218479825")).toBe("−0.010579");
    expect(decimal("5/1", 2)).toBe("5.00");
  });

  it("say which way they go", () => {
    expect([signed(0.01234), signed(-0.5), signed(0.00001)]).toEqual(["+0.0123", "−0.5000", "0.0000"]);
    expect(percent(-0.010579)).toBe("−1.0579%");
  });
});
