/** Results, the opening and the close for whoever listens: each once. */
import type { Felt } from "../api/types";
import type { Moment } from "../felt/moment";
import { announcing } from "../parts/announcing.svelte";
import { change } from "../parts/money";
import { texts } from "../texts";

export function announceTable(felt: () => Felt | undefined, moment: () => Moment | undefined): void {
  let before: { state: string; round: number; words: string } | null = null;
  $effect(() => {
    const [now, seen] = [moment(), felt()];
    if (now === undefined || seen === undefined) return;
    const round = seen.table.view.round;
    const was = before;
    before = { state: now.state, round, words: now.words };
    if (was === null) return;
    if (round !== was.round) announcing.say(endOf(seen, now));
    else if (now.state === "lost" && was.state !== "lost") announcing.say(`${texts.state.lost}. ${texts.lost}`);
    else if (was.state === "lost" && now.state !== "lost") announcing.say(texts.back);
    else if (now.words !== was.words && !now.betting) announcing.say(now.words);
  });
}

function endOf(felt: Felt, moment: Moment): string {
  const last = felt.rounds[0];
  const own = last !== undefined && last.round === felt.hands?.round ? ` ${texts.announceNet(change(last.net))}` : "";
  return `${moment.words}.${own} ${texts.announceOpen(felt.table.view.round)}`;
}
