/** A tournament as a page follows it, and its words for whoever listens. */
import type { Hall } from "../api/schema";
import { live } from "../live/live.svelte";
import { announcing } from "../parts/announcing.svelte";
import { said } from "../texts/tournament";

/** Follows it as long as the page is there. */
export function followed(name: () => string): () => Hall | undefined {
  $effect(() => live.followTournament(name()));
  return () => live.halls[name()];
}

/** What comes next and the own turn, each once. */
export function announceHall(hall: () => Hall | undefined): void {
  let before: string | null = null;
  $effect(() => {
    const now = hall();
    if (now === undefined) return;
    const words = `${momentOf(now)}. ${now.own !== null && now.own.turn === "now" ? said.turn.now : ""}`;
    if (before !== null && before !== words) announcing.say(words);
    before = words;
  });
}

/** What the tournament is at, in few words. */
export function momentOf({ tournament, playing_off }: Hall): string {
  const { view } = tournament;
  if (view.cancelled) return said.cancelled;
  if (view.on_break !== null) return said.onBreak(view.on_break);
  return playing_off && view.next.next === "play" ? said.playedOff : said.next[view.next.next];
}

/** A moment of the server's clock for people, in their own zone. */
export function timeSaid(microseconds: number): string {
  return new Date(microseconds / 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
