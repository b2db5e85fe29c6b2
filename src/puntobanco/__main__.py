"""`python -m puntobanco` is `punto`."""

from puntobanco.cli.main import run

if __name__ == "__main__":
    run()
