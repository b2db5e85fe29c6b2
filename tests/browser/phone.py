"""The smallest phone that everything must fit on."""

from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 320, "height": 700}
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def width_on_a_phone(page: Page) -> int:
    """Of everything on a page that is wider now, and will be again: what moves because of that is no mistake."""
    before = page.viewport_size
    assert before is not None
    noted: list[str] = page.evaluate("[...globalThis.noted]")
    page.set_viewport_size(PHONE)
    found: int = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size(before)
    page.evaluate(PAINTED)
    page.evaluate("(noted) => keepNoted(noted)", noted)
    return found
