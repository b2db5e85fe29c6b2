"""What is built from `web/` is what the package holds, byte for byte; its checks pass, and notice planted mistakes."""

import gzip
import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from tools import web_side

from puntobanco.web.app import STATIC
from puntobanco.web.request_guard import POLICY
from puntobanco.web.sse import MOST_STREAMS

MOST_OF_A_FIRST_LOAD = 150 * 1024
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of them with exactly the packages that the lock file names."""
    made = web_side.copy_of_sources(tmp_path_factory.mktemp("web side"))
    web_side.install(made)
    return made


def test_the_lock_file_names_no_registry_and_holds_a_digest_of_everything() -> None:
    lock = json.loads((web_side.WEB / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert len(packages) > 50
    assert [name for name, one in packages.items() if "resolved" in one] == []
    assert [name for name, one in packages.items() if not one["integrity"].startswith("sha512-")] == []


def test_a_clean_copy_is_checked_and_builds_what_the_package_holds(sources: Path) -> None:
    assert not (sources / web_side.TYPES).exists()
    web_side.check(sources)


NEEDED = ("api/ask.ts", "api/commands.ts", "live/backoff.ts", "texts.ts")


@pytest.fixture(scope="module")
def alone(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One page among the same settings: checking everything takes a while."""
    made = tmp_path_factory.mktemp("alone")
    for file in sources.iterdir():
        if file.is_file():
            shutil.copy(file, made)
    (made / "node_modules").symlink_to(sources / "node_modules")
    for needed in NEEDED:
        (made / "src" / needed).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sources / "src" / needed, made / "src" / needed)
    plant(made, "", "")
    web_side.types(made)
    return made


PLANTED = """<script lang="ts">
  import { atTable, give } from "./api/commands";

  const table = $derived(new Map([["name", "1"]]));

  function buy(): void {
    void give(atTable(table.get("name") ?? ""), { do: "buy_in", amount: 500 });
  }
</script>

<button onclick={buy}>{table.size}</button>
"""


def plant(folder: Path, said: str, instead: str) -> None:
    assert said in PLANTED
    (folder / "src" / "Planted.svelte").write_text(PLANTED.replace(said, instead), encoding="utf-8")


@pytest.mark.parametrize("script", ["check:types", "check:lint", "check:format"])
def test_a_page_without_a_mistake_passes(alone: Path, script: str) -> None:
    plant(alone, "", "")
    web_side.npm("run", script, folder=alone)


@pytest.mark.parametrize(
    ("script", "said", "instead", "reason"),
    [
        ("check:types", "amount: 500", "amount: '500'", "not assignable"),
        ("check:types", ", amount: 500", "", "amount"),
        ("check:types", "amount: 500", "amount: 500, seat: 3", "seat"),
        ("check:types", '"buy_in"', '"sell_in"', "sell_in"),
        ("check:lint", "new Map(", "new Table(", "A derived value is computed again and again"),
        ("check:lint", "void give(", "give(", "no-floating-promises"),
        ("check:format", "  function", "function", "Planted.svelte"),
    ],
)
def test_a_mistake_is_noticed(alone: Path, script: str, said: str, instead: str, reason: str) -> None:
    plant(alone, said, instead)
    with pytest.raises(SystemExit, match=reason):
        web_side.npm("run", script, folder=alone)


def test_what_was_checked_is_checked_again_once_it_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sources, the API's types and what is built."""
    sources, built, ran = tmp_path / "web", tmp_path / "static", list[str]()
    for file in ("web/src/api/one.ts", "web/node_modules/one.js", "static/one.js"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("", encoding="utf-8")
    monkeypatch.setattr(web_side, "npm", lambda *words, **_: ran.append(words[-1]))
    monkeypatch.setattr(web_side, "compare", lambda *_: ran.append("compare"))
    everything = [*web_side.CHECKS, "compare"]
    for again, expected in {
        "": everything,
        "web/node_modules/one.js": [],
        "web/src/api/one.ts": everything,
        "static/one.js": everything,
    }.items():
        ran.clear()
        if again:
            (tmp_path / again).write_text("another", encoding="utf-8")
        web_side.check(sources, built)
        assert sorted(ran) == sorted(expected), again


def test_what_is_stale_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_side, "build", lambda _, into: (into / "page.js").write_text("new", encoding="utf-8"))
    built = tmp_path / "static"
    built.mkdir()
    (built / "page.js").write_text("new", encoding="utf-8")
    web_side.compare(tmp_path, built)
    (built / "gone.js").write_text("", encoding="utf-8")
    (built / "page.js").write_text("old", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"stale in .*: gone\.js, page\.js; make web builds it anew"):
        web_side.compare(tmp_path, built)


