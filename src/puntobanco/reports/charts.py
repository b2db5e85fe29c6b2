"""Pictures of a report as SVG without script. Words stand beside them, so that they are readable at any width."""

from collections.abc import Sequence
from html import escape

from puntobanco.reports.cells import ODD_MARK
from puntobanco.reports.model import Course, Picture, Scores, Spread, Spreads
from puntobanco.reports.results_against_odds import ODD
from puntobanco.values.money import format_dollars

BAND = 2
"""Standard deviations on each side of what was expected."""
_WIDTH, _HEIGHT = 100.0, 10.0
_COURSE_HEIGHT = 40.0


def drawn(picture: Picture) -> str:
    """The picture with its title and what its marks mean."""
    match picture:
        case Spreads():
            return _figure(
                picture.title,
                _spreads(picture.rows),
                "Band: expected, two standard deviations to each side; its line: expected; thick mark: won.",
            )
        case Scores():
            return _figure(
                picture.title,
                _scores(picture.rows),
                f"Band: two standard deviations; broken lines: {ODD}. Honest play is beyond them once in 370 times.",
            )
        case Course():
            return _figure(
                picture.title,
                _course(picture.rows),
                "Thick line: won; thin line: expected; band: two standard deviations to each side.",
            )


def _figure(title: str, content: str, legend: str) -> str:
    return f'<figure><figcaption>{escape(title)}</figcaption>{content}<p class="legend">{escape(legend)}</p></figure>'


def _row(label: str, svg: str, value: str, *, odd: bool = False) -> str:
    name = ' class="bar odd"' if odd else ' class="bar"'
    return f'<div{name}><span>{escape(label)}</span>{svg}<span class="value">{escape(value)}</span></div>'


def _svg(content: str, told: str, height: float = _HEIGHT) -> str:
    box = f'viewBox="0 0 {_WIDTH:g} {height:g}" preserveAspectRatio="none"'
    return f'<svg {box} role="img" aria-label="{escape(told)}">{content}</svg>'


class _Scale:
    """From values to places in a picture."""

    def __init__(self, values: Sequence[float], length: float) -> None:
        low, high = min(values), max(values)
        room = (high - low) * 0.04 or 1.0
        self.low, self.high, self._length = low - room, high + room, length

    def __call__(self, value: float) -> float:
        return round(self._length * (value - self.low) / (self.high - self.low), 3)


# z-values


def _scores(rows: Sequence[tuple[str, float]]) -> str:
    most = max(ODD + 1, *(abs(z) for _, z in rows))
    at = _Scale((-most, most), _WIDTH)
    return "".join(_score(label, z, at) for label, z in rows)


def _score(label: str, z: float, at: _Scale) -> str:
    odd = abs(z) >= ODD
    said = f"{z:+.2f}{f' {ODD_MARK}' if odd else ''}"
    marks = (
        _box("band", at(-BAND), at(BAND), 0, _HEIGHT),
        *(_line("limit", at(edge), 0, at(edge), _HEIGHT) for edge in (-ODD, ODD)),
        _line("middle", at(0), 0, at(0), _HEIGHT),
        _box("mark", at(min(0, z)), at(max(0, z)), 0.3 * _HEIGHT, 0.7 * _HEIGHT),
    )
    return _row(label, _svg("".join(marks), f"{label}: z {said}"), said, odd=odd)


# Wins in the band of what was expected


def _spreads(rows: Sequence[Spread]) -> str:
    at = _Scale([value for one in rows for value in (one.win, *_band(one))], _WIDTH)
    return "".join(_spread(one, at) for one in rows)


def _spread(one: Spread, at: _Scale) -> str:
    win, expected = format_dollars(round(one.win)), format_dollars(round(one.expected))
    low, high = _band(one)
    marks = (
        _box("band", at(low), at(high), 0.15 * _HEIGHT, 0.85 * _HEIGHT),
        _line("middle", at(one.expected), 0, at(one.expected), _HEIGHT),
        _line("win", at(one.win), 0, at(one.win), _HEIGHT),
    )
    return _row(one.label, _svg("".join(marks), f"{one.label}: won {win}, expected {expected}"), win)


def _band(one: Spread) -> tuple[float, float]:
    return one.expected - BAND * one.sd, one.expected + BAND * one.sd


# The course of a win


def _course(rows: Sequence[Spread]) -> str:
    steps = [Spread("", 0.0, 0.0, 0.0), *rows]
    up = _Scale([value for one in steps for value in (one.win, *_band(one))], _COURSE_HEIGHT)
    places = [round(_WIDTH * step / (len(steps) - 1), 3) for step in range(len(steps))]

    def path(values: Sequence[float]) -> list[str]:
        return [f"{place:g},{_COURSE_HEIGHT - up(value):g}" for place, value in zip(places, values, strict=True)]

    bands = [_band(one) for one in steps]
    around = " ".join((*path([low for low, _ in bands]), *reversed(path([high for _, high in bands]))))
    marks = (
        f'<polygon class="band" points="{around}"/>',
        f'<polyline class="middle" points="{" ".join(path([one.expected for one in steps]))}"/>',
        f'<polyline class="win" points="{" ".join(path([one.win for one in steps]))}"/>',
    )
    last = rows[-1]
    told = f"won {format_dollars(round(last.win))}, expected {format_dollars(round(last.expected))} until {last.label}"
    ends = "".join(f"<span>{escape(text)}</span>" for text in dict.fromkeys((rows[0].label, last.label)))
    edges = "".join(f"<span>{format_dollars(100 * round(edge / 100))}</span>" for edge in (up.high, up.low))
    return (
        f'<div class="course"><div class="edges">{edges}</div>{_svg("".join(marks), told, _COURSE_HEIGHT)}</div>'
        f'<div class="ends">{ends}</div>'
    )


def _box(name: str, left: float, right: float, top: float, bottom: float) -> str:
    return (
        f'<rect class="{name}" x="{left:g}" y="{top:g}" width="{max(right - left, 0.2):g}" height="{bottom - top:g}"/>'
    )


def _line(name: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{name}" x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}"/>'
