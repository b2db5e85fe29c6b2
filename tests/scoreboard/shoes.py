"""Random shoes as words: of any sort, with long runs, and long ones."""

from random import Random

from hypothesis import strategies as st

MARKS = ("", "b", "p", "n", "bp", "nb", "pn", "bpn")
WORDS = tuple(letter + marks for letter in "BPT" for marks in MARKS)

any_shoes = st.lists(st.sampled_from(WORDS), max_size=120)


@st.composite
def with_long_runs(draw: st.DrawFn) -> list[str]:
    """Runs so long that they bend, beside short ones, with ties between."""
    lengths = draw(st.lists(st.one_of(st.integers(1, 3), st.integers(4, 20)), max_size=24))
    words = ["T"] * draw(st.integers(0, 2))
    for number, length in enumerate(lengths):
        for _ in range(length):
            words += ["BP"[number % 2], *["T"] * draw(st.sampled_from((0, 0, 0, 0, 1, 2)))]
    return words


shoes = st.one_of(any_shoes, with_long_runs())


def long_shoe(rng: Random, results: int) -> list[str]:
    """Thousands of results; how often a run goes on differs from shoe to shoe, and changes within one."""
    words, last, again = [], "B", rng.choice((0.3, 0.5, 0.8, 0.95))
    for _ in range(results):
        if rng.random() < 0.01:
            again = rng.choice((0.3, 0.5, 0.8, 0.95))
        if rng.random() < 0.095:
            words.append("T")
        else:
            last = last if rng.random() < again else "BP"[last == "B"]
            words.append(last)
    return words
