/** Of a road that is wider than its place, the last columns are shown. */

export interface Placed {
  readonly row: number;
  readonly column: number;
}

export const ROWS = 6;

export interface Shown<T> {
  cell: T;
  row: number;
  column: number;
}

export function shown<T extends Placed>(cells: readonly T[], columns: number): Shown<T>[] {
  const last = cells.reduce((most, cell) => Math.max(most, cell.column), -1);
  const first = Math.max(0, last + 1 - columns);
  return cells
    .filter((cell) => cell.column >= first)
    .map((cell) => ({ cell, row: cell.row, column: cell.column - first }));
}

/** The lines between cells of a side, as one path. */
export function grid(columns: number, side: number): string {
  const [width, height] = [columns * side, ROWS * side];
  const down = Array.from({ length: columns + 1 }, (_, place) => `M${place * side} 0V${height}`);
  const across = Array.from({ length: ROWS + 1 }, (_, place) => `M0 ${place * side}H${width}`);
  return [...down, ...across].join("");
}
