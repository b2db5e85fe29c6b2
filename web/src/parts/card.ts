/** Faces of cards: how they are called, and where their pips lie. */
import type { Card } from "../api/schema";
import { texts } from "../texts";

export function nameOf(card: Card): string {
  return texts.cardName(texts.ranks[card[0] ?? ""] ?? "", texts.suits[card[1] ?? ""] ?? "");
}

export function isRed(card: Card): boolean {
  return card[1] === "D" || card[1] === "H";
}

export function rankOf(card: Card): string {
  return card[0] === "T" ? "10" : (card[0] ?? "");
}

/** Outlines of the suits, each about 20 units wide around the origin. */
export const SUITS: Record<string, string> = {
  D: "M0 -11 L8.5 0 L0 11 L-8.5 0 Z",
  H: "M0 10 C-12 1 -10.5 -9 -5 -9 C-2 -9 -0.5 -7 0 -5 C0.5 -7 2 -9 5 -9 C10.5 -9 12 1 0 10 Z",
  S: "M0 -10 C-12 -1 -10.5 6.5 -5.5 6.5 C-3 6.5 -1.4 5 -0.8 3.5 C-1 7 -2 9 -3.5 10 L3.5 10 C2 9 1 7 0.8 3.5 C1.4 5 3 6.5 5.5 6.5 C10.5 6.5 12 -1 0 -10 Z",
  C: "M-3.5 10 C-2 9 -1 7 -0.8 3.5 C-1.8 5.2 -3.3 6.3 -5.4 6.3 C-8.2 6.3 -10 4.1 -10 1.6 C-10 -1.3 -7.6 -3.3 -4 -2.8 C-5.6 -5.6 -4.4 -10 0 -10 C4.4 -10 5.6 -5.6 4 -2.8 C7.6 -3.3 10 -1.3 10 1.6 C10 4.1 8.2 6.3 5.4 6.3 C3.3 6.3 1.8 5.2 0.8 3.5 C1 7 2 9 3.5 10 Z",
};

type Pip = readonly [x: number, y: number];
const [L, M, R] = [25, 36, 47];

/** Where pips lie on a card of 72 by 100; those of the lower half stand on their heads. */
const PIPS: Record<string, readonly Pip[]> = {
  "2": [
    [M, 24],
    [M, 76],
  ],
  "3": [
    [M, 24],
    [M, 50],
    [M, 76],
  ],
  "4": [
    [L, 26],
    [R, 26],
    [L, 74],
    [R, 74],
  ],
  "5": [
    [L, 26],
    [R, 26],
    [M, 50],
    [L, 74],
    [R, 74],
  ],
  "6": [
    [L, 26],
    [R, 26],
    [L, 50],
    [R, 50],
    [L, 74],
    [R, 74],
  ],
  "7": [
    [L, 26],
    [R, 26],
    [M, 38],
    [L, 50],
    [R, 50],
    [L, 74],
    [R, 74],
  ],
  "8": [
    [L, 26],
    [R, 26],
    [M, 38],
    [L, 50],
    [R, 50],
    [M, 62],
    [L, 74],
    [R, 74],
  ],
  "9": [
    [L, 23],
    [R, 23],
    [L, 41],
    [R, 41],
    [M, 50],
    [L, 59],
    [R, 59],
    [L, 77],
    [R, 77],
  ],
  "10": [
    [L, 23],
    [R, 23],
    [M, 32],
    [L, 41],
    [R, 41],
    [L, 59],
    [R, 59],
    [M, 68],
    [L, 77],
    [R, 77],
  ],
};

export function pipsOf(card: Card): readonly Pip[] {
  return PIPS[rankOf(card)] ?? [];
}

/** What stands in the frame of a court card. */
export const CROWNS: Record<string, string> = {
  J: "M-10 6 L-10 -2 L-4 2 L0 -7 L4 2 L10 -2 L10 6 Z",
  Q: "M-11 6 L-13 -6 L-6 0 L0 -9 L6 0 L13 -6 L11 6 Z",
  K: "M-12 6 L-12 -7 L-5 -1 L0 -10 L5 -1 L12 -7 L12 6 Z M-1.6 -16 L1.6 -16 L1.6 -10 L-1.6 -10 Z M-4.5 -14.2 L4.5 -14.2 L4.5 -12 L-4.5 -12 Z",
};
