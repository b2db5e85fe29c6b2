/** What the table is at, in words and signs: from what comes next, and nothing that is reckoned here. */
import type { Felt, Hand } from "../api/schema";
import { texts } from "../texts";
import { patron } from "../texts/patron";
import { settledNow } from "./chips";

export interface Moment {
  state: keyof typeof texts.state;
  sign: "lock" | "cards" | "tick" | "shuffle" | "wait" | "lost";
  betting: boolean;
  words: string;
  below: string;
}

/** What the table is at, and nobody says. */
const UNSPOKEN: ReadonlySet<string> = new Set([
  texts.state.tableClosed,
  texts.state.repair,
  texts.state.off,
  texts.shuffling,
  texts.noDealer,
]);

/** Words as they stand on the cloth: in quotes where somebody says them. */
export function onCloth({ words }: Moment): string {
  return UNSPOKEN.has(words) ? words : `“${words}”`;
}

export function momentOf(felt: Felt, connected: boolean): Moment {
  const attended = felt.attendance === "awaited" ? whileAwaited(felt, atTable(felt)) : atTable(felt);
  const found = felt.off === null ? attended : whileOff(attended, felt.off);
  return connected ? found : { ...found, state: "lost", sign: "lost", betting: false, below: texts.lost };
}

/** Rounds in play are finished; nobody bets. */
function whileOff(found: Moment, off: string): Moment {
  return {
    ...found,
    state: "off",
    sign: "lock",
    betting: false,
    words: found.betting ? texts.state.off : found.words,
    below: off,
  };
}

/** Nobody is there who could go on; a patron who was asked for something can still answer. */
function whileAwaited(felt: Felt, found: Moment): Moment {
  if (felt.table.progress.by === "patron" || found.state === "tableClosed") return found;
  return { ...found, state: "awaited", sign: "wait", words: texts.noDealer, below: texts.dealerAwaited };
}

/** The clause of the book's words, where these are what stands on the cloth, or the result that they tell. */
export function clauseOf(felt: Felt, { words }: Moment): string | null {
  const said = felt.words;
  return said !== null && (words === said.text || words === over(felt)) ? said.clause : null;
}

/** The hand whose cards somebody is about to turn. */
export function turnedNow({ table }: Felt): Hand | null {
  return table.progress.next === "expose" ? table.progress.hand : null;
}

function atTable(felt: Felt): Moment {
  const { view, progress } = felt.table;
  switch (progress.next) {
    case "closed":
      return {
        state: "tableClosed",
        sign: "lock",
        betting: false,
        words: texts.state.tableClosed,
        below: patron.closedBelow,
      };
    case "prepare":
      return {
        state: "shuffling",
        sign: "shuffle",
        betting: false,
        words: said(felt) ?? texts.shuffling,
        below: awaited(felt) ?? step(felt),
      };
    case "idle":
    case "start":
    case "ask":
      return between(felt);
    case "repair":
      return {
        state: "repair",
        sign: "wait",
        betting: false,
        words: texts.state.repair,
        below: texts.roundDealt(view.round),
      };
    case "expose":
      return {
        state: "turning",
        sign: "cards",
        betting: false,
        words: dealt(felt),
        below: awaited(felt) ?? texts.roundDealt(view.round),
      };
    case "settle":
      return {
        state: "settling",
        sign: "tick",
        betting: false,
        words: dealt(felt),
        below: texts.roundDealt(view.round),
      };
    case "deal":
      return {
        state: "dealing",
        sign: "cards",
        betting: false,
        words: dealt(felt),
        below: texts.roundDealt(view.round),
      };
  }
}

function between(felt: Felt): Moment {
  const { view, progress } = felt.table;
  if (view.no_bets_next || progress.no_bet) {
    return { state: "closed", sign: "lock", betting: false, words: said(felt) ?? texts.noBetsNext, below: "" };
  }
  const turn = view.turns?.now ?? null;
  if (turn !== null) {
    const words = turn === felt.person ? patron.yourTurn : texts.placeBets;
    return {
      state: "open",
      sign: "wait",
      betting: true,
      words,
      below: turn === felt.person ? texts.roundOpen(view.round) : patron.turnOf(turn),
    };
  }
  const waits = progress.next === "idle";
  const below = waits && felt.attendance === "house" ? texts.roundWaits(view.round) : texts.roundOpen(view.round);
  const words = (view.wagers.length === 0 ? (said(felt) ?? over(felt)) : ownResult(felt)) ?? texts.placeBets;
  return { state: waits ? "waiting" : "open", sign: "wait", betting: true, words, below };
}

/** Whoever has not bet again still sees how the last round ended, though others have bet. */
function ownResult(felt: Felt): string | null {
  return settledNow(felt).some((line) => line.patron === felt.person) ? over(felt) : null;
}

/** Whose act it is, where that is a patron's. */
function awaited(felt: Felt): string | null {
  const { by, patrons } = felt.table.progress;
  if (by !== "patron" || patrons.length === 0) return null;
  return patron.waitsForPatrons(patrons.map((name) => (name === felt.person ? patron.youToo : name)).join(", "));
}

/** The book's own words, where it has some. */
function said(felt: Felt): string | null {
  return felt.words?.text ?? null;
}

/** Where the book has no words for a result, the totals speak. */
export function over(felt: Felt): string | null {
  const hands = felt.hands;
  if (hands === null || !hands.over || hands.result === null) return null;
  const [player, banker] = [hands.player.total ?? 0, hands.banker.total ?? 0];
  if (hands.result === "tie") return texts.tieOf(player);
  return texts.handWins(texts.hand[hands.result], Math.max(player, banker), Math.min(player, banker));
}

function dealt(felt: Felt): string {
  return said(felt) ?? texts.noMoreBets;
}

function step(felt: Felt): string {
  return (felt.table.progress.step ?? "").replaceAll("_", " ");
}
