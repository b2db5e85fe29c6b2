"""A section as a Parquet file, by polars, which is imported when one is asked for."""

from pathlib import Path
from types import ModuleType

from puntobanco.errors import Unreadable
from puntobanco.reports.cells import rows_as_dicts
from puntobanco.reports.model import Kind, Section


def write_parquet(section: Section, path: Path) -> None:
    polars = _polars()
    kinds = {column.key: _type(polars, column.kind) for column in section.columns}
    polars.DataFrame(rows_as_dicts(section), schema=kinds).write_parquet(path)


def _polars() -> ModuleType:
    try:
        import polars
    except ImportError:
        raise Unreadable("Parquet needs polars: pip install 'puntobanco[data]'") from None
    return polars


def _type(polars: ModuleType, kind: Kind) -> object:
    match kind:
        case Kind.TEXT | Kind.NAME | Kind.SENTENCE:
            return polars.String
        case Kind.COUNT | Kind.MONEY:
            return polars.Int64
        case Kind.FLAG:
            return polars.Boolean
        case Kind.TIME:
            return polars.Datetime("us", "UTC")
        case Kind.ESTIMATE | Kind.SHARE | Kind.NUMBER | Kind.Z:
            return polars.Float64
