/** A form that the server has made: what stands in it at first, and the command that comes of what was filled in. */
import type { Field, Form, Option } from "../api/schema";
import { asOffered, type OfferedCommand } from "../api/commands";
import { readCard, readCards } from "../deal/cards";
import { readSigned } from "../parts/money";
import { wordsIn } from "../parts/words";
import { formTexts } from "../texts/forms";

/** By field: of a choice the text of the option, of yes or no `yes`, else what was typed. */
export type Filled = Readonly<Record<string, string>>;

/** By field, what is wrong with it. */
export type Wrong = Readonly<Record<string, string>>;

type Members = Readonly<Record<string, unknown>>;

/** What is usual, unless it is about something that can be chosen: then that, and nothing else. */
export function begun(form: Form, about: Members = {}): Filled {
  return Object.fromEntries(
    form.fields.map((field) => [
      field.name,
      isOf(field, about) ? (optionAbout(field, about)?.text ?? "") : field.usual,
    ]),
  );
}

/** What is chosen is what somebody has seen, however often the offer comes anew; what is usual to be written goes with it. */
export function goneOn(form: Form, first: Filled): Filled {
  const chosen = form.fields
    .filter(({ sort, name }) => sort === "choice" && name in first)
    .map(({ name }) => [name, first[name]]);
  return { ...begun(form), ...Object.fromEntries(chosen) };
}

function isOf(field: Field, about: Members): boolean {
  return field.options.some((option) => Object.keys(about).some((key) => key in option.sets));
}

function optionAbout(field: Field, about: Members): Option | undefined {
  return field.options.find((option) => Object.entries(about).some(([key, value]) => option.sets[key] === value));
}

/** The command, or what is wrong with which field; at a table of a tournament it is wrapped in where it is done. */
export function read(form: Form, filled: Filled): { command: OfferedCommand } | { wrong: Wrong } {
  const inner: Record<string, unknown> = { do: form.kind, ...form.sets };
  const wrong: Record<string, string> = {};
  for (const field of form.fields) {
    const typed = asTyped(field, filled[field.name] ?? "");
    const isEmpty = typed === "";
    const members = isEmpty ? {} : membersOf(field, typed);
    if (isEmpty && field.required) wrong[field.name] = formTexts.fillIn;
    else if (members === null) wrong[field.name] = formTexts.unreadable[field.sort] ?? formTexts.fillIn;
    else Object.assign(inner, members);
  }
  if (Object.keys(wrong).length > 0) return { wrong };
  return { command: asOffered(form.table === null ? inner : { do: "at_table", table: form.table, command: inner }) };
}

/** What somebody has written ends without blanks; what was chosen is as it was offered. */
function asTyped({ sort }: Field, said: string): string {
  return sort === "choice" ? said : said.trim();
}

/** What a field sets; null for what cannot be read, or cannot be chosen any more. */
function membersOf(field: Field, typed: string): Members | null {
  if (field.sort === "choice") return field.options.find((option) => option.text === typed)?.sets ?? null;
  const value = READERS[field.sort](typed);
  return value === null ? null : { [field.name]: value };
}

const READERS: Record<Exclude<Field["sort"], "choice">, (typed: string) => unknown> = {
  text: (typed) => typed,
  words: (typed) => typed,
  texts: wordsIn,
  number: readNumber,
  money: readSigned,
  flag: (typed) => typed === "yes",
  card: readCard,
  cards: readCards,
  date: (typed) => typed,
  time: microseconds,
  times: readTimes,
  sizes: (typed) => (wordsIn(typed).every((one) => /^\d{1,4}$/.test(one)) ? wordsIn(typed).map(Number) : null),
};

export function readNumber(typed: string): number | null {
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}

/** The same form of another round: what was chosen before is not there, what was written stays; or that there is nothing. */
export function ofRound(form: Form, filled: Filled, round: number): { filled: Filled; wrong: Wrong } {
  const listed = form.fields.filter((field) => field.more);
  const usual = Object.fromEntries(listed.map(({ name, usual }) => [name, usual]));
  const empty = listed
    .filter(({ options }) => options.length === 0)
    .map(({ name }) => [name, formTexts.nothingOf(round)]);
  return { filled: { ...filled, ...usual }, wrong: Object.fromEntries(empty) };
}

/** A time as a form has it, in this machine's zone. */
function microseconds(local: string): number | null {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : time * 1000;
}

/** Several times, with commas between. */
function readTimes(typed: string): number[] | null {
  const times = typed.split(",").map(microseconds);
  return times.every((one) => one !== null) ? times : null;
}

/** Several times with another one in a place; empty if none is chosen. */
export function withTime(typed: string, count: number, place: number, chosen: string): string {
  const times = Array.from({ length: count }, (_, at) => (at === place ? chosen : (typed.split(",")[at] ?? "")));
  return times.every((one) => one === "") ? "" : times.join(",");
}

/** Within which an amount should be, by what was chosen with it. */
export function boundsOf(form: Form, field: Field, filled: Filled): Pick<Field, "least" | "most"> {
  const chosen = form.fields.flatMap((one) =>
    one.options.filter((option) => option.text === filled[one.name] && option.least !== null),
  );
  return (field.sort === "money" && chosen[0]) || field;
}

/** What it is called, with whom it is for. */
export function titleOf({ title, about }: Form): string {
  return about === "" ? title : `${title}: ${about}`;
}

export function keyOf({ table, kind, about }: Form): string {
  return `${table ?? ""} ${kind} ${about}`;
}

/** Every word that was typed is found in what it is called, says or is about. */
export function matching(forms: readonly Form[], typed: string): Form[] {
  const words = typed.toLowerCase().split(/\s+/);
  return forms.filter((form) =>
    words.every((word) => `${titleOf(form)} ${form.says} ${form.table ?? ""}`.toLowerCase().includes(word)),
  );
}
