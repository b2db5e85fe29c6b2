/** The keyboard of a console. Ctrl-K is always heard; single keys obey the switch in the settings. */
import { onMount } from "svelte";
import { isSingleKey, isUnderSheet } from "../table/keys";

export interface Listening {
  palette: () => void;
  /** Enter, and with Shift all at once. */
  goOn: (all: boolean) => void;
  back: () => void;
  correct: () => void;
  cuttingCard: () => void;
  /** Whether a key of a card was heard. */
  card: (key: string) => boolean;
}

export function listenForKeys(at: Listening): void {
  onMount(() => {
    const heard = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && !isUnderSheet())
        take(event, at.palette);
      else if (isSingleKey(event)) press(at, event);
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  });
}

/** A key that is held down does it once. */
function take(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  if (!event.repeat) act();
}

function press(at: Listening, event: KeyboardEvent): void {
  const onControl = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
  if (event.key === "Enter" || event.key === " ") {
    if (!onControl) take(event, () => at.goOn(event.shiftKey));
  } else if (event.key === "Escape") take(event, at.back);
  else if (event.key === "Backspace") take(event, at.correct);
  else if (event.key === ".") take(event, at.cuttingCard);
  else if (!event.repeat && at.card(event.key)) event.preventDefault();
}
