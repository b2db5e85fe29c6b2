/** How high the left side of the wall is, in rows of its boxes: the more rows, the smaller its letters. */
import type { Felt, PrintedBox } from "../api/schema";
import { range } from "../parts/money";

/** How many letters stand in a line of each, at least, and how many rows a line of it is high. */
const TABLE = { letters: 12, high: 1.4 };
const TITLE = { letters: 32, high: 0.8 };
const LIMITS = { letters: 12, high: 1.5 };
const BOX = { letters: 34, high: 1 };

/** Its name, and its limits where they are not those of the first box. */
export function labelOf(box: PrintedBox, first: PrintedBox): string {
  const same = box.least === first.least && box.most === first.most;
  return same ? box.name : `${box.name}, ${range(box.least, box.most)}`;
}

export function rowsOf(table: string, { title, layout: { boxes } }: Pick<Felt, "title" | "layout">): number {
  const first = boxes[0];
  if (first === undefined) return 0;
  const more =
    furtherRows(table, TABLE) + furtherRows(title, TITLE) + furtherRows(range(first.least, first.most), LIMITS);
  return boxes.reduce((rows, box) => rows + BOX.high + furtherRows(`${labelOf(box, first)} ${box.pays}`, BOX), more);
}

function furtherRows(text: string, { letters, high }: typeof BOX): number {
  return high * Math.max(0, Math.ceil(text.length / letters) - 1);
}
