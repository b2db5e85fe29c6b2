"""`punto house` with all of its commands, which stand in several files."""

from puntobanco.cli import house_people, house_switches
from puntobanco.cli.house import app

house_switches.register(app)
app.add_typer(house_people.app, name="person")
