"""Programs in processes of their own: other caches, other processors, or nothing to import."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import puntobanco

_HEAD = "import json, sys\nasked = json.loads(sys.argv[1])\n"
_END = "\nprint(json.dumps(answer))"


def in_another_process(program: str, asked: Any = None, **environment: str) -> Any:
    """What a program that is given `asked` leaves in `answer`."""
    command = [sys.executable, "-c", _HEAD + program + _END, json.dumps(asked)]
    path = os.pathsep.join(str(Path(found).parents[1]) for found in (puntobanco.__file__, Path(__file__).parent))
    surroundings = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
