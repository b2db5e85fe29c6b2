/** The wall on the whole screen, and back. */
import { isSingleKey } from "../table/keys";

export function fillsScreen(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === "f" && !event.repeat && isSingleKey(event);
}

/** A browser that does not let it leaves the wall as it is. */
export function fillScreen(): void {
  const filling =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  filling.catch(() => undefined);
}
