/** What is said at a patron's table besides what all pages say. */

export const patron = {
  canWin: "Can win",
  secondsLeft: (seconds: number): string => (seconds === 1 ? "1 second left" : `${seconds} seconds left`),
  secondsShort: (seconds: number): string => `${seconds} s`,
  waitsForPatrons: (names: string): string => `Waiting for ${names}.`,
  yourTurn: "It is your turn to bet",
  turnOf: (name: string): string => `${name} is asked for a wager.`,
  youToo: "you",

  noticeTag: (closes: boolean, round: number): string => (closes ? `Closes: round ${round}` : `Change: round ${round}`),
  notices: "Announced",
  noticeCloses: (round: number): string =>
    `The table closes before round ${round}, sooner if the operator closes it between rounds. Your chips are paid to your account.`,
  noticeFrom: (round: number, newShoe: boolean): string =>
    `From round ${round} on${newShoe ? ", and with the next shoe" : ""}:`,
  noticeChange: (title: string, before: string, after: string): string => `${title}: ${before} becomes ${after}.`,
  closedBelow: "All chips were paid to the accounts. Choose another table.",

  whereToBet: "Where you bet",
  isIn: (amount: string): string => `${amount} is in`,
  stands: (amount: string): string => `${amount} stands`,
  oddsOf: (wager: string, odds: string): string => `Odds of ${wager}: ${odds}`,
  wagerPays: "What it pays",
  wagerLimits: "From – to",
  wagerSteps: "In steps of",
  wagerClauses: "By clause",
  buysFrom: (least: string, most: string): string => `You can buy in from ${least} to ${most}.`,
  cashesTo: (most: string): string => `You can cash out up to ${most}.`,

  drawing: "Drawing table",
  drawingNow: (round: number): string => `Round ${round}`,
  drawingWaits: "The row of the coup is lit once four cards lie face up.",
  naturals: (totals: string): string => `With ${totals} in either hand, nobody draws.`,
  or: " or ",
  has: "has",
  does: "does",
  playerStood: "–",
  drawsShort: "D",
  standsShort: "S",
  naturalShort: "N",
  drawingLegend:
    "D draws, S stands, N is a natural. Banker's columns are what player's third card counts; under – player stood.",

  shoeOf: (shoe: number, shoes: number): string => `Shoe ${shoe} of ${shoes}`,
  earlierShoe: "Earlier",
  laterShoe: "Later",
  noRoundsOfShoe: "No round of this shoe is over yet.",
  whyRound: (round: number): string => `Why? Round ${round}`,
  backToRounds: "Back to the rounds",

  sound: "Sounds: cards, the close, the result",
};
