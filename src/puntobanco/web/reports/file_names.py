"""Names of files that are sent: whatever people called a table or themselves, it is a name and nothing else."""

from urllib.parse import quote

LONGEST = 80


def disposition(how: str, *parts: str, ending: str) -> dict[bytes, bytes]:
    """`attachment` or `inline`, and the name under which it would be kept."""
    name = f"{'-'.join(map(_harmless, parts))[:LONGEST]}.{ending}"
    plain = "".join(one if one.isascii() else "_" for one in name)
    said = f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return {b"content-disposition": said.encode("ascii")}


def _harmless(text: str) -> str:
    """Letters, digits and lines: no path, no quote, no end of a header, and no beginning with a dot."""
    return "".join(one if one.isalnum() or one in "-_" else "_" for one in text)
