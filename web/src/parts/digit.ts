/** How wide a digit is in the font of this browser, in parts of the font's size: what is drawn keeps to its place in any font. */

/** Of the fonts that most systems have. */
const USUAL = 0.556;
const SIZE = 100;
const known = new Map<number, number>();

export function digitWide(weight: 400 | 600): number {
  const found = known.get(weight) ?? measured(weight);
  known.set(weight, found);
  return found;
}

function measured(weight: number): number {
  if (typeof document === "undefined") return USUAL;
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null) return USUAL;
  pen.font = `${weight} ${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText("0").width / SIZE;
}
