"""Commands that are imported when they are called."""

import re
import subprocess
import sys

import pytest

from puntobanco.cli.lazy_commands import COMMANDS
from tests.cli.test_cli import output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    text = " ".join(re.sub(r"[^\S\n]*\n[^\S\n]*", " ", output(name, "--help")).split())
    assert COMMANDS[name].about in text


def test_the_help_imports_no_command() -> None:
    ask = "import sys; sys.argv = ['punto', '--help']\nfrom puntobanco.cli.main import run\n"
    ask += "try: run()\nexcept SystemExit: "
    ask += "print({'puntobanco.rulebooks', 'puntobanco.cli.odds', 'numpy'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("set()\n")


def test_python_m_is_the_same_command() -> None:
    done = subprocess.run([sys.executable, "-m", "puntobanco", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == output("--version")
