/** What was announced at a table and does not hold yet, in words. */
import type { Felt } from "../api/schema";
import { inWords } from "../house/choices";
import { patron } from "../texts/patron";

type Notice = Felt["notices"][number];

export function noticeSaid(notice: Notice): string {
  if (notice.closes) return patron.noticeCloses(notice.from_round);
  const changes = notice.changes.map(({ title, before, after }) =>
    patron.noticeChange(title, inWords(before), inWords(after)),
  );
  return [patron.noticeFrom(notice.from_round, notice.new_shoe), ...changes].join(" ");
}

/** The next of them, as short as there is room for. */
export function noticeTag(notices: readonly Notice[]): string {
  const next = notices.toSorted((one, other) => one.from_round - other.from_round)[0];
  return next === undefined ? "" : patron.noticeTag(next.closes, next.from_round);
}
