/** Texts of the second factor that somebody sets up, and of a break from play. */
export const accountTexts = {
  factorTitle: "Your second factor",
  factorWhy:
    "Whoever works here proves it with a code of a telephone, too. Set it up once; until then nothing else is open to you.",
  begin: "Set it up",
  onTelephone: "On the telephone with your code program, open the link, or write the key into the program.",
  openIt: "Open in a code program",
  key: "Key",
  firstCode: "The six digits that it shows now",
  confirm: "Take it into use",
  inUse: "Your second factor is in use.",
  recovery: "Recovery codes",
  recoveryHint:
    "Write them down and keep them apart from the telephone. Each stands in for a code, once. They are not shown again.",
  kept: "I have kept them",

  breakTitle: "A break from play",
  breakNone:
    "You can exclude yourself from play: at once, everywhere in this house. Your money stays yours: cash-out and withdrawal stay open.",
  breakUntil: (end: string): string => `You are excluded from play until ${end}. It can be made longer.`,
  breakForEver: "You are excluded from play for ever. Cash-out and withdrawal stay open.",
  breakOver: (end: string): string => `Your break was over on ${end}. You play again when you say so.`,
  breakFor: "For how long",
  breaks: { day: "a day", week: "a week", month: "30 days", half: "half a year", year: "a year", ever: "for ever" },
  breakSure: "I know that nobody undoes it before its end.",
  breakTake: "Exclude me from play",
  playAgain: "Play again",
};
