"""Qualification from groups for a knock-out, with its seeding."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.text import Text
from games.text import gettext_noop as _

_GROUP_WINNER = _("Winner of group %(group)d.")
_PLACE_IN_GROUP = _("Place %(place)d in group %(group)d.")
_FIRST_LUCKY_LOSER = _("Lucky loser: place %(place)d in group %(group)d, the best of the rest.")
_OTHER_LUCKY_LOSER = _(
    "Lucky loser: place %(place)d in group %(group)d, number %(number)d of the rest."
)


class QualifiedContestant(NamedTuple):
    """A contestant who qualified, and the reason."""

    contestant: int
    reason: Text


class _PlacedInGroup(NamedTuple):
    """A contestant with the place in their group, and the position in the overall ranking."""

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
    """Return who qualifies from groups, best seeded first.

    All group winners come first, then all second places, and so on for the first `places` (1 or
    more) of each group. Then come lucky losers: the best of the others with a total above 0, as
    many as it takes until the number of qualifiers is a power of two. `order` is the overall
    ranking, best first. It decides within the groups, between equal places of different groups, and
    among the lucky losers.
    """
    placed = sorted(_places_in_groups(groups, order))
    direct = [row for row in placed if row.place <= places]
    # The next power of two is the size of the bracket.
    lucky_places = (1 << (len(direct) - 1).bit_length()) - len(direct) if direct else 0
    others = sorted(
        (row for row in placed if row.place > places),
        key=lambda row: row.overall,
    )
    lucky_losers = [row for row in others if totals.get(row.contestant, Fraction(0)) > 0][
        :lucky_places
    ]
    return [
        *(QualifiedContestant(row.contestant, _reason(row)) for row in direct),
        *(
            QualifiedContestant(row.contestant, _lucky_loser_reason(row, number))
            for number, row in enumerate(lucky_losers, 1)
        ),
    ]


def _places_in_groups(
    groups: Sequence[Sequence[int]], order: Sequence[int]
) -> Iterator[_PlacedInGroup]:
    overall = {contestant: place for place, contestant in enumerate(order)}
    for group, members in enumerate(groups, 1):
        for place, contestant in enumerate(sorted(members, key=overall.__getitem__), 1):
            yield _PlacedInGroup(place, overall[contestant], group, contestant)


def _reason(placed: _PlacedInGroup) -> Text:
    return Text(
        _GROUP_WINNER if placed.place == 1 else _PLACE_IN_GROUP,
        {"place": placed.place, "group": placed.group},
    )


def _lucky_loser_reason(placed: _PlacedInGroup, number: int) -> Text:
    template = _FIRST_LUCKY_LOSER if number == 1 else _OTHER_LUCKY_LOSER
    return Text(template, {"place": placed.place, "group": placed.group, "number": number})
