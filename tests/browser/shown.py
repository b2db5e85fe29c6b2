"""What a page has shown of somebody's chips from moment to moment, and whether the log says the same."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Page

from puntobanco.values.money import Cents

NOTE = """(spot) => {
  globalThis.seen = [];
  const worth = (chip) => Math.round(Number(chip.textContent.replace(/[^0-9.]/g, "")) * 100);
  const cents = (chips) => [...chips].reduce((sum, chip) => sum + worth(chip), 0);
  const lines = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent.trim()).join(", ");
  const named = (one) => one.querySelector(".head b").textContent === spot;
  const look = () => {
    const here = [...document.querySelectorAll(".spot")].find(named);
    const now = {
      round: Number(document.querySelector(".top .tags .faint").textContent.match(/\\d+$/)[0]),
      state: document.querySelector(".state").textContent,
      solid: cents(here.querySelectorAll(".chip:not(.hollow) title")),
      hollow: cents(here.querySelectorAll(".chip.hollow title")),
      told: `${document.querySelector(".rounds h2").textContent}: ${lines(".rounds .last li.line .what")}`,
    };
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
  };
  const anything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.querySelector("main"), anything);
  look();
}"""
"""Everything that stands at a spot is noted whenever anything changes."""
CLOSED = re.compile("Dealing|Settling|Turning the cards")


@dataclass(frozen=True, slots=True)
class Seen:
    """One moment of a page."""

    round: int
    state: str
    solid: Cents
    """Chips that the page says are in."""
    hollow: Cents
    told: str
    """The last of one's own rounds, and what one had bet there."""

    @property
    def closed(self) -> bool:
        return CLOSED.fullmatch(self.state) is not None


def note_chips(page: Page, spot: str) -> None:
    page.evaluate(NOTE, spot)


def seen_on(page: Page) -> list[Seen]:
    return [Seen(**one) for one in page.evaluate("seen")]


def disagreements(seen: Iterable[Seen], log: Mapping[int, Cents], accepted: Mapping[int, set[Cents]]) -> list[str]:
    """Moments at which a page showed other chips as accepted than the log has.

    `log` has what lay there when the round was dealt, `accepted` every amount that lay there before. After the close
    nothing but the first is shown, or nothing at all once it is settled.
    """
    found = []
    for one in seen:
        if one.round not in log:
            continue
        allowed = {0, log[one.round]} if one.closed else {0, *accepted[one.round]}
        if one.solid not in allowed:
            found.append(f"round {one.round}, {one.state}: {one.solid} is shown, the log has {sorted(allowed)}")
    return found


def wrongly_told(seen: Iterable[Seen], log: Mapping[int, Cents], spot: str) -> list[str]:
    """Rounds that are told with another wager than the log has."""
    right = {f"Your round {number}: {spot} ${stake / 100:.2f}" for number, stake in log.items()}
    return sorted({one.told for one in seen if one.told.startswith("Your round ")} - right)
