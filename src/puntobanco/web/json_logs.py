"""What the server says of itself, one JSON object a line: no token, no password, no name, no card."""

import logging
import sys
from typing import Any

import msgspec

from puntobanco.app.clock import utc_now

MEMBERS = ("route", "status", "ms", "why")
"""What a line may say besides its message."""


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {"time": utc_now(), "level": record.levelname.lower(), "from": record.name}
        said["says"] = record.getMessage()
        said |= {name: getattr(record, name) for name in MEMBERS if hasattr(record, name)}
        return msgspec.json.encode(said).decode()


def log_to_stderr() -> None:
    """From now on, as long as the process lasts."""
    log_to(logging.StreamHandler(sys.stderr))


def log_to(handler: logging.Handler) -> None:
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
