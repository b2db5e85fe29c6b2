"""What is built from `web/` is what the package holds, byte for byte; types are the server's, and its checks pass."""

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

PLANTED = '<script lang="ts">\n  const planted: number = 1;\n</script>\n\n<p>{planted}</p>\n'
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


def test_types_are_the_servers(sources: Path) -> None:
    web_side.types(sources)
    assert (sources / "src/api/schema.ts").read_bytes() == web_side.TYPES.read_bytes(), "make web writes them anew"


def test_types_and_logic_are_checked(sources: Path) -> None:
    web_side.check(sources)


def test_a_mistake_in_a_type_is_noticed(sources: Path, tmp_path: Path) -> None:
    """Alone among the same settings: checking everything else takes a while."""
    for one in sources.iterdir():
        if one.is_file():
            shutil.copy(one, tmp_path)
    (tmp_path / "node_modules").symlink_to(sources / "node_modules")
    planted = tmp_path / "src" / "Planted.svelte"
    planted.parent.mkdir()
    planted.write_text(PLANTED, encoding="utf-8")
    web_side.npm("run", "check", folder=tmp_path)
    planted.write_text(PLANTED.replace("= 1", "= 'no number'"), encoding="utf-8")
    with pytest.raises(SystemExit, match="not assignable"):
        web_side.npm("run", "check", folder=tmp_path)


def test_one_connection_follows_as_much_as_the_server_lets_it() -> None:
    hub = (web_side.WEB / "src/live/hub.ts").read_text(encoding="utf-8")
    assert f"const MOST_STREAMS = {MOST_STREAMS};" in hub


def test_the_package_holds_what_is_built(sources: Path, tmp_path: Path) -> None:
    web_side.build(sources, tmp_path / "static")
    built, held = web_side.files_of(tmp_path / "static"), web_side.files_of(STATIC)
    assert built.keys() == held.keys(), "make web builds it anew"
    assert [name for name in built if built[name] != held[name]] == []


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
    return [one for one in found if one != web_side.TYPES]