def test_one_connection_follows_as_much_as_the_server_lets_it() -> None:
    hub = (web_side.WEB / "src/live/hub.ts").read_text(encoding="utf-8")
    assert f"const MOST_STREAMS = {MOST_STREAMS};" in hub


def test_a_first_load_is_small() -> None:
    """What the page names, and what that names in turn; pages that are fetched later are no part of it."""
    files = web_side.files_of(STATIC)
    loaded = _loaded_at_first(files)
    assert {Path(name).suffix for name in loaded} == {".html", ".js", ".css"}
    assert sum(len(gzip.compress(files[name], 9, mtime=0)) for name in loaded) < MOST_OF_A_FIRST_LOAD


def test_a_page_that_is_fetched_later_is_no_part_of_a_first_load() -> None:
    files = web_side.files_of(STATIC)
    later = [name for name in files if "AccountPage" in name and name.endswith(".js")]
    assert later != []
    assert _loaded_at_first(files).isdisjoint(later)


def _loaded_at_first(files: dict[str, bytes]) -> set[str]:
    found, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting += [one for one in _named_by(name, files) if one not in found]
    return found


def _named_by(name: str, files: dict[str, bytes]) -> list[str]:
    """By `src` and `href` in the page, by `import` in a script, and the worker that it starts."""
    text = files[name].decode("utf-8")
    if name.endswith(".html"):
        named = re.findall(r'(?:src|href)="/([^"]+)"', text)
    else:
        named = ["assets/" + one for one in re.findall(r'(?:from|import)\s*"\./([^"]+)"', text)]
        named += ["assets/" + one for one in re.findall(r"worker-[\w-]+\.js", text)]
    return [one for one in named if one in files and not one.endswith(".svg")]


def test_nothing_is_written_that_the_policy_forbids() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert "'unsafe" not in POLICY
    assert re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|javascript:|\bon\w+=", page) is None
    for source in (web_side.WEB / "src").rglob("*.svelte"):
        text = source.read_text(encoding="utf-8")
        assert "{@html" not in text, source
        assert re.search(r"\sstyle=", text) is None, source


def test_the_page_that_verifies_has_everything_in_it_and_may_do_nothing_else() -> None:
    page = (STATIC / "verify.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"<script>(.*)</script>", page, flags=re.DOTALL)
    (style,) = re.findall(r"<style>(.*)</style>", page, flags=re.DOTALL)
    digests = [b64encode(sha256(part.encode()).digest()).decode() for part in (script, style)]
    expected = "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
    assert f'content="{expected.format(*digests)}"' in page
    assert re.search(r"(?:src|href)=|@import|url\(", page.replace(script, "")) is None


def test_every_text_is_in_the_catalogue() -> None:
    """What people read between tags comes from `texts.ts` or from the server."""
    found = [f"{source.name}: {text}" for source in _components() for text in _written_between_tags(source)]
    assert found == []


def test_a_text_outside_the_catalogue_is_noticed(tmp_path: Path) -> None:
    planted = tmp_path / "Planted.svelte"
    planted.write_text("<script>let a = 1;</script>\n<p>{a} <b>Place your bets</b></p>\n", encoding="utf-8")
    assert list(_written_between_tags(planted)) == ["Place your bets"]


def _components() -> list[Path]:
    return sorted((web_side.WEB / "src").rglob("*.svelte"))


def _written_between_tags(source: Path) -> list[str]:
    text = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", source.read_text(encoding="utf-8"), flags=re.DOTALL)
    while (simpler := re.sub(r"\{[^{}]*\}", "", text)) != text:
        text = simpler
    between = re.findall(r">([^<>]*)<", re.sub(r"=>", "", text))
    return [words.strip() for words in between if re.search(r"[A-Za-z]{2,}", words) and words.strip() != "89"]


def test_files_stay_small() -> None:
    sizes = {source: len(source.read_text(encoding="utf-8").splitlines()) for source in _sources()}
    assert {str(source): lines for source, lines in sizes.items() if lines > 400} == {}


def _sources() -> list[Path]:
    found = [one for one in (web_side.WEB / "src").rglob("*") if one.suffix in (".ts", ".svelte", ".css")]
    return [one for one in found if one != web_side.WEB / web_side.TYPES]
