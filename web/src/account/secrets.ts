/** A key as people copy it by hand: four letters at a time. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? "";
}
