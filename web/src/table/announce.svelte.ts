/** Results, the opening, the close and what is asked of a patron, for whoever listens: each once. */
import type { Felt } from "../api/schema";
import { type Moment, over } from "../felt/moment";
import { announcing } from "../parts/announcing.svelte";
import { change } from "../parts/money";
import { texts } from "../texts";
import { noticeSaid } from "./notices";
import { offered, where } from "./offers";

interface Heard {
  state: string;
  round: number;
  words: string;
  asked: string;
  notice: string;
}

export function announceTable(felt: () => Felt | undefined, moment: () => Moment | undefined): void {
  let before: Heard | null = null;
  $effect(() => {
    const [now, seen] = [moment(), felt()];
    if (now === undefined || seen === undefined) return;
    const was = before;
    before = {
      state: now.state,
      round: seen.table.view.round,
      words: now.words,
      asked: askedOf(seen),
      notice: noticeOf(seen),
    };
    if (was === null) return;
    const news = [
      newsOf(seen, now, was),
      before.asked === was.asked ? "" : before.asked,
      before.notice === was.notice ? "" : before.notice,
    ].filter((one) => one !== "");
    if (news.length > 0) announcing.say(news.join(" "));
  });
}

function newsOf(felt: Felt, now: Moment, was: Heard): string {
  if (felt.table.view.round !== was.round) return endOf(felt, now);
  if (now.state === "lost") return was.state === "lost" ? "" : `${texts.state.lost}. ${texts.lost}`;
  if (was.state === "lost") return texts.back;
  return now.words !== was.words && !now.betting ? now.words : "";
}

/** The notice that was given last. */
function noticeOf({ notices }: Felt): string {
  return notices.map(noticeSaid).at(-1) ?? "";
}

/** What the table waits for from whoever listens. */
function askedOf({ legal }: Felt): string {
  const expose = offered(legal, "expose");
  const asks = [
    offered(legal, "cut") === null ? "" : `${texts.cutOffered}.`,
    expose === null ? "" : `${texts.turnHand(texts.hand[where(expose, "hand") as keyof typeof texts.hand])}.`,
    offered(legal, "agree_no_bet") === null ? "" : texts.noBetAsked,
  ];
  return asks.filter((one) => one !== "").join(" ");
}

/** The result itself, whatever is said at the table by now. */
function endOf(felt: Felt, moment: Moment): string {
  const last = felt.rounds[0];
  const own = last !== undefined && last.round === felt.hands?.round ? ` ${texts.announceNet(change(last.net))}` : "";
  return `${over(felt) ?? moment.words}.${own} ${texts.announceOpen(felt.table.view.round)}`;
}
