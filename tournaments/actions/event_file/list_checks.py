"""Numbers in a file: each list in ascending order, each reference to something that is there."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _

Value = Mapping[str, Any]


def items_with_paths(values: Sequence[Any], path: str) -> Iterator[tuple[Any, str]]:
    """Every value of the list at `path` with a path of its own."""
    for place, value in enumerate(values):
        yield value, f"{path}[{place}]"


def order_problems(values: Sequence[Value], key: str, path: str) -> Iterator[Problem]:
    """A problem for every value of the list at `path` whose `key` is not above the one before
    it."""
    for (before, _path), (value, at) in pairwise(items_with_paths(values, path)):
        if value[key] <= before[key]:
            params = {"path": f"{at}.{key}", "said": value[key], "before": before[key]}
            template = _(
                "%(path)s: %(said)s does not follow %(before)s: write each once, in "
                "ascending order."
            )
            yield Problem("out_of_order", template, params, f"{at}.{key}")


def reference_problems(number: int | None, among: Collection[int], path: str) -> Iterator[Problem]:
    """A problem when nothing in the file has this number; None refers to nothing."""
    if number is not None and number not in among:
        params = {"path": path, "number": number}
        yield Problem(
            "dangling", _("%(path)s: there is no number %(number)s in the file."), params, path
        )


def item_numbers(values: Sequence[Value]) -> set[int]:
    """The numbers of a list."""
    return {value["number"] for value in values}
