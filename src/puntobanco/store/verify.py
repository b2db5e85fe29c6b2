"""Everything that is wrong with what is stored, as findings: positions, numbers, hashes, heads, tree."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from puntobanco.store.errors import StoreBroken, StoreUnfit
from puntobanco.store.marks import ENDING, in_words, read_mark
from puntobanco.store.rows import NOTHING_YET, Head, Line, StreamHead
from puntobanco.store.store import Store
from puntobanco.values.merkle import Tree


def all_lines(store: Store, upto: int | None = None) -> Iterator[Line]:
    """Every record by position, up to one of them."""
    last = 0
    while lines := store.read_all(last, 1000):
        for line in lines:
            if upto is not None and line.position > upto:
                return
            yield line
        last = lines[-1].position


def verify_store(store: Store) -> tuple[str, ...]:
    """What is wrong, each in a sentence, if anything. What is written meanwhile is left for the next time."""
    found: list[str] = []
    try:
        found.extend(_findings(store, store.head()))
    except (StoreBroken, TypeError, ValueError) as error:  # what is damaged may be of any kind
        found.append(f"not to be read: {error}")
    return tuple(found)


def wrong_marks(store: Store, folder: Path) -> tuple[str, ...]:
    """Every mark of acknowledged records that the store does not agree with, each in a sentence."""
    found: list[str] = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            mark = read_mark(path)
            marks = () if mark is None else ((path, mark),)
            found += [in_words(*one) for one in store.lost(marks)]
        except StoreUnfit as damaged:
            found.append(str(damaged))
    return tuple(found)


def _findings(store: Store, head: Head) -> Iterator[str]:
    tree, heads = Tree(), dict[str, StreamHead]()
    for line in all_lines(store, head.position):
        yield from _wrong(line, tree.size + 1, heads.get(line.stream, NOTHING_YET))
        heads[line.stream] = (line.number, line.hash)
        tree.add(line.body)
    if tree.size != head.position or tree.frontier() != head.frontier:
        yield f"the head says {head.position} records and another tree than the {tree.size} that there are"
    yield from _wrong_heads(store, head, heads)


def _wrong_heads(store: Store, head: Head, counted: dict[str, StreamHead]) -> Iterator[str]:
    found = store.heads()
    has_gone_on = store.head() != head
    for stream in sorted({*found, *counted}):
        said, there = found.get(stream, 0), counted.get(stream, NOTHING_YET)[0]
        if said < there or (said > there and not has_gone_on):
            yield f"{stream} has {there} records, its head says {said}"


def _wrong(line: Line, position: int, before: StreamHead) -> Iterator[str]:
    if line.position != position:
        yield f"record {line.position}: it should be {position}"
    if line.number != before[0] + 1:
        yield f"record {line.position}: {line.stream} goes from {before[0]} to {line.number}"
    if line.hash != sha256(before[1] + line.body).digest():
        yield f"record {line.position}: its hash does not follow from its body and the record before it"
