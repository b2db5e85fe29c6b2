/** What a verifier keeps of the sessions of a stage, and of who played in them. */
import { type Data, same } from "./strict";

export interface Finisher {
  table: string;
  chips: number;
  session: number;
}

/** A play-off or lot: its players, whom it put before whom, and who was excluded and does not go on. */
export interface Decided {
  players: string[];
  pairs: [string, string][];
  shutOut: string[];
}

export interface Seat {
  player: string;
  table: string;
}

/** A session that is drawn and has not started. */
export interface Waiting {
  number: number;
  at: number;
  seats: Seat[];
}

/** A session that has started, and goes on when an earlier one, which is played on, is over. */
export interface Interrupted {
  number: number;
  seats: Seat[];
  out: Map<string, Out>;
  due: Map<string, number>;
}

/** A session of the stage that is over. */
export interface Played {
  number: number;
  seats: Seat[];
  out: Map<string, Out>;
  counted: Map<string, number[]>;
}

export interface Out {
  table: string;
  round: number;
  chips: number;
  excluded: boolean;
}

export function seatsIn(seats: readonly Data[]): Seat[] {
  return seats.map((one) => ({ player: one["player"], table: one["table"] }));
}

export function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return same([...some].sort(), [...others].sort());
}
