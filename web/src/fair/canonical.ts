/** JSON in its one spelling: keys sorted, no white space, no escapes that it does not need. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort(byCodePoints);
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(",")}}`;
}

/** Texts are compared by their characters, not by the halves that JavaScript keeps of some. */
function byCodePoints(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]];
  const place = ones.findIndex((letter, at) => letter !== others[at]);
  if (place === -1) return ones.length - others.length;
  return (ones[place]?.codePointAt(0) ?? 0) - (others[place]?.codePointAt(0) ?? -1);
}
