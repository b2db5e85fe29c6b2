/** Where things lie on the cloth: seats on an arc around the dealer, boxes of a seat in rows across it. */
import type { PrintedBox } from "../api/schema";
import { digitWide } from "../parts/digit";
import { letters } from "../parts/words";

export const WIDTH = 844;
export const HEIGHT = 424;
const CENTRE = { x: WIDTH / 2, y: -372 };
const [INNER, OUTER] = [626, 750];
const HALF_ARC = 0.478;
const SEAM = 0.004;

export interface Point {
  x: number;
  y: number;
}

/** A piece of a ring around the dealer: angles from straight down, to the right. */
export interface Sector {
  from: number;
  to: number;
  inner: number;
  outer: number;
}

export function at(radius: number, angle: number): Point {
  return { x: CENTRE.x + radius * Math.sin(angle), y: CENTRE.y + radius * Math.cos(angle) };
}

/** The area of a seat; the first is at the dealer's far right, which is the viewer's left. */
export function seatSector(place: number, seats: number): Sector {
  const each = (2 * HALF_ARC) / seats;
  const from = -HALF_ARC + place * each;
  return { from: from + SEAM, to: from + each - SEAM, inner: INNER, outer: OUTER };
}

export function outline({ from, to, inner, outer }: Sector): string {
  const [a, b, c, d] = [at(inner, from), at(inner, to), at(outer, to), at(outer, from)];
  return `M${p(a)} A${inner} ${inner} 0 0 0 ${p(b)} L${p(c)} A${outer} ${outer} 0 0 1 ${p(d)} Z`;
}

function p({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

export function middle({ from, to, inner, outer }: Sector): Point {
  return at((inner + outer) / 2, (from + to) / 2);
}

/** How far a thing at this angle is turned, so that it faces its patron. */
export function turned(sector: Sector): number {
  return -((sector.from + sector.to) / 2) * (180 / Math.PI);
}

export interface PlacedBox {
  box: PrintedBox;
  sector: Sector;
}

const MOST_IN_A_ROW = 2;

/** Main wagers have a row each, the first nearest to the patron; those beside them share rows nearer to the dealer. */
export function boxesOf(seat: Sector, boxes: readonly PrintedBox[]): PlacedBox[] {
  const rows = rowsOf(boxes);
  const depth = (seat.outer - seat.inner) / rows.length;
  return rows.flatMap((row, place) => {
    const outer = seat.outer - place * depth;
    const width = (seat.to - seat.from) / row.length;
    return row.map((box, column) => ({
      box,
      sector: { from: seat.from + column * width, to: seat.from + (column + 1) * width, inner: outer - depth, outer },
    }));
  });
}

/** From the patron to the dealer. */
export function rowsOf(boxes: readonly PrintedBox[]): PrintedBox[][] {
  const rows = boxes.filter((box) => box.main).map((box) => [box]);
  const beside = boxes.filter((box) => !box.main);
  for (let place = 0; place < beside.length; place += MOST_IN_A_ROW)
    rows.push(beside.slice(place, place + MOST_IN_A_ROW));
  return rows;
}

const PLATE = 17;
/** Sizes of names, amounts and the marks of boxes beside the main ones. */
const SIZES = { name: 12, amount: 11.5, mark: 9 };
const NARROW = 80;
const EDGE = 6;

export function nameplate(seat: Sector): Point {
  return at(seat.outer + PLATE, (seat.from + seat.to) / 2);
}

/** How many letters a name may have without lying over the next one. */
export function lettersAt(seat: Sector): number {
  return ((seat.to - seat.from) * (seat.outer + PLATE)) / (SIZES.name * digitWide(400));
}

/** Where the chip of a main box lies, from its left edge, and how large it is drawn. */
export function chipIn(wide: number): { x: number; scale: number; end: number } {
  return wide < NARROW ? { x: 24, scale: 0.36, end: 33 } : { x: 30, scale: 0.46, end: 41 };
}

/** How many digits an amount may have beside the chip of a box or, where there is none, beside its mark. */
export function digitsIn(wide: number, box: PrintedBox): number {
  const taken = box.main ? chipIn(wide).end : EDGE + letters(box.mark) * SIZES.mark * digitWide(600);
  return (wide - EDGE - taken) / (SIZES.amount * digitWide(600));
}
