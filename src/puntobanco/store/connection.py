"""What the store asks of a database driver's connection. Statements have `?` where values go."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

Columns: TypeAlias = tuple[Any, ...]
"""The columns that the statement names, in the types that they were written in."""


class Rows(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Columns]: ...


class Connection(Protocol):
    """It begins and ends no transaction by itself."""

    def execute(self, sql: str, values: Sequence[object] = (), /) -> Rows: ...

    def executemany(self, sql: str, values: Iterable[Sequence[object]], /) -> object: ...

    def close(self) -> None: ...
