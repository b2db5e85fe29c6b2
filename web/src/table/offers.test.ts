import { describe, expect, it } from "vitest";
import type { Legal } from "../api/types";
import { turnedHere } from "./offers";

const expose: Legal = { kind: "expose", where: [["hand", "player"]], amounts: [], asks: [], areas: [] };

describe("cards that are mine to turn", () => {
  it("are turned at the page where the shoe names them", () => expect(turnedHere(expose)).toBe(true));
  it("are turned on the table where somebody must read them", () => expect(turnedHere({ ...expose, asks: ["cards"] })).toBe(false));
});
