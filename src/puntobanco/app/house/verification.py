"""A house on disk verified: its log read once as it is stored, and every record decided again, on all cores."""

import gc
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from msgspec import Struct

from puntobanco.app.house.checkpoints import PUBLIC, notes_in
from puntobanco.app.house.house_folder import Settings, read_settings
from puntobanco.app.house.named_checkpoints import named_in, wrong_files
from puntobanco.app.house.program_digest import digest_of_files
from puntobanco.app.house.signing_key import public_half, read_verifier_keys
from puntobanco.audit.findings import Finding, Sort
from puntobanco.audit.redecide import Again, Kept, Totals
from puntobanco.audit.signed_notes import Checkpoint, NoteFault, VerifierKey, open_note, origin_of
from puntobanco.audit.verify import Pass, Verified, verified
from puntobanco.errors import Unreadable
from puntobanco.store import Line, Place, Store, open_store
from puntobanco.store.verify import wrong_marks
from puntobanco.streams.names import SHOES, TABLE
from puntobanco.streams.names import named as named_stream
from puntobanco.values.replace import changed

LINES_AT_A_TIME = 250
"""Few, so that they are still at hand in the processor when they are decided again."""
FEW_RECORDS = 50_000
"""So many are verified before processes have started."""
Progress = Callable[[int, int], None]
"""Told how many records are done, of how many."""


class _Part(Struct, frozen=True):
    """What one process decides again."""

    database: Place
    house: str
    code: str
    upto: int
    turn: int = 0
    own: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    """All streams that anybody decides: what is not among them is decided by the first."""

    def has(self, stream: str) -> bool:
        return stream in self.own or (not self.turn and stream not in self.known)


def verify_house(
    folder: Path,
    *,
    checkpoints: Path | None = None,
    keys: Sequence[VerifierKey] = (),
    workers: int = 1,
    progress: Progress = lambda _done, _all: None,
) -> Verified:
    """Everything that is wrong with a house, which may be served meanwhile. `checkpoints` is a folder that was kept
    elsewhere, `keys` are the verifier's own; without them, those beside the checkpoints are believed."""
    settings = read_settings(folder)
    signed, others = _checkpoints(settings, checkpoints, keys)
    with closing(open_store(settings.database, serving=False)) as store:
        upto, head = _last(store, others)
        turns = 1 if upto <= FEW_RECORDS else max(1, workers)
        parts = _parts(_Part(settings.database, settings.name, digest_of_files(), upto), store.heads(), turns)
        named = named_in(store)
        seen = Pass(signed, named)
        totals = _alone(store, parts[0], seen, progress) if turns == 1 else _together(store, parts, seen, progress)
        others += _heads(seen, store, upto, head)
        others += wrong_files(settings, named, *(() if checkpoints is None else (checkpoints,)))
        others += _beside_the_log(settings, store)
    return verified(seen, totals, others, len(signed))


def _last(store: Store, others: list[Finding]) -> tuple[int, Any]:
    """How far the log goes, and what the database says of it as a whole."""
    last = store.last()
    try:
        return last, store.head()
    except ValueError as error:
        others.append(_of_log(f"the database contradicts itself: {error}"))
        return last, None


def _heads(seen: Pass, store: Store, upto: int, head: Any) -> Iterator[Finding]:
    """The head row is believed by nobody, but it must be right: the house goes on from it."""
    if head is None:
        return
    if head.position == seen.chain.tree.size and head.root() != seen.chain.tree.root():
        yield _of_log("the head of the log has another root than its records")
    if head.position < upto or (head.position > upto and store.last() < head.position):
        yield _of_log(f"the head of the log says {head.position} records: there are {upto}")
    if store.last() == upto:
        counted, heads = seen.chain.numbers(), store.heads()
        for stream in sorted({*counted, *heads}):
            if counted.get(stream) != heads.get(stream):
                yield _of_log(
                    f"the head of {stream} says record {heads.get(stream, 0)}: {counted.get(stream, 0)} is last"
                )


def _beside_the_log(settings: Settings, store: Store) -> Iterator[Finding]:
    """Acknowledged records, what protects records, and snapshots that were changed."""
    for sentence in wrong_marks(store, settings.marks):
        yield _of_log(sentence, Sort.MARK)
    for sentence in store.unprotected():
        yield _of_log(sentence, Sort.PROTECTION)
    for stream, number in store.damaged_snapshots():
        sentence = f"the state that is kept for record {number} is not as it was written"
        yield Finding(position=None, stream=stream, number=number, sort=Sort.SNAPSHOT, sentence=sentence)


def _of_log(sentence: str, sort: Sort = Sort.HEAD) -> Finding:
    return Finding(position=None, stream="", number=None, sort=sort, sentence=sentence)


# Checkpoints


