/** What small forms say by themselves; titles, labels and options come from the server. */
import type { Field } from "../api/schema";
import { texts } from "../texts";

type BySort = Partial<Record<Field["sort"], string>>;

export const formTexts = {
  choose: "Choose",
  optional: "may be left out",
  between: (least: string, most: string): string => `${least} to ${most}`,
  atLeast: (least: string): string => `${least} or more`,
  hints: { cards: "such as 7C KD", texts: "with commas between", sizes: "with commas between" } as BySort,
  ofSession: (label: string, session: number): string => `${label}, session ${session}`,
  otherRound: "Of another round, by its number",
  find: "Find",
  nothingOf: (round: number): string => `Round ${round} has nothing that can be ruled on.`,
  fillIn: "Fill this in.",
  unreadable: {
    number: "Write a whole number.",
    money: texts.badAmount,
    choice: "Choose one.",
    time: "Choose a date and a time.",
    times: "Choose a date and a time for each session.",
    sizes: "Whole numbers with commas, such as 4, 4.",
    card: "Write a card, such as 7C or 10H.",
    cards: "Write cards, such as 7C KD.",
  } as BySort,
};
