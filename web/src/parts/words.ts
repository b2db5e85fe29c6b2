/** Sentences of the server for people: names of wagers and commands as words. */
export function plainly(sentence: string): string {
  return sentence.replaceAll("_", " ");
}

/** A name where there is room for little: `House patron 12` is HP 12. */
export function brief(name: string, longest = 6): string {
  if (name.length <= longest) return name;
  const words = name.split(/\s+/);
  if (words.length === 1) return name.slice(0, longest);
  const letters = words.filter((word) => !/^\d+$/.test(word)).map((word) => word[0]?.toUpperCase() ?? "");
  const numbers = words.filter((word) => /^\d+$/.test(word));
  return [letters.join(""), ...numbers].join(" ");
}
