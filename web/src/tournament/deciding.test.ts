import { describe, expect, it } from "vitest";
import type { FloorAlarm, Form } from "../api/schema";
import { decidedBy } from "./deciding";

/** An act at a table that is about one of these, or names none. */
function act(kind: string, table: string, ...numbers: number[]): Form {
  const options = numbers.map((number) => ({ text: String(number), sets: { number }, least: null, most: null }));
  const field = {
    name: "which",
    label: "",
    sort: "choice" as const,
    required: true,
    options,
    usual: "",
    least: null,
    most: null,
    more: false,
  };
  return { kind, title: "", about: "", table, says: "", sets: {}, fields: numbers.length > 0 ? [field] : [] };
}

const alarm = (more: Partial<FloorAlarm>): FloorAlarm => ({
  tournament: "cup",
  table: "1",
  book: "act-2015",
  kind: "dispute",
  number: 2,
  text: "",
  clause: null,
  ruled_by: "decide_dispute",
  since: 0,
  ...more,
});
const OFFERED = [act("decide_dispute", "2", 2), act("decide_dispute", "1", 1, 2), act("require_seat", "1")];

describe("an alarm at a table of a tournament", () => {
  it("is decided at its own table, and not by what decides another", () => {
    expect(decidedBy(OFFERED, alarm({}))).toBe(OFFERED[1]);
    expect(decidedBy(OFFERED, alarm({ number: 3 }))).toBeNull();
    expect(decidedBy(OFFERED, alarm({ table: "3" }))).toBeNull();
  });

  it("is decided by nothing where the server offers nothing", () => {
    expect(decidedBy([], alarm({}))).toBeNull();
    expect(decidedBy(OFFERED, alarm({ kind: "irregularity", number: null, ruled_by: null }))).toBeNull();
  });

  it("is decided by an act that names no number, whatever its own is", () => {
    expect(decidedBy(OFFERED, alarm({ kind: "seat", number: 5, ruled_by: "require_seat" }))).toBe(OFFERED[2]);
  });
});
