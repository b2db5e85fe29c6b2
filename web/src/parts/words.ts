/** Sentences of the server for people: names of wagers and commands as words. */
export function plainly(sentence: string): string {
  return sentence.replaceAll("_", " ");
}

/** What stands between commas. */
export function wordsIn(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A name where there is room for so many letters: `House patron 12` is HP 12, and what is still too long ends in an ellipsis. */
export function brief(name: string, longest = 6): string {
  if (letters(name) <= longest) return name;
  const words = name.split(/[\s-]+/).filter((word) => word !== "");
  if (words.length === 1) return clipped(name, longest);
  const initials = words.filter((word) => !/^\d+$/.test(word)).map((word) => word[0]?.toUpperCase() ?? "");
  const numbers = words.filter((word) => /^\d+$/.test(word));
  return clipped([initials.join(""), ...numbers].join(" "), longest);
}

/** A sentence in one line where it has room, else in two of about the same length. */
export function inLines(sentence: string, room: number): string[] {
  if (letters(sentence) <= room) return [sentence];
  const middle = sentence.indexOf(" ", sentence.length / 2);
  return middle < 0 ? [sentence] : [sentence.slice(0, middle), sentence.slice(middle + 1)];
}

const ELLIPSIS = "…";
const WIDTHS: readonly [RegExp, number][] = [
  [/[\s.,:;'|!()fijlrtI-]/, 0.5],
  [/[MWmw@%…]/, 1.5],
  [/\p{Lu}/u, 1.3],
  [/[\u2E80-\uFFFF]/, 1.9],
];

/** How wide a text is, about, in widths of a digit. */
export function letters(text: string): number {
  return [...text].reduce((wide, one) => wide + (WIDTHS.find(([kind]) => kind.test(one))?.[1] ?? 1), 0);
}

function clipped(text: string, longest: number): string {
  if (letters(text) <= longest) return text;
  const kept = [...text];
  while (kept.length > 1 && letters(kept.join("") + ELLIPSIS) > longest) kept.pop();
  return kept.join("") + ELLIPSIS;
}
