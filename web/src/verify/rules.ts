/** Rules of tables as bundles hold them. */
import { hex, utf8 } from "../fair/bytes";
import { canonical } from "../fair/canonical";
import { sha256 } from "../fair/hashing";
import { alike, type Data } from "./strict";

const PAYING = ["settlement", "commission", "tie_odds", "offered", "pairs", "bonus"];
/** Irregularities for which a table's rules have a remedy. */
export const BY_THE_BOOK = new Set([
  "player_card_in_error", "excess_card_seen", "excess_card_unseen", "first_card_face_up", "later_card_face_up",
  "out_of_sequence", "deal_beyond_repair", "placement_error_found_late", "too_few_cards", "burn_forgotten",
]);

export async function digestOfRules(rules: Data): Promise<string> {
  const members = Object.fromEntries(Object.entries(rules).filter(([name]) => name !== "digest"));
  return hex(await sha256(utf8(canonical(members))));
}

/** A parameter, without the clause behind it. */
function valueIn(rules: Data, name: string): unknown {
  const found: unknown = rules[name];
  const hasValue = typeof found === "object" && found !== null && !Array.isArray(found) && Object.hasOwn(found, "value");
  return hasValue ? (found as Data)["value"] : found;
}

/** Whether rules are the present ones but for what a notice changes, pay tables where it is about them. */
export function isBy(notice: Data, rules: Data, present: Data, round: number): boolean {
  const keys = new Set((notice["changes"] as [string, unknown][]).map(([key]) => key));
  const may = new Set([...keys, "digest"]);
  if (PAYING.some((one) => keys.has(one))) may.add("wagers");
  if (keys.has("minimum")) may.add("least_risk");
  const same = [...keys].every((key) => alike(notice["rules"][key], rules[key]));
  const others = Object.keys(rules).every((name) => may.has(name) || alike(valueIn(rules, name), valueIn(present, name)));
  return same && others && notice["from_round"] <= round;
}
