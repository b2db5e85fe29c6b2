/** What is said at a patron's table besides what all pages say. */

export const patron = {
  canWin: "Can win",
  secondsLeft: (seconds: number): string => (seconds === 1 ? "1 second left" : `${seconds} seconds left`),
  secondsShort: (seconds: number): string => `${seconds} s`,
  waitsForPatrons: (names: string): string => `Waiting for ${names}.`,
  yourTurn: "It is your turn to bet",
  turnOf: (name: string): string => `${name} is asked for a wager.`,
  youToo: "you",

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
  drawingLegend: "D draws, S stands, N is a natural. Banker's columns are what player's third card counts; under – player stood.",

  shoeOf: (shoe: number, shoes: number): string => `Shoe ${shoe} of ${shoes}`,
  earlierShoe: "Earlier",
  laterShoe: "Later",
  noRoundsOfShoe: "No round of this shoe is over yet.",
  whyRound: (round: number): string => `Why? Round ${round}`,
  backToRounds: "Back to the rounds",

  sound: "Sounds: cards, the close, the result",
};
