"""Damage to records, by chance that repeats: to their bytes, and to the data that they stand for."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

HUGE = (2**53, -(2**53), 2**63, 2**64, 10**30, 10**400)
STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    1.5,
    "",
    "ann",
    "wager_placed.1",
    [],
    {},
    [[]],
    {"is": "tie"},
    [0, 0],
)
DEEP = (5, 50, 400, 900, 5_000)
DOUBLED = "@@"
"""Stands for a member's name until the bytes are written."""


def damaged(rng: Random, line: bytes, other: bytes) -> tuple[str, bytes]:
    """What was done to a record, and what it looks like now; `other` is a record that parts can come from."""
    kind = rng.choice([*TO_BYTES, *TO_DATA])
    if kind in TO_BYTES:
        return kind, TO_BYTES[kind](rng, line, other)
    data = msgspec.json.decode(line)
    return kind, TO_DATA[kind](rng, data, msgspec.json.decode(other))


# To bytes


def flip_bit(rng: Random, line: bytes, _: bytes) -> bytes:
    place = rng.randrange(len(line))
    return line[:place] + bytes([line[place] ^ (1 << rng.randrange(8))]) + line[place + 1 :]


def drop_bytes(rng: Random, line: bytes, _: bytes) -> bytes:
    place = rng.randrange(len(line))
    return line[:place] + line[place + rng.choice((1, 1, 1, 2, 10)) :]


def insert_byte(rng: Random, line: bytes, _: bytes) -> bytes:
    place = rng.randrange(len(line) + 1)
    return line[:place] + rng.choice((b" ", b"\n", b"0", b'"', b",", b"}", b"\\", b"\x00", b"-")) + line[place:]


def bad_utf_8(rng: Random, line: bytes, _: bytes) -> bytes:
    place = rng.randrange(len(line) + 1)
    return line[:place] + rng.choice((b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\x80")) + line[place:]


def truncate(rng: Random, line: bytes, _: bytes) -> bytes:
    return line[: rng.randrange(len(line))]


def concatenate(rng: Random, line: bytes, other: bytes) -> bytes:
    return line + rng.choice((b"", b"\n", b" ", b",")) + rng.choice((line, other))


def swap_slices(rng: Random, line: bytes, _: bytes) -> bytes:
    a, b, c = sorted(rng.randrange(len(line) + 1) for _ in range(3))
    return line[:a] + line[b:c] + line[a:b] + line[c:]


def escape(rng: Random, line: bytes, _: bytes) -> bytes:
    letters = [place for place, byte in enumerate(line) if chr(byte).isalpha() and byte < 128]
    place = rng.choice(letters)
    return line[:place] + f"\\u{line[place]:04x}".encode() + line[place + 1 :]


TO_BYTES: dict[str, Callable[[Random, bytes, bytes], bytes]] = {
    one.__name__: one
    for one in (flip_bit, drop_bytes, insert_byte, bad_utf_8, truncate, concatenate, swap_slices, escape)
}

# To data


def holders(value: Any) -> Iterator[Any]:
    """Every object and list in the data that is not empty."""
    if isinstance(value, dict | list) and value:
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from holders(one)


def place_in(rng: Random, data: Any) -> tuple[Any, Any]:
    """Something that holds a value, and under which key or at which place."""
    holder = rng.choice(list(holders(data)))
    return holder, rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))


def objects_in(data: Any) -> list[dict[str, Any]]:
    return [one for one in holders(data) if isinstance(one, dict)]


def drop(rng: Random, data: Any, _: Any) -> bytes:
    holder, key = place_in(rng, data)
    del holder[key]
    return msgspec.json.encode(data)


def double(rng: Random, data: Any, _: Any) -> bytes:
    """A member stands twice, at the end or right there, with the same value or another one."""
    holder = rng.choice(objects_in(data))
    key = rng.choice(list(holder))
    value = rng.choice((holder[key], *STRANGE))
    members = list(holder.items())
    members.insert(rng.randrange(len(members) + 1), (DOUBLED, value))
    holder.clear()
    holder.update(members)
    return msgspec.json.encode(data).replace(f'"{DOUBLED}"'.encode(), msgspec.json.encode(key))


