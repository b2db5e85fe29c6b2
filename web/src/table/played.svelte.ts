/** How long somebody has been at tables today: the account's word where it counts, else since this browser came, whichever tab. */
import type { Purse } from "../api/schema";
import { texts } from "../texts";

const KEPT = "puntobanco.since";
const MINUTE = 60_000;

function since(person: string): number {
  const today = new Date().toDateString();
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as { person: string; day: string; at: number } | null;
    if (kept !== null && kept.person === person && kept.day === today) return kept.at;
    localStorage.setItem(KEPT, JSON.stringify({ person, day: today, at: Date.now() }));
  } catch {
    // a browser that keeps nothing begins anew with each page
  }
  return Date.now();
}

class Played {
  now = $state(Date.now());

  constructor() {
    setInterval(() => (this.now = Date.now()), MINUTE / 4);
  }

  said(person: string, purse: Purse): string {
    const milliseconds = purse.played === null ? this.now - since(person) : purse.played / 1000;
    const minutes = Math.max(0, Math.floor(milliseconds / MINUTE));
    return texts.hoursAndMinutes(Math.floor(minutes / 60), minutes % 60);
  }
}

export const played = new Played();
