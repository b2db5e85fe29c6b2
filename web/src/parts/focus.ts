/** Whoever goes by keys stays where they were: when what has the focus goes, what was around it has it. */

const PLACES = "[role='group'], section, article, dialog, main";

export function keepFocus(): () => void {
  let last: Element | null = null;
  let around: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
    around = placesAround(last);
  };
  const look = (): void => {
    if (last === null || !isLost(last)) return;
    const place = around.find((one) => one.isConnected);
    last = null;
    if (place === undefined) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", remember);
  return () => {
    watch.disconnect();
    document.removeEventListener("focusin", remember);
  };
}

/** It is gone, or does nothing any more, and nobody has put the focus elsewhere. */
function isLost(last: Element): boolean {
  const now = document.activeElement;
  return (now === null || now === document.body || now === last) && (!last.isConnected || last.matches(":disabled"));
}

function placesAround(found: Element | null): HTMLElement[] {
  const place = found?.parentElement?.closest<HTMLElement>(PLACES) ?? null;
  return place === null ? [] : [place, ...placesAround(place)];
}