def rename(rng: Random, data: Any, _: Any) -> bytes:
    holder = rng.choice(objects_in(data))
    key = rng.choice(list(holder))
    new = rng.choice((key + "s", key.upper(), key[::-1], "", *holder))
    members = [(new if name == key else name, value) for name, value in holder.items()]
    holder.clear()
    holder.update(members)
    return msgspec.json.encode(data)


def wrong_type(rng: Random, data: Any, _: Any) -> bytes:
    holder, key = place_in(rng, data)
    holder[key] = rng.choice(STRANGE)
    return msgspec.json.encode(data)


def huge_number(rng: Random, data: Any, _: Any) -> bytes:
    holder, key = place_in(rng, data)
    holder[key] = DOUBLED
    return msgspec.json.encode(data).replace(f'"{DOUBLED}"'.encode(), str(rng.choice(HUGE)).encode())


def nest_deeply(rng: Random, data: Any, _: Any) -> bytes:
    """A value in many lists, objects or conditions."""
    holder, key = place_in(rng, data)
    before, after = rng.choice(((b"[", b"]"), (b'{"rules":', b"}"), (b'{"is":"not","condition":', b"}")))
    depth = rng.choice(DEEP)
    value, holder[key] = msgspec.json.encode(holder[key]), DOUBLED
    return msgspec.json.encode(data).replace(f'"{DOUBLED}"'.encode(), before * depth + value + after * depth)


def swap_values(rng: Random, data: Any, _: Any) -> bytes:
    (holder, key), (another, its) = place_in(rng, data), place_in(rng, data)
    one, two = copy.deepcopy(holder[key]), copy.deepcopy(another[its])
    holder[key], another[its] = two, one
    return msgspec.json.encode(data)


def from_another(rng: Random, data: Any, other: Any) -> bytes:
    """A value of another record under the same name where there is one."""
    holder, key = place_in(rng, data)
    same = [one[key] for one in objects_in(other) if key in one]
    strange, its = place_in(rng, other)
    holder[key] = rng.choice(same) if same else strange[its]
    return msgspec.json.encode(data)


def change_word(rng: Random, data: Any, _: Any) -> bytes:
    """A word that another place of the record has: another version, role, hand or name."""
    texts = [(one, key) for one in holders(data) for key in _keys(one) if isinstance(one[key], str)]
    (holder, key), (another, its) = rng.choice(texts), rng.choice(texts)
    holder[key] = rng.choice((another[its], holder[key] + "1", holder[key].upper(), holder[key].replace(".1", ".2")))
    return msgspec.json.encode(data)


def change_number(rng: Random, data: Any, _: Any) -> bytes:
    numbers = [(one, key) for one in holders(data) for key in _keys(one) if type(one[key]) is int]
    holder, key = rng.choice(numbers)
    holder[key] += rng.choice((-1, 1, 100))
    return msgspec.json.encode(data)


def _keys(holder: Any) -> list[Any]:
    return list(holder) if isinstance(holder, dict) else list(range(len(holder)))


def shuffle_members(rng: Random, data: Any, _: Any) -> bytes:
    holder = rng.choice(objects_in(data))
    members = list(holder.items())
    rng.shuffle(members)
    holder.clear()
    holder.update(members)
    return msgspec.json.encode(data)


def write_otherwise(rng: Random, data: Any, _: Any) -> bytes:
    """The same data as other programs write it: with white space, sorted, or escaped."""
    return rng.choice(
        (msgspec.json.format(msgspec.json.encode(data)), msgspec.json.encode(data, order="sorted")),
    )


TO_DATA: dict[str, Callable[[Random, Any, Any], bytes]] = {
    one.__name__: one
    for one in (
        drop,
        double,
        rename,
        wrong_type,
        huge_number,
        nest_deeply,
        swap_values,
        from_another,
        change_word,
        change_number,
        shuffle_members,
        write_otherwise,
    )
}
