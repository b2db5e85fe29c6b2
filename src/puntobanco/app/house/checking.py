"""Everything that is wrong with a house on disk, as findings; it may be served meanwhile."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from puntobanco.app.fair_dealing import no_shoes_yet
from puntobanco.app.house.folder import Settings, read_settings
from puntobanco.app.house.keys import KeyFile
from puntobanco.app.house.looking import Looking
from puntobanco.app.house.private import KeyFault
from puntobanco.app.house.signing import SigningKey
from puntobanco.app.house.standing import record_of
from puntobanco.audit.chain import Chain
from puntobanco.errors import Unreadable
from puntobanco.fairness.order import Stage
from puntobanco.fairness.shoes import FairShoes, with_secret
from puntobanco.record.replay import fold_shoes
from puntobanco.store import Store, StoreFailure, StoreTaken, open_store, verify_store
from puntobanco.store.verify import all_lines
from puntobanco.streams import SHOES, named

MOST = 100
"""So many findings are enough."""


def findings(folder: Path) -> tuple[str, ...]:
    """What is wrong, each in a sentence."""
    settings = read_settings(folder)
    return tuple(islice(_findings(settings), MOST))


def _findings(settings: Settings) -> Iterator[str]:
    keys: KeyFile | None = None
    try:
        keys = KeyFile.read(settings.keys, settings.name)
    except KeyFault as fault:
        yield str(fault)
    try:
        _as_served(settings).close()
    except StoreFailure as failure:
        yield str(failure)
    with closing(open_store(settings.database, serving=False)) as store:
        wrong = verify_store(store)
        yield from wrong
        if not wrong:
            yield from _wrong_records(store) or _of_house(Looking(settings, store), keys)
    try:
        SigningKey.read(settings.signing, settings.name)
    except KeyFault as fault:
        yield str(fault)


def _as_served(settings: Settings) -> Store:
    """Opened as it is for serving, with all settings checked; if somebody serves it, they were when that began."""
    try:
        return open_store(settings.database)
    except StoreTaken:
        return open_store(settings.database, serving=False)


def _wrong_records(store: Store) -> list[str]:
    """Records that this version cannot read, or that were decided on others than those that are there."""
    found, chain = list[str](), Chain(())
    for line in all_lines(store):
        chain.add(line)
        try:
            record = record_of(line)
        except Unreadable as error:
            found.append(f"record {line.position}: {error}")
            continue
        if (record.stream, record.number, record.id) != (line.stream, line.number, line.id):
            found.append(f"record {line.position}: it is written as {record.stream} {record.number}")
    return [*found, *map(str, chain.findings)]


def _of_house(seen: Looking, keys: KeyFile | None) -> Iterator[str]:
    state = seen.status().state
    if state.name not in ("", seen.settings.name):
        yield f"the settings call the house {seen.settings.name}, its records {state.name}"
    if keys is not None:
        for stream in seen.store.streams(SHOES):
            yield from _locked(seen, stream, keys)


def _locked(seen: Looking, stream: str, keys: KeyFile) -> Iterator[str]:
    """A shoe under way must open, or nothing more can be dealt from it."""
    nothing = no_shoes_yet(house=seen.settings.name, table=named(stream), times=None)
    records = (record for _, record in seen.log(stream))
    shoes: FairShoes = fold_shoes(records, nothing)  # type: ignore[arg-type]  # of shoes
    if shoes.under_way is None:
        return
    sealed = seen.store.secret(stream, shoes.shoes)
    overdue = " (its reveal is overdue)" if shoes.stage is Stage.OVERDUE else ""
    if sealed is None:
        yield f"the secret of shoe {shoes.shoes} of {stream} is not stored{overdue}"
        return
    try:
        with_secret(shoes, keys.open(sealed.key, sealed.sealed, stream, shoes.shoes))
    except (KeyFault, ValueError) as fault:
        yield f"{fault}{overdue}"
