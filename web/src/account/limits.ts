/** One's own limits as a form has them: money in dollars, minutes as they are, nothing for no limit. */
import type { SeenAccount } from "../api/schema";
import { readDollars, short } from "../parts/money";
import { texts } from "../texts";

type Limit = SeenAccount["play"];

export interface LimitField {
  key: "deposits" | "play" | "loss_day" | "loss_week" | "loss_month" | "minutes";
  said: string;
  limit: Limit;
}

export function fieldsOf(account: SeenAccount): LimitField[] {
  const { deposits, play, losses, minutes } = account;
  return [
    { key: "loss_day", said: texts.limitLossDay, limit: losses.day },
    { key: "loss_week", said: texts.limitLossWeek, limit: losses.week },
    { key: "loss_month", said: texts.limitLossMonth, limit: losses.month },
    { key: "minutes", said: texts.limitMinutes, limit: minutes },
    { key: "play", said: texts.limitPlay, limit: play },
    { key: "deposits", said: texts.limitDeposits, limit: deposits },
  ];
}

export function typedFor({ key, limit }: LimitField): string {
  if (limit.most === null) return "";
  return key === "minutes" ? String(limit.most) : short(limit.most).replaceAll(",", "");
}

/** What somebody has typed: a number, null for no limit, undefined for what cannot be read. */
export function readLimit(key: LimitField["key"], typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  if (key === "minutes") return /^\d{1,4}$/.test(typed.trim()) ? Number(typed.trim()) : undefined;
  return readDollars(typed) ?? undefined;
}

export function laterSaid({ key, limit }: LimitField): string {
  if (!limit.later) return "";
  const { most } = limit.later;
  return texts.fromTomorrow(most === null ? texts.noLimit : key === "minutes" ? String(most) : short(most));
}