def _checkpoints(
    settings: Settings, elsewhere: Path | None, keys: Sequence[VerifierKey]
) -> tuple[list[Checkpoint], list[Finding]]:
    """Those of the house's own folder and those kept elsewhere, where they are signed; the others are findings."""
    signed: list[Checkpoint] = []
    wrong: list[Finding] = []
    for folder in (settings.checkpoints, *(() if elsewhere is None else (elsewhere,))):
        if elsewhere is not None and folder == elsewhere and not folder.is_dir():
            raise Unreadable(f"{folder} is no folder with checkpoints: check the path")
        known = tuple(keys) or keys_of(settings, folder)
        for path, note in notes_in(folder):
            try:
                signed.append(open_note(note, known))
            except NoteFault as fault:
                wrong.append(_unsigned(path, fault))
    return signed, wrong


def keys_of(settings: Settings, folder: Path) -> tuple[VerifierKey, ...]:
    """The keys beside the checkpoints, else the one beside the house's signing key."""
    for path in (folder / PUBLIC, public_half(settings.signing)):
        if path.exists():
            return tuple(key for key in read_verifier_keys(path) if key.origin == origin_of(settings.name))
    return ()


def _unsigned(path: Path, fault: NoteFault) -> Finding:
    sentence = f"{path.name}: {fault}"
    return Finding(position=None, stream="", number=None, sort=Sort.SIGNATURE, sentence=sentence)


# Read and decided


def _alone(store: Store, part: _Part, seen: Pass, progress: Progress) -> list[Totals]:
    """One reading for everything."""
    again = Again(part.house, _snapshots(store, part))
    with _nothing_collected():
        for lines in _chunks(store, part.upto):
            seen.add(lines)
            again.add(lines)
            progress(lines[-1].position, part.upto)
    return [again.totals()]


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Records and states hold no circles, so that looking for some, again and again, finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _together(store: Store, parts: Sequence[_Part], seen: Pass, progress: Progress) -> list[Totals]:
    """The log is read here as it is stored, while other processes decide it again."""
    context = get_context("spawn")
    upto = parts[0].upto
    told = context.Array("q", len(parts), lock=False)
    with ProcessPoolExecutor(len(parts), context, _begin, (told,)) as pool:
        running: list[Future[Totals]] = [pool.submit(_decided, part) for part in parts]

        def tell(here: int) -> None:
            progress((here + sum(told)) // (1 + len(parts)), upto)

        for lines in _chunks(store, upto):
            seen.add(lines)
            tell(lines[-1].position)
        while wait(running, timeout=0.5).not_done:
            tell(upto)
        return [one.result() for one in running]


_told: Any = None
"""How far each process is, for all of them to see."""


def _begin(told: Any) -> None:
    """A new process; Ctrl-C is for the one that started it."""
    global _told
    _told = told
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _decided(part: _Part) -> Totals:
    """In a process of its own."""
    with closing(open_store(part.database, serving=False)) as store:
        again = Again(part.house, _snapshots(store, part))
        for lines in _chunks(store, part.upto):
            again.add([line for line in lines if part.has(line.stream)])
            _told[part.turn] = lines[-1].position
        return again.totals()


def _parts(whole: _Part, heads: Mapping[str, int], parts: int) -> list[_Part]:
    if parts == 1:
        return [whole]
    own = _dealt_out(heads, parts)
    return [changed(whole, turn=turn, own=streams, known=frozenset(heads)) for turn, streams in enumerate(own)]


def _dealt_out(heads: Mapping[str, int], parts: int) -> list[frozenset[str]]:
    """The streams for each process, as even as they come; a table and its shoes are decided together."""
    sizes: dict[str, int] = {}
    for stream, number in heads.items():
        sizes[_leader(stream)] = sizes.get(_leader(stream), 0) + number
    loads = [0] * parts
    turns: dict[str, int] = {}
    for stream in sorted(sizes, key=lambda one: -sizes[one]):
        turns[stream] = turn = loads.index(min(loads))
        loads[turn] += sizes[stream]
    return [frozenset(stream for stream in heads if turns[_leader(stream)] == turn) for turn in range(parts)]


def _leader(stream: str) -> str:
    return TABLE + named_stream(stream) if stream.startswith(SHOES) else stream


def _snapshots(store: Store, part: _Part) -> Callable[[str], Iterator[Kept]]:
    def of(stream: str) -> Iterator[Kept]:
        for number in _kept_numbers(store, stream, part):
            found = store.snapshot(stream, part.code, number)
            if found is not None:
                yield number, found.body

    return of


def _kept_numbers(store: Store, stream: str, part: _Part) -> list[int]:
    """Of snapshots whose records are verified, or are not there; those of what is written meanwhile come next time."""
    numbers, not_there = store.snapshot_numbers(stream, part.code), []
    while numbers:
        lines = store.read(stream, numbers[-1] - 1, 1)
        if lines and lines[0].position <= part.upto:
            break
        not_there += [] if lines else [numbers[-1]]
        numbers.pop()
    return [*numbers, *reversed(not_there)]


def _chunks(store: Store, upto: int) -> Iterator[list[Line]]:
    after = 0
    while lines := [line for line in store.read_all(after, LINES_AT_A_TIME) if line.position <= upto]:
        yield lines
        after = lines[-1].position
