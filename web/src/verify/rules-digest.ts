/** The digest of a table's rules, by which records and fair shoes name them. */
import { hex, utf8 } from "../fair/bytes";
import { canonical } from "../fair/canonical";
import { sha256 } from "../fair/hashing";

export async function digestOfRules(rules: object): Promise<string> {
  const members = Object.fromEntries(Object.entries(rules).filter(([name]) => name !== "digest"));
  return hex(await sha256(utf8(canonical(members))));
}
