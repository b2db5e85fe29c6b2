import { describe, expect, it } from "vitest";
import type { DeskAct } from "../api/types";
import type { FloorAlarm } from "../floor/types";
import { decidedBy, isAbout } from "./deciding";

const act = (kind: string, table: string | null, where: DeskAct["where"] = []): DeskAct => ({ kind, says: "", table, where, asks: [] });
const alarm = (more: Partial<FloorAlarm>): FloorAlarm =>
  ({ tournament: "cup", table: "1", book: "act-2015", kind: "dispute", number: 2, text: "", clause: null, ruled_by: "decide_dispute", since: 0, ...more });
const OFFERED = [act("decide_dispute", "1", [["number", 1]]), act("decide_dispute", "1", [["number", 2]]), act("decide_dispute", "2", [["number", 2]]), act("require_seat", "1", [["patron", "ann"]])];

describe("an alarm at a table of a tournament", () => {
  it("is decided at its own table, and not by what decides another", () => {
    expect(decidedBy(OFFERED, alarm({}))?.acts).toEqual([OFFERED[1]]);
    expect(decidedBy(OFFERED, alarm({ number: 3 }))).toBeNull();
    expect(decidedBy(OFFERED, alarm({ table: "3" }))).toBeNull();
  });

  it("is decided by nothing where the server offers nothing", () => {
    expect(decidedBy([], alarm({}))).toBeNull();
    expect(decidedBy(OFFERED, alarm({ kind: "irregularity", number: null, ruled_by: null }))).toBeNull();
  });

  it("is decided by an act that names no number, whatever its own is", () => {
    expect(decidedBy(OFFERED, alarm({ kind: "seat", number: 5, ruled_by: "require_seat" }))?.kind).toBe("require_seat");
    expect(isAbout(act("reconstruct", "1"), null)).toBe(true);
  });
});
