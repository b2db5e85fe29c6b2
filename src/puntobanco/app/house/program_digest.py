"""Which program this is: its version, and the digest of its installed files."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from puntobanco import version


@cache
def digest_of_files() -> str:
    """The SHA-256 over the names and bytes of all Python files of the package, in the order of their names."""
    root = Path(version.__file__).parent
    found = sha256()
    for path in sorted(root.rglob("*.py")):
        body = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()} {len(body)}\n".encode())
        found.update(body)
    return found.hexdigest()
