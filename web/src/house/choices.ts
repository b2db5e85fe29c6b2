/** A form made of a rulebook's parameters: what was typed, and what of it differs from what holds without it. */
import type { FormFault, FormField } from "../api/schema";

export type Typed = Record<string, string>;

export interface Section {
  name: string;
  /** What the house chooses by the book. */
  open: FormField[];
  fixed: FormField[];
  /** Where the book is silent. */
  silent: FormField[];
}

/** What every house chooses itself begins empty. */
export function blank(fields: readonly FormField[]): Typed {
  return Object.fromEntries(
    fields.filter(({ kind }) => kind !== "fixed").map((one) => [one.key, one.must_choose ? "" : one.value]),
  );
}

export function chosen(fields: readonly FormField[], typed: Typed): Typed {
  const differs = ({ key, kind, value, must_choose }: FormField): boolean =>
    kind !== "fixed" && (must_choose ? typed[key] !== "" : typed[key] !== value);
  const sent = ({ key, kind, value }: FormField): string =>
    kind === "selection" ? changeOf(value, typed[key] ?? "") : (typed[key] ?? "");
  return Object.fromEntries(fields.filter(differs).map((one) => [one.key, sent(one)]));
}

/** The wagers of a selection as an operator types it. */
export function selected(text: string): string[] {
  return text === "none" ? [] : text.split(", ");
}

/** The selection with this wager, or without it where it was selected. */
export function toggled(text: string, wager: string): string {
  const others = selected(text).filter((one) => one !== wager);
  const now = others.length < selected(text).length ? others : [...others, wager];
  return now.sort().join(", ") || "none";
}

/** What differs of a selection, so that a notice leaves the other wagers as earlier notices have them. */
function changeOf(before: string, after: string): string {
  const added = selected(after).filter((one) => !selected(before).includes(one));
  const removed = selected(before).filter((one) => !selected(after).includes(one));
  return [...added.map((one) => `+${one}`), ...removed.map((one) => `-${one}`)].join(", ");
}

export function sectionsOf(fields: readonly FormField[]): Section[] {
  const names = [...new Set(fields.map(({ section }) => section))];
  return names.map((name) => {
    const own = fields.filter(({ section }) => section === name);
    const of = (...kinds: string[]): FormField[] => own.filter(({ kind }) => kinds.includes(kind));
    return { name, open: of("choice", "bounds", "selection"), fixed: of("fixed"), silent: of("silent") };
  });
}

/** The first fault of each field. */
export function faultsByKey(faults: readonly FormFault[]): Map<string, FormFault> {
  const found = new Map<string, FormFault>();
  for (const fault of faults) if (fault.key !== null && !found.has(fault.key)) found.set(fault.key, fault);
  return found;
}

/** `played_in_place` is read as words. */
export function inWords(shown: string): string {
  return shown.replace(/(?<=[a-z])_(?=[a-z])/g, " ");
}
