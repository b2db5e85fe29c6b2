/** Small forms from what the server offers: it says what can be chosen, and the rest is written into fields. */
import type { Amounts, Command, CommandForm, CommandField, Legal } from "../api/types";
import { readDollars } from "../parts/money";
import { readCard, readCards } from "./cards";

/** Something that can be done, for one patron where it is about one. */
export interface Entry {
  form: CommandForm;
  patron: string;
  offers: readonly Legal[];
}

export type Chosen = Readonly<Record<string, string>>;

const PATRON = "patron";
const NOT_SAID = "";

function said(offer: Legal, name: string): unknown {
  return offer.where.find(([key]) => key === name)?.[1];
}

/** One for each command, and for each patron whom it is offered for; what is about the table comes first. */
export function entriesOf(forms: readonly CommandForm[], legal: readonly Legal[]): Entry[] {
  const found = forms.flatMap((form) => {
    const offers = legal.filter((one) => one.kind === form.kind);
    const patrons = new Set(offers.map((one) => said(one, PATRON)).filter((one) => typeof one === "string"));
    if (patrons.size === 0) return [{ form, patron: "", offers }];
    return [...patrons].map((patron) => ({ form, patron, offers: offers.filter((one) => said(one, PATRON) === patron) }));
  });
  return [...found.filter((one) => one.patron === ""), ...found.filter((one) => one.patron !== "")];
}

/** Every word that was typed is found in what it is called, says or is about. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter((one) => one !== "");
  return entries.filter(({ form, patron }) => {
    const about = `${form.title} ${form.says} ${patron}`.toLowerCase();
    return words.every((word) => about.includes(word));
  });
}

/** How a value of an offer is written in a choice. */
export function written(value: unknown): string {
  return value === null || value === undefined ? NOT_SAID : String(value);
}

/** What may be chosen for a field, by what was chosen before it; none where it is written freely. */
export function optionsOf(entry: Entry, field: CommandField, chosen: Chosen): string[] | null {
  const fitting = offersFor(entry, chosen, field.name);
  const values = fitting.filter((one) => one.where.some(([key]) => key === field.name)).map((one) => written(said(one, field.name)));
  if (values.length > 0) return [...new Set(values)];
  if (field.name === "area") return [...new Set(fitting.flatMap((one) => one.areas))];
  return field.sort === "choice" ? [...field.choices] : null;
}

/** The offers that agree with everything that was chosen, a field of one's own apart. */
function offersFor(entry: Entry, chosen: Chosen, besides: string): Legal[] {
  return entry.offers.filter((one) =>
    one.where.every(([key, value]) => key === besides || !(key in chosen) || chosen[key] === written(value)),
  );
}

/** Within which an amount or a number must be; none where the server does not say. */
export function boundsOf(entry: Entry, field: CommandField, chosen: Chosen): Amounts | null {
  if (field.sort !== "money" && field.name !== "at") return null;
  return offersFor(entry, chosen, field.name)[0]?.amounts[0] ?? null;
}

export type Filled = { command: Command } | { missing: CommandField };

/** The command, or the first field that is not filled in as it should be. */
export function filled(entry: Entry, chosen: Chosen): Filled {
  const command: Command = { do: entry.form.kind };
  for (const field of entry.form.fields) {
    const value = field.name === PATRON && entry.patron !== "" ? entry.patron : (chosen[field.name] ?? NOT_SAID);
    if (value.trim() === "" && !field.required) continue;
    const read = isOffered(entry, field, chosen, value) ? readField(field, value.trim()) : null;
    if (read === null) return { missing: field };
    command[field.name] = read;
  }
  return { command };
}

/** What cannot be chosen any more is not sent: it is not what stands in the form. */
function isOffered(entry: Entry, field: CommandField, chosen: Chosen, value: string): boolean {
  const options = field.name === PATRON ? null : optionsOf(entry, field, chosen);
  return options === null || options.includes(value);
}

function readField(field: CommandField, value: string): unknown {
  if (value === "") return null;
  switch (field.sort) {
    case "card":
      return readCard(value);
    case "cards":
      return readCards(value);
    case "money":
      return readDollars(value);
    case "number":
      return /^\d{1,9}$/.test(value) ? Number(value) : null;
    case "flag":
      return value === "true";
    case "texts":
      return value.split(",").map((one) => one.trim());
    default:
      return value;
  }
}
