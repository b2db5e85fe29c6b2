"""`punto house` with all of its commands, which stand in several files."""

from puntobanco.cli import house_gaming, people
from puntobanco.cli.house import app

house_gaming.register(app)
app.add_typer(people.app, name="person")
