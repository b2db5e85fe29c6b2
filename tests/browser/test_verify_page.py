"""The page that verifies a bundle, from a disk with the network off: honest ones, and forged ones with reasons."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page

from puntobanco.audit.bundle_scope import OfPatron, OfShoe, OfTable, OfTournament, Scope
from puntobanco.web.app import STATIC
from tests.browser.waiting import expect
from tests.browser.watching import Watched, axe_finds, watched
from tests.verifier import test_tampering as tampering
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.exported import records, small_house, written
from tests.verifier.test_ballots import forged
from tests.verifier.test_in_typescript import ALIKE

PAGE = (STATIC / "verify.html").as_uri()
RIGHT, WRONG = "Everything that was checked is right", "not to trust it"
WITHOUT_ED25519 = """
const imports = crypto.subtle.importKey.bind(crypto.subtle);
crypto.subtle.importKey = (form, key, algorithm, ...more) => algorithm.name === "Ed25519"
  ? Promise.reject(new DOMException("no such algorithm", "NotSupportedError"))
  : imports(form, key, algorithm, ...more);
"""
REASONS: dict[Callable[..., object], str] = {
    tampering.a_letter: "chain",
    tampering.a_member: "chain",
    tampering.a_swap: "chain",
    tampering.swapped_lines: "position",
    tampering.a_deletion: "position",
    tampering.a_cut_tail: "tree",
    tampering.a_cut_tail_with_its_size: "checkpoint",
    tampering.a_rebuilt_chain: "tree",
    tampering.a_deletion_in_a_rebuilt_chain: "tree",
    tampering.a_changed_payout: "tree",
    tampering.a_changed_payout_signed_by_another: "signature",
    tampering.a_checkpoint_of_another: "signature",
    tampering.another_rulebook: "rules",
}
"""What is done to a bundle, and a reason that must be among those that are told."""
PARTS: tuple[Scope, ...] = (
    OfTable(table="fair"),
    OfShoe(table="fair", shoe=1),
    OfPatron(patron="ann"),
    OfTournament(tournament="lots"),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_house(tmp_path_factory.mktemp("verified") / "house")


@pytest.fixture(scope="module")
def honest(small: Path) -> str:
    return text(bundle(records(small), {"of": "house"}, checkpoints=(50, 150)))


@pytest.fixture
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """From a disk, on a machine without a network."""
    more = getattr(request, "param", {})
    context = browser.new_context(offline=True, **{name: more[name] for name in more if name != "first"})
    context.add_init_script(more.get("first", ""))
    found = watched(context)
    found.page.goto(PAGE)
    yield found
    wrong = found.wrong()
    context.close()
    assert wrong == []


def choose(page: Page, name: str, content: str) -> None:
    buffer = content.encode("utf-8", "surrogateescape")
    file: FilePayload = {"name": name, "mimeType": "application/x-ndjson", "buffer": buffer}
    page.locator("input[type=file]").set_input_files(files=[file])


def give(page: Page, name: str, content: str) -> None:
    choose(page, name, content)
    page.get_by_role("status").get_by_text(name, exact=True).wait_for()
    verdict(page).wait_for()


def verdict(page: Page) -> Locator:
    return page.locator(".verdict").filter(has_text=RIGHT).or_(page.locator(".verdict").filter(has_text=WRONG))


def told(page: Page) -> list[str]:
    return page.locator(".finding").all_inner_texts()


def content_in_both_lights(page: Page) -> None:
    assert axe_finds(page) == []


def sorts(page: Page) -> set[str]:
    return {*page.locator(".finding .sort").all_inner_texts()}


def test_bundles_of_every_kind_are_right(opened: Watched, small: Path, honest: str) -> None:
    page = opened.page
    content_in_both_lights(page)
    for name, content in {"whole": honest, **{str(part): written(small, part) for part in PARTS}}.items():
        give(page, f"{name[:20]}.bundle", content)
        expect(verdict(page)).to_contain_text(RIGHT)
        expect(page.get_by_text("whoever made the file may have made that key")).to_be_visible()
        expect(page.get_by_text("Law, money and tournaments are checked by verifier/verify_bundle.py")).to_be_visible()
        for what in ("law: who is dealt a card", "money: entries and balances", "commands are not decided again"):
            expect(page.locator(".unlooked").filter(has_text=what)).to_be_visible()
    page.get_by_label("The house's key").fill(SIGNER.vkey)
    give(page, "by the house.bundle", honest)
    expect(page.get_by_text("right by the key that you gave")).to_be_visible()
    content_in_both_lights(page)


def test_a_key_that_is_written_later_counts(opened: Watched, honest: str) -> None:
    page, key = opened.page, opened.page.get_by_label("The house's key")
    by_its_own, by_the_house = "whoever made the file may have made that key", "right by the key that you gave"
    give(page, "a.bundle", honest)
    expect(page.get_by_text(by_its_own)).to_be_visible()
    assert page.locator("input[type=file]").evaluate("one => one.files.length") == 0, "the same can be chosen again"
    key.fill(SIGNER.vkey)
    expect(verdict(page)).to_have_count(0)
    key.press("Enter")
    expect(page.get_by_text(by_the_house)).to_be_visible()
    key.fill(SIGNER.vkey[:-6] + "AAAAA=")
    expect(page.get_by_text(by_the_house)).to_have_count(0)
    key.blur()
    expect(page.get_by_role("alert")).to_be_visible()
    key.fill("")
    key.blur()
    expect(page.get_by_text(by_its_own)).to_be_visible()


def test_every_forgery_is_refused_with_its_reason(opened: Watched, honest: str) -> None:
    page = opened.page
    page.get_by_label("The house's key").fill(SIGNER.vkey)
    for forge, reason in REASONS.items():
        lines = [json.loads(line) for line in honest.splitlines()]
        forge(lines, Random(forge.__name__))
        content = text(lines)
        give(page, forge.__name__, content)
        expect(verdict(page)).to_contain_text(WRONG)
        expected = [one for one in verified(content, vkey=SIGNER.vkey)[0].findings if one.sort in ALIKE]
        assert reason in sorts(page), (forge.__name__, told(page)[:3])
        assert sorts(page) >= {one.sort for one in expected[:200]}, forge.__name__
        if expected and expected[0].position is not None:
            assert told(page)[0].startswith(f"record {expected[0].position}"), forge.__name__
    content_in_both_lights(page)


def test_what_a_house_signs_untruly_of_shoes_and_ballots_is_refused(opened: Watched, small: Path) -> None:
    """The chain is right: what the house is bound to gives it away. What only the law gives away is left to others."""
    page = opened.page
    page.get_by_label("The house's key").fill(SIGNER.vkey)
    for number, content in enumerate([_another_card(small), *forged()[:3]]):
        give(page, f"forged {number}", content)
        expect(verdict(page)).to_contain_text(WRONG)
        assert sorts(page) == {"fairness"}, told(page)[:3]
    give(page, "unpaid", _another_payout(small))
    expect(verdict(page)).to_contain_text(RIGHT)
    expect(page.locator(".unlooked").filter(has_text="results and payouts")).to_be_visible()


def _another_card(small: Path) -> str:
    """A card that the table dealt is another one than was sealed in its place."""
    lies = records(small)
    dealt = [
        event
        for record in lies
        for event in record["events"]
        if record["stream"] == "table/fair" and event["event"] == "card_dealt.1" and event["card"] is not None
    ]
    dealt[-1]["card"] = "2C" if dealt[-1]["card"] != "2C" else "3D"
    return text(bundle(lies, {"of": "house"}))


def _another_payout(small: Path) -> str:
    lines = bundle(records(small), {"of": "house"})
    tampering.changed_payout(lines, Random(1))
    return text(bundle([json.loads(line["body"]) for line in lines if line.get("is") == "record"], {"of": "house"}))


@pytest.mark.parametrize("opened", [{"first": WITHOUT_ED25519, "color_scheme": "light"}], indirect=True)
def test_without_ed25519_it_says_that_the_signature_is_not_checked(opened: Watched, honest: str) -> None:
    give(opened.page, "a.bundle", honest)
    expect(verdict(opened.page)).to_contain_text(RIGHT)
    expect(opened.page.get_by_text("Signature not checked").first).to_be_visible()
    expect(opened.page.locator(".unlooked").filter(has_text="signature not checked")).to_be_visible()
    content_in_both_lights(opened.page)
    give(opened.page, "b.bundle", honest.replace(r"\"card\":\"A", r"\"card\":\"2", 1))
    expect(verdict(opened.page)).to_contain_text(WRONG)


def test_what_is_no_bundle_is_said(opened: Watched) -> None:
    page = opened.page
    for name, content in {"picture": "\udc89PNG", "empty": "", "other": '{"bundle":"bundle.2"}\n'}.items():
        choose(page, name, content)
        expect(page.get_by_role("alert")).to_contain_text("This cannot be read as a bundle")
    acts = json.loads((Path(__file__).parents[2] / "docs" / "fairness-vectors.json").read_text(encoding="utf-8"))
    for history in acts["histories"]:
        give(page, history["name"], "\n".join(history["acts"]) + "\n")
        expect(verdict(page)).to_contain_text(WRONG if history["forged"] else RIGHT)


def test_it_is_served_under_its_own_policy(comes: Callable[..., Watched], small: Path) -> None:
    """From the house, too, and for a download."""
    one = comes("/verify.html")
    give(one.page, "a.bundle", written(small, OfTable(table="fair")))
    expect(verdict(one.page)).to_contain_text(RIGHT)
