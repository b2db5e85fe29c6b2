"""Everything that is wrong with a house on disk, as findings; it may be served meanwhile."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from puntobanco.app.draws import is_of
from puntobanco.app.fair_shoe_dealing import no_shoes_yet
from puntobanco.app.house.house_folder import Settings, read_settings
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.named_checkpoints import named_in, wrong_files
from puntobanco.app.house.private_files import KeyFault
from puntobanco.app.house.read_only_house import Looking
from puntobanco.app.house.signing_key import SigningKey
from puntobanco.app.house.stream_states import record_of
from puntobanco.audit.chain import Chain
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.fair_shoes.state import with_secret
from puntobanco.fair_shoes.stream_type import FAIR_SHOES
from puntobanco.store import Store, StoreFailure, StoreTaken, open_store, verify_store
from puntobanco.store.marks import furthest
from puntobanco.store.verify import all_lines, wrong_marks
from puntobanco.streams.names import SHOES, TOURNAMENT, named
from puntobanco.tournament.queries.draws import open_draws
from puntobanco.tournament.stream_type import TOURNAMENTS

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
        yield from _wrong_marks(settings, store)
        wrong = verify_store(store)
        yield from wrong
        yield from _beside_records(store)
        if not wrong:
            yield from _wrong_records(store) or _of_house(Looking(settings, store), keys)
            yield from map(str, wrong_files(settings, named_in(store)))
    try:
        SigningKey.read(settings.signing, settings.name)
    except KeyFault as fault:
        yield str(fault)


def _wrong_marks(settings: Settings, store: Store) -> Iterator[str]:
    if store.last() and not furthest(settings.marks):
        yield f"{settings.marks} holds no mark of acknowledged records: serve the house once to begin one"
    yield from wrong_marks(store, settings.marks)


def _beside_records(store: Store) -> Iterator[str]:
    yield from store.unprotected()
    for stream, number in store.damaged_snapshots():
        yield f"the state of {stream} that is kept for record {number} is not as it was written"


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
        for stream in seen.store.streams(TOURNAMENT):
            yield from _undrawable(seen, stream, keys)


def _undrawable(seen: Looking, stream: str, keys: KeyFile) -> Iterator[str]:
    """What is still to be drawn must open, or it cannot be."""
    records: Iterator[Any] = (record for _, record in seen.log(stream))
    state = TOURNAMENTS.fold_records(records)
    for draw in () if state is None else open_draws(state):
        sealed = seen.store.secret(stream, draw.number)
        if sealed is None:
            yield f"the secret of draw {draw.number} of {stream} is not stored"
            continue
        try:
            secret = keys.open_as(DrawSecret, sealed.key, sealed.sealed, stream, draw.number)
        except KeyFault as fault:
            yield str(fault)
        else:
            if not is_of(secret, draw):
                yield f"what is stored for draw {draw.number} of {stream} is not the secret of its commitment"


def _locked(seen: Looking, stream: str, keys: KeyFile) -> Iterator[str]:
    """A shoe under way must open, or nothing more can be dealt from it."""
    nothing = no_shoes_yet(house=seen.settings.name, table=named(stream), times=None)
    records: Iterator[Any] = (record for _, record in seen.log(stream))
    shoes = FAIR_SHOES.fold_records(records, nothing)
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
