"""How soon it answers: CPU time to import the library, to print the help, to give odds; each must keep its limit."""

import resource
import subprocess
import sys
from pathlib import Path

PUNTO = str(Path(sys.executable).parent / "punto")
LIMITS = (
    ("import puntobanco", (sys.executable, "-c", "import puntobanco"), 0.2),
    ("punto --help", (PUNTO, "--help"), 0.3),
    ("punto odds act-2015", (PUNTO, "odds", "act-2015"), 0.5),
)
TRIES = 5


def cpu_seconds(command: tuple[str, ...]) -> float:
    """What one run of a command takes of the processor, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    slow = 0
    for name, command, limit in LIMITS:
        best = min(cpu_seconds(command) for _ in range(TRIES))
        slow += best > limit
        print(f"{name}: {best:.3f} s of CPU, best of {TRIES}; at most {limit} s{'' if best <= limit else ': TOO SLOW'}")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
