/** Texts about the fairness of a shoe, at a table. */
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const fairTexts = {
  title: "Fairness of this shoe",
  open: "Fairness of this shoe",
  strip: "Fair shoe",
  none: "This table deals from a real shoe, or from one that is not shuffled yet.",
  unable: "This browser has no cryptography for pages that come over an open line: nothing can be checked here.",
  waiting: "No card is out yet.",
  proven: (proven: number, shown: number): string =>
    proven === shown
      ? `${plural(shown, "card", "cards")} shown, each proven`
      : `${shown - proven} of ${plural(shown, "card", "cards")} NOT proven`,
  cardProven: "proven",
  cardUnproven: "NOT proven",
  cardHidden: "face down, counted",
  cardRead: (place: number, name: string, mark: string): string => `Card ${place}: ${name}, ${mark}`,
  alarm: "This shoe is not what the house promised. Stop, and call a supervisor.",
  moreWrong: (count: number): string => `and ${count} more`,
  wrongRead: (act: number, sentence: string): string => `act ${act}: ${sentence}`,

  explain:
    "Before the shuffle the house was bound to a secret. Patrons may add seeds that it could not know. The order that follows from all of them was sealed before any wager; each card that is shown proves that it was sealed in its place.",
  steps: "How this shoe came to be",
  committed: "The house is bound to a secret",
  seeds: "Who contributed",
  noSeeds: "Nobody added a seed: the order was fixed before the wagers, but by the house alone.",
  seedsComing: "Seeds are being added.",
  seed: (number: number, by: string): string => `Seed ${number}, by ${by === "patron" ? "a patron" : "an auditor"}`,
  yourSeed: (number: number): string => `Seed ${number}, yours`,
  seedState: {
    promised: "promised, not open yet",
    opened: "opened, and in the shuffle",
    "left out": "withheld, and left out",
  },
  sealed: "The order is sealed",
  notSealed: "The order is not sealed yet.",
  cut: (by: string): string => (by === "patron" ? "Cut by a patron" : "Cut by staff"),
  notCut: "Not cut yet",
  fingerprint: "Fingerprint",

  cards: "Cards out of the shoe",
  cardsOut: (out: number, size: number): string => `${out} of ${size} cards are out.`,
  notRevealed:
    "The secret is told when the shoe is over. Then the whole order can be computed, burned and undealt cards included.",
  revealed: "The whole shoe",
  wholeRight: (size: number): string =>
    `Revealed: all ${size} cards are those that were sealed, and follow from the secret and the seeds.`,
  wholeWrong: "Revealed: this is NOT the order that follows from the secret and the seeds.",
  neverSealed: "Revealed: this shoe was stopped before it was sealed; no card was dealt from it.",
  wholeOrder: "All cards, in the order in which they left or would have left the shoe",
  lastShoe: (number: number): string => `Shoe ${number}, the one before`,
  thisShoe: (number: number): string => `Shoe ${number}`,

  yours: "Your seed",
  automatic: "Add a seed of mine to every shuffle while I sit here",
  words: "Words of your own for the next shuffle",
  wordsHint:
    "Left empty, your browser makes 256 bits of chance, which nobody can guess. Words are used once: when they are opened, everybody knows them.",
  used: "Your seed is in this shuffle.",
  notUsed: "No seed of yours is in this shuffle.",
  secretSeed: "Your seed is kept in this browser until it is opened.",
  papers: "Take it with you",
  bundle: "Your records as a bundle",
  verifier: "The page that checks a bundle, without a network",
};
