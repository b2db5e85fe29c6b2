"""A page under watch: console errors, reports of the policy, shifts of the layout, and what axe finds."""

import os
from dataclasses import dataclass, field
from functools import cache
from http.client import CONFLICT
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response
from tools import web_side

NOTES = r"""
// Kept from page to page of one tab; a page that has no origin has no storage.
const storage = (() => { try { return sessionStorage; } catch { return null; } })();
globalThis.noted = JSON.parse(storage?.getItem("noted") ?? "[]");
globalThis.keepNoted = (these) => {
  noted.splice(0, Infinity, ...these);
  storage?.setItem("noted", JSON.stringify(noted));
};
const note = (what) => keepNoted([...noted, what]);
// A word at the right edge of its place grows to the left: nothing else has moved. Under three pixels
// are no shift for the browser itself.
const near = (one, other) => Math.abs(one - other) < 3;
const grewInPlace = ({ previousRect: was, currentRect: is }) =>
  near(was.top, is.top) && near(was.bottom, is.bottom) && near(was.right, is.right);
const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
addEventListener("securitypolicyviolation", (event) =>
  note(`policy: ${event.violatedDirective} ${event.blockedURI}`));
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    const what = one.sources.map(({ node, previousRect, currentRect }) =>
      `${node?.className || node?.nodeName} from ${place(previousRect)} to ${place(currentRect)}`);
    const shift = `${location.pathname}: shift of ${one.value.toFixed(4)}: ${what.join(", ")}`;
    if (!one.hadRecentInput && !one.sources.every(grewInPlace)) note(shift);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
EXPECTED_WHILE_CUT_OFF = ("net::ERR_", "Failed to load resource")
ON_TOP = "(document.querySelector('dialog[open]') ?? document)"
"""A sheet lies above a page that was looked at without it."""
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
KIND = "[location.pathname.split('/')[1], document.querySelector('dialog[open] h2')?.textContent, innerWidth < 600]"
"""What page it is, which sheet lies above it, and whether a phone shows it."""
SOAK = bool(os.environ.get("PUNTO_SOAK"))
in_both_lights: set[tuple[object, ...]] = set()
"""Kinds that were looked at so; a soak looks at everything so."""


@dataclass
class Watched:
    """A page, and what was wrong on it."""

    page: Page
    said: list[str] = field(default_factory=list)
    refused: list[Response] = field(default_factory=list)
    refusals_are_expected: bool = False
    """A refused command is an answer of status 409, which a browser calls an error."""

    def wrong(self) -> list[str]:
        noted: list[str] = self.page.evaluate("globalThis.noted ?? []")
        why = [f"answer: {answer.text()}" for answer in self.refused] if self.said else []
        return [*self.said, *noted, *why]

    def note_answer(self, answer: Response) -> None:
        """The console does not say why a command was refused."""
        if answer.status == CONFLICT:
            self.refused.append(answer)

    def note(self, message: ConsoleMessage) -> None:
        excused = self.refusals_are_expected and any(one in message.text for one in EXPECTED_WHILE_CUT_OFF)
        if message.type in ("error", "warning") and not excused:
            self.said.append(f"console: {message.text} {message.location.get('url', '')}")


def watched(context: BrowserContext, **more: Any) -> Watched:
    page = context.new_page()
    page.set_default_timeout(30_000)
    found = Watched(page=page, **more)
    page.on("console", found.note)
    page.on("response", found.note_answer)
    page.on("pageerror", lambda error: found.said.append(f"error: {error}"))
    page.add_init_script(NOTES)
    return found


@cache
def _axe() -> str:
    source = web_side.WEB / "node_modules" / "axe-core" / "axe.min.js"
    if not source.exists():
        web_side.install()
    return Path(source).read_text(encoding="utf-8")


def axe_finds(page: Page) -> list[str]:
    """Violations of WCAG 2.2 AA and good practice, with the elements; of contrast also in the other light, once."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(_axe())
    found = _violations(page, "{}")
    kind = tuple(page.evaluate(KIND))
    if kind in in_both_lights and not SOAK:
        return found
    in_both_lights.add(kind)
    return [*found, *contrast_in_the_other_light(page)]


def contrast_in_the_other_light(page: Page) -> list[str]:
    light, other = ("dark", "light") if page.evaluate(IS_DARK) else ("light", "dark")
    page.emulate_media(color_scheme=other)  # type: ignore[arg-type]  # one of the two
    try:
        return _violations(page, "{ runOnly: ['color-contrast'] }", ON_TOP)
    finally:
        page.emulate_media(color_scheme=light)  # type: ignore[arg-type]  # one of those that Playwright names


def _violations(page: Page, wanted: str, where: str = "document") -> list[str]:
    how = f"{{ ...{wanted}, resultTypes: ['violations'], reporter: 'no-passes', preload: false }}"
    found: dict[str, Any] = page.evaluate(f"axe.run({where}, {how})")
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
