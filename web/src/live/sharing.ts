/** What has stayed the same between two answers stays the same thing, so that only what has changed is drawn anew. */

type Members = Record<string, unknown>;

/** The new value, with every part of it that equals the old one's replaced by that. */
export function shared<T>(before: unknown, now: T): T {
  if (before === now || typeof now !== "object" || now === null || typeof before !== "object" || before === null)
    return now;
  if (Array.isArray(now) !== Array.isArray(before)) return now;
  const [old, found] = [before as Members, now as Members];
  const names = Object.keys(found);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    found[name] = shared(old[name], found[name]);
    same &&= found[name] === old[name];
  }
  return same ? (before as T) : now;
}
