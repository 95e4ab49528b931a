"""Who goes on from groups to a knock-out, and in which seeding."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.text import Words
from games.text import gettext_noop as _

_WINNER = _("Winner of group %(group)d.")
_PLACED = _("Place %(place)d in group %(group)d.")
_LUCKY = _("Lucky loser: place %(place)d in group %(group)d, the best of the rest.")
_LUCKY_TOO = _("Lucky loser: place %(place)d in group %(group)d, number %(number)d of the rest.")


class QualifiedContestant(NamedTuple):
    """One who goes on, and why."""

    contestant: int
    reason: Words


class _Placed(NamedTuple):
    place: int
    overall: int
    group: int
    contestant: int


def qualifiers_from_groups(
    groups: Sequence[Sequence[int]],
    totals: Mapping[int, Fraction],
    places: int,
    order: Sequence[int],
) -> list[QualifiedContestant]:
    """Who goes on, best seeded first: all winners of groups, then all seconds …, then the lucky
    losers.

    The first `places` (1 or more) of each group go on; then the best of the rest as long as the
    bracket, the next power of two, has places, but nobody whose total is 0 or less. `order` is the
    overall ranking, best first: it ranks inside the groups, among equal places and among the rest.
    """
    placed = sorted(_placed(groups, order))
    direct = [each for each in placed if each.place <= places]
    room = (1 << (len(direct) - 1).bit_length()) - len(direct) if direct else 0
    rest = sorted((each for each in placed if each.place > places), key=lambda each: each.overall)
    lucky = [each for each in rest if totals.get(each.contestant, Fraction(0)) > 0][:room]
    return [
        *(QualifiedContestant(each.contestant, _why(each)) for each in direct),
        *(
            QualifiedContestant(each.contestant, _why_lucky(each, number))
            for number, each in enumerate(lucky, 1)
        ),
    ]


def _placed(groups: Sequence[Sequence[int]], order: Sequence[int]) -> Iterator[_Placed]:
    overall = {one: place for place, one in enumerate(order)}
    for group, members in enumerate(groups, 1):
        for place, one in enumerate(sorted(members, key=overall.__getitem__), 1):
            yield _Placed(place, overall[one], group, one)


def _why(each: _Placed) -> Words:
    return Words(
        _WINNER if each.place == 1 else _PLACED, {"place": each.place, "group": each.group}
    )


def _why_lucky(each: _Placed, number: int) -> Words:
    template = _LUCKY if number == 1 else _LUCKY_TOO
    return Words(template, {"place": each.place, "group": each.group, "number": number})
