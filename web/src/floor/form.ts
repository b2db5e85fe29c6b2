/** A ruling's form as somebody fills it in, and the command that comes of it. */
import type { Command } from "../api/types";
import { readCard } from "../deal/cards";
import { readSigned } from "../parts/money";
import { texts } from "../texts";
import { floorTexts } from "../texts/floor";
import type { Field, Form } from "./types";

/** By field: of a choice the number of the option, of yes or no `yes`, else what was typed. */
export type Filled = Record<string, string>;

export type Read = { command: Command } | { wrong: Record<string, string> };

/** The command, or what is wrong with which field. */
export function read(form: Form, filled: Filled): Read {
  const command: Command = { do: form.kind };
  const wrong: Record<string, string> = {};
  for (const field of form.fields) {
    const typed = (filled[field.name] ?? "").trim();
    const members = typed === "" ? {} : membersOf(field, typed);
    if (members === null) wrong[field.name] = mistake(field);
    else if (typed === "" && field.required) wrong[field.name] = floorTexts.fillIn;
    else Object.assign(command, members);
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { command };
}

/** What a field sets; null for what cannot be read. */
function membersOf(field: Field, typed: string): Record<string, unknown> | null {
  switch (field.sort) {
    case "choice":
      return field.options[Number(typed)]?.sets ?? null;
    case "money":
      return named(field, readSigned(typed));
    case "number":
      return named(field, /^\d{1,9}$/.test(typed) ? Number(typed) : null);
    case "card":
      return named(field, readCard(typed));
    case "flag":
      return { [field.name]: typed === "yes" };
    case "text":
      return { [field.name]: typed };
    case "cards":
    case "texts":
      return null; // no ruling asks for a list
  }
}

function named(field: Field, value: unknown): Record<string, unknown> | null {
  return value === null ? null : { [field.name]: value };
}

function mistake(field: Field): string {
  return field.sort === "card" ? floorTexts.badCard : field.sort === "money" ? texts.badAmount : floorTexts.fillIn;
}

/** With what is certain chosen already: a single option, or the one that sets this. */
export function begun(form: Form, about: Record<string, unknown> = {}): Filled {
  const found: Filled = {};
  for (const field of form.fields) {
    if (field.sort !== "choice") continue;
    const place = field.options.findIndex((option) => Object.entries(about).some(([key, value]) => option.sets[key] === value));
    if (place >= 0) found[field.name] = String(place);
    else if (field.required && field.options.length === 1) found[field.name] = "0";
  }
  return found;
}
