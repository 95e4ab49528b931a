"""The categories of an event file: their shape, and whether they make sense."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.order import Value, inside, known
from tournaments.actions.event_file.shape.columns import NUMBER, column
from tournaments.actions.event_file.shape.shapes import ListOf, Object
from tournaments.models import Category

CATEGORY = Object({"name": column(Category, "name"), "contestants": ListOf(NUMBER)})


def category_problems(values: Sequence[Value], contestants: Collection[int]) -> Iterator[Problem]:
    """Two of one name, and numbers that are nobody's, or out of order."""
    seen = set[str]()
    for category, path in inside(values, "categories"):
        if category["name"].casefold() in seen:
            params = {"path": f"{path}.name", "name": category["name"]}
            template = _("%(path)s: there is a category %(name)s already.")
            yield Problem("category_twice", template, params, f"{path}.name")
        seen.add(category["name"].casefold())
        yield from _members(category["contestants"], contestants, f"{path}.contestants")


def _members(numbers: Sequence[int], contestants: Collection[int], path: str) -> Iterator[Problem]:
    for number, at in inside(numbers, path):
        yield from known(number, contestants, at)
    for (before, _path), (number, at) in pairwise(inside(numbers, path)):
        if number <= before:
            params = {"path": at, "said": number, "before": before}
            template = _("%(path)s: %(said)s does not come after %(before)s: write each once, in order.")
            yield Problem("out_of_order", template, params, at)
