/** How a table is run, as a form has it: times in seconds. */
import type { Running } from "../api/schema";

export interface RunningForm {
  table: string;
  automatic: boolean;
  virtual: boolean;
  betting: string;
  card: string;
  offer: string;
  seeds: boolean;
}

export const USUAL: RunningForm = {
  table: "",
  automatic: true,
  virtual: true,
  betting: "15",
  card: "0.8",
  offer: "10",
  seeds: false,
};

/** What somebody has typed in seconds, in milliseconds; null for what is no time. */
export function milliseconds(typed: string): number | null {
  const said = typed.trim();
  return /^\d{1,5}(\.\d{1,3})?$/.test(said) ? Math.round(Number(said) * 1000) : null;
}

/** Null while a time cannot be read. */
export function runningOf(form: RunningForm): Running | null {
  const [betting_ms, card_ms, offer_ms] = [form.betting, form.card, form.offer].map(milliseconds);
  if (betting_ms == null || card_ms == null || offer_ms == null) return null;
  return { automatic: form.automatic, virtual: form.virtual, betting_ms, card_ms, offer_ms, seeds: form.seeds };
}

/** A browser takes these for the way up: no page would ever be found under them. */
export function hasAddress(table: string): boolean {
  return !/^\.{1,2}$/.test(table.trim());
}

/** At which field a refusal of the house belongs. */
export const FIELD_OF: Record<string, keyof RunningForm> = {
  no_cards: "virtual",
  other_cards: "virtual",
  bad_name: "table",
};
