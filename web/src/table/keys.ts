/** Keys: digits take chips, letters put them on spots. */
import type { PrintedBox } from "../api/schema";
import { habits } from "../parts/theme.svelte";

const TAKEN = new Set("UCRD");

/** For each box the first letter of its words that nothing else has. */
export function keysOf(boxes: readonly PrintedBox[]): Map<string, string> {
  const found = new Map<string, string>();
  const used = new Set(TAKEN);
  for (const box of boxes) {
    const key = [...box.mark, ...box.name.toUpperCase(), ..."ABEFGHIJKLMNOPQSTVWXYZ"].find(
      (one) => /[A-Z]/.test(one) && !used.has(one),
    );
    if (key === undefined) continue;
    used.add(key);
    found.set(box.wager, key);
  }
  return found;
}

/** Whether a key is meant for the page: single keys are wanted, nobody is writing, and no sheet lies above it. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!habits.shortcuts || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isWriting(event.target) && !isUnderSheet();
}

export function isUnderSheet(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Then letters are letters. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
