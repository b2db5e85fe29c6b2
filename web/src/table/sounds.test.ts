import { describe, expect, it } from "vitest";
import { type Heard, soundOf } from "./sounds";

const heard = (more: Partial<Heard>): Heard => ({ round: 7, cards: 0, over: false, betting: false, ...more });

describe("what is heard", () => {
  it("is a card when one comes, in this round or as the first of the next", () => {
    expect(soundOf(heard({ cards: 1 }), heard({ cards: 2 }))).toBe("card");
    expect(soundOf(heard({ round: 6, cards: 5, over: true }), heard({ cards: 1 }))).toBe("card");
    expect(soundOf(heard({ cards: 2 }), heard({ cards: 2 }))).toBeNull();
  });

  it("is the close once, also where a card came with it", () => {
    expect(soundOf(heard({ betting: true }), heard({}))).toBe("close");
    expect(soundOf(heard({ round: 6, cards: 4, over: true, betting: true }), heard({ cards: 1 }))).toBe("close");
  });

  it("is the result when a round is over, once", () => {
    const [dealt, over] = [heard({ cards: 4 }), heard({ cards: 4, over: true, betting: true })];
    expect([soundOf(dealt, over), soundOf(over, over)]).toEqual(["result", null]);
    expect(soundOf(over, { ...over, round: 8 })).toBe("result");
  });
});
