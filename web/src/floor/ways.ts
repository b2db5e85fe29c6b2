/** Addresses of the floor. */

export function toFloor(table: string): string {
  return `/floor/${encodeURIComponent(table)}`;
}
