/** A plan as it is being written: what the server's form asks for, and the conditions as a document has them. */
import type { Condition, ConditionsForm } from "../api/schema";
import { wordsIn } from "../parts/words";

export type Row = Record<string, string>;

export interface Plan {
  conditions: Row;
  stages: Row[];
  prizes: Row[];
  table: Row[];
}

export function emptyRow(asked: readonly Condition[]): Row {
  return Object.fromEntries(
    asked.map((one) => [one.name, one.usual !== "" ? one.usual : one.needed ? (one.options[0] ?? "") : ""]),
  );
}

/** One stage, which is the last of the kinds that there are, and the limits. */
export function newPlan(form: ConditionsForm): Plan {
  const kinds = form.stage.find((one) => one.name === "kind")?.options ?? [];
  const last = kinds.at(-1) ?? "";
  const name = last.charAt(0).toUpperCase() + last.slice(1);
  return {
    conditions: emptyRow(form.conditions),
    stages: [{ ...emptyRow(form.stage), name, kind: last }],
    prizes: [emptyRow(form.prizes)],
    table: [],
  };
}

/** As a conditions document says it; what is empty is left out. */
export function written({ conditions, stages, prizes, table }: Plan, form: ConditionsForm): Record<string, unknown> {
  const all = said(conditions, form.conditions);
  const groups = Object.fromEntries(
    ["may_not_enter", "may_enter_only"].filter((name) => name in all).map((name) => [name, all[name]]),
  );
  const others = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in groups)));
  return {
    ...others,
    ...(Object.keys(groups).length > 0 ? { groups } : {}),
    stages: stages.map((one) => withLimits(said(one, form.stage))),
    prizes: Object.fromEntries(
      filled(prizes, "players").map((one) => [one["players"]?.trim(), wordsIn(one["shares"] ?? "")]),
    ),
    table: Object.fromEntries(filled(table, "key").map((one) => [one["key"], one["value"]])),
  };
}

/** What two rows are about, of which a document could have only one. */
export function saidTwice({ prizes, table }: Plan): string[] {
  const all = [
    ...filled(prizes, "players").map((one) => one["players"]?.trim() ?? ""),
    ...filled(table, "key").map((one) => one["key"] ?? ""),
  ];
  return [...new Set(all.filter((one, place) => all.indexOf(one) !== place))];
}

const LIMITS = "limits.";

/** What a stage limits by itself stands in a table of its own. */
function withLimits(stage: Record<string, unknown>): Record<string, unknown> {
  const [limits, others] = [
    Object.entries(stage).filter(([name]) => name.startsWith(LIMITS)),
    Object.entries(stage).filter(([name]) => !name.startsWith(LIMITS)),
  ];
  if (limits.length === 0) return stage;
  return {
    ...Object.fromEntries(others),
    limits: Object.fromEntries(limits.map(([name, value]) => [name.slice(LIMITS.length), value])),
  };
}

function filled(rows: readonly Row[], name: string): Row[] {
  return rows.filter((one) => (one[name] ?? "").trim() !== "");
}

function said(row: Row, asked: readonly Condition[]): Record<string, unknown> {
  const filled = asked.filter((one) => (row[one.name] ?? "").trim() !== "");
  return Object.fromEntries(filled.map((one) => [one.name, typed(one, (row[one.name] ?? "").trim())]));
}

function typed({ way }: Condition, text: string): unknown {
  if (way === "whole") return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (way === "words") return wordsIn(text);
  if (way === "time") return utc(text);
  return text;
}

/** A time of this machine's zone as a document writes it. */
export function utc(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString().replace(/\.\d+Z$/, "Z");
}
