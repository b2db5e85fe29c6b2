import { describe, expect, it } from "vitest";
import type { Condition, ConditionsForm } from "../api/schema";
import { newPlan, saidTwice, utc, written } from "./planning";

const asked = (name: string, way: Condition["way"], more: Partial<Condition> = {}): Condition => ({
  name,
  way,
  clause: "15.4",
  needed: true,
  options: [],
  usual: "",
  ...more,
});
const FORM: ConditionsForm = {
  book: "b",
  title: "B",
  conditions: [
    asked("title", "text"),
    asked("start", "time"),
    asked("least_players", "whole", { usual: "8" }),
    asked("may_not_enter", "words", { needed: false }),
  ],
  stage: [
    asked("name", "text"),
    asked("kind", "choice", { options: ["heat", "final"] }),
    asked("rounds", "whole", { needed: false, usual: "20" }),
    asked("shoes", "whole", { needed: false }),
  ],
  prizes: [asked("players", "text", { usual: "8-14" }), asked("shares", "shares", { usual: "70, 30" })],
  table: [],
};

describe("a plan", () => {
  it("begins with a final and what is usual", () => {
    const plan = newPlan(FORM);
    expect(plan.stages).toEqual([{ name: "Final", kind: "final", rounds: "20", shoes: "" }]);
    expect(plan.conditions["least_players"]).toBe("8");
  });

  it("is written as a document, without what is empty", () => {
    const plan = newPlan(FORM);
    plan.conditions["title"] = " Cup ";
    plan.table = [
      { key: "minimum", value: "10" },
      { key: "", value: "5" },
    ];
    expect(written(plan, FORM)).toEqual({
      title: "Cup",
      least_players: 8,
      stages: [{ name: "Final", kind: "final", rounds: 20 }],
      prizes: { "8-14": ["70", "30"] },
      table: { minimum: "10" },
    });
  });

  it("has limits of a stage in a table of their own", () => {
    const limited = { ...FORM, stage: [...FORM.stage, asked("limits.maximum", "dollars", { needed: false })] };
    const plan = newPlan(limited);
    expect(written(plan, limited)["stages"]).toEqual([{ name: "Final", kind: "final", rounds: 20 }]);
    plan.stages[0]!["limits.maximum"] = "200";
    expect(written(plan, limited)["stages"]).toEqual([
      { name: "Final", kind: "final", rounds: 20, limits: { maximum: "200" } },
    ]);
  });

  it("says which of two rows would be lost, and leaves out a row that is empty", () => {
    const plan = newPlan(FORM);
    plan.prizes.push({ players: " 8-14", shares: "100" }, { players: "", shares: "1" });
    plan.table = [
      { key: "minimum", value: "10" },
      { key: "minimum", value: "5" },
      { key: "", value: "5" },
      { key: "", value: "6" },
    ];
    expect(saidTwice(plan)).toEqual(["8-14", "minimum"]);
    plan.prizes = [
      { players: "8-14", shares: "70, 30" },
      { players: "", shares: "1" },
    ];
    plan.table.splice(0, 1);
    expect(saidTwice(plan)).toEqual([]);
    expect(written(plan, FORM)).toMatchObject({ prizes: { "8-14": ["70", "30"] }, table: { minimum: "5" } });
  });

  it("names groups in a part of their own, and leaves to the server what is no number", () => {
    const plan = newPlan(FORM);
    plan.conditions["may_not_enter"] = "staff, family";
    plan.conditions["least_players"] = "few";
    expect(written(plan, FORM)).toMatchObject({ groups: { may_not_enter: ["staff", "family"] }, least_players: "few" });
  });

  it("has times in UTC", () => {
    expect(utc("2026-11-20T19:00")).toBe(new Date("2026-11-20T19:00").toISOString().replace(".000", ""));
    expect(utc("soon")).toBe("soon");
  });
});
