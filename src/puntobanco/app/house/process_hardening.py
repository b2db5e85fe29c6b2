"""What a process does that serves a house: its memory never lands on a disk as a core dump."""

import ctypes
import gc
import resource
import sys

PR_GET_DUMPABLE, PR_SET_DUMPABLE = 3, 4


def forbid_core_dumps() -> None:
    """No core dump, also where a program collects them, and no other process of the same user looks in."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux" and _prctl(PR_SET_DUMPABLE, 0) != 0:
        raise OSError("this process cannot forbid core dumps of itself")


def dumps_core() -> bool:
    """Whether a crash could leave the memory of this process behind."""
    limited = resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
    return not limited or (sys.platform == "linux" and _prctl(PR_GET_DUMPABLE, 0) != 0)


def _prctl(option: int, value: int) -> int:
    """The call of the Linux kernel, which Python has no function for."""
    return int(ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3))


def collect_seldom() -> None:
    """Values that refer to each other in circles are rare here; looking for them costs about a tenth of all work."""
    gc.set_threshold(100_000, 20, 100)
