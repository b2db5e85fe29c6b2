"""Numbers of the running server in Prometheus' text format. They name no person, no table and no token."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds; one bucket for whatever takes longer."""


class Metrics:
    """Counted since the process started."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()

    def answered(self, route: str, status: int, seconds: float) -> None:
        self._requests[route, status] += 1
        buckets = self._buckets.setdefault(route, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[route] += seconds  # type: ignore[assignment]  # a counter of seconds counts parts of them

    def lines(self, gauges: dict[str, tuple[str, float]]) -> Iterator[str]:
        """`gauges` are numbers of now: by name, what they are and how many."""
        yield "# TYPE punto_requests_total counter"
        for (route, status), count in sorted(self._requests.items()):
            yield f'punto_requests_total{{route="{route}",status="{status}"}} {count}'
        yield "# TYPE punto_request_seconds histogram"
        for route, buckets in sorted(self._buckets.items()):
            yield from self._histogram(route, buckets)
        for name, (says, value) in gauges.items():
            yield f"# HELP punto_{name} {says}"
            yield f"# TYPE punto_{name} {'counter' if name.endswith('_total') else 'gauge'}"
            yield f"punto_{name} {value:g}" if value != int(value) else f"punto_{name} {int(value)}"

    def _histogram(self, route: str, buckets: list[int]) -> Iterator[str]:
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), buckets, strict=True):
            total += count
            yield f'punto_request_seconds_bucket{{route="{route}",le="{bound}"}} {total}'
        yield f'punto_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
        yield f'punto_request_seconds_count{{route="{route}"}} {total}'
