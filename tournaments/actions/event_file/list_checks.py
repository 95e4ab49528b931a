"""Check lists of an event file: the order of items, and references to their numbers."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _

JsonObject = Mapping[str, Any]


def items_with_paths(items: Sequence[Any], path: str) -> Iterator[tuple[Any, str]]:
    """Yield each item of the list at `path` with its path, such as `stages[0]`."""
    for index, item in enumerate(items):
        yield item, f"{path}[{index}]"


def order_problems(items: Sequence[JsonObject], key: str, path: str) -> Iterator[Problem]:
    """Yield a problem for each item whose `key` is not larger than that of the item before."""
    for (previous_item, _path), (item, item_path) in pairwise(items_with_paths(items, path)):
        if item[key] <= previous_item[key]:
            params = {"path": f"{item_path}.{key}", "said": item[key], "before": previous_item[key]}
            template = _(
                "%(path)s: %(said)s does not follow %(before)s: write each once, in "
                "ascending order."
            )
            yield Problem("out_of_order", template, params, f"{item_path}.{key}")


def reference_problems(
    number: int | None, existing_numbers: Collection[int], path: str
) -> Iterator[Problem]:
    """Yield a problem if `number` is neither None nor one of `existing_numbers`."""
    if number is not None and number not in existing_numbers:
        params = {"path": path, "number": number}
        yield Problem(
            "dangling", _("%(path)s: there is no number %(number)s in the file."), params, path
        )


def item_numbers(items: Sequence[JsonObject]) -> set[int]:
    """Return the value of the key "number" of each item."""
    return {item["number"] for item in items}


def problem_at(path: str, code: str, template: str) -> Problem:
    """Return a problem of the value at `path`; the template may use it as `%(path)s`."""
    return Problem(code, template, {"path": path}, path)
