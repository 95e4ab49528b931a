"""Who goes on to which final: places of one ranking, places of each ranking, or the rest."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from games.problems import Problem
from games.text import Words
from games.text import gettext_noop as _
from tournaments.movements.drawing.group_qualification import (
    QualifiedContestant,
    qualifiers_from_groups,
)

PLACE_OVERALL = _("Place %(place)d.")
PLACE_IN_GROUP = _("Place %(place)d in group %(group)d.")
PLACE_IN_SECTION = _("Place %(place)d in section %(section)s.")
PLACE_IN_LINE = {"ns": _("Place %(place)d of N-S."), "ew": _("Place %(place)d of E-W.")}

MIN_QUALIFIERS = 2
"""So many go on to a final at least."""

_SHARED = {
    PLACE_OVERALL: _("Place %(place)d, which is shared: the order of the ranking decided."),
    PLACE_IN_GROUP: _(
        "Place %(place)d in group %(group)d, which is shared: the order of the ranking decided."
    ),
    PLACE_IN_SECTION: _(
        "Place %(place)d in section %(section)s, which is shared: the order of the ranking decided."
    ),
    PLACE_IN_LINE["ns"]: _(
        "Place %(place)d of N-S, which is shared: the order of the ranking decided."
    ),
    PLACE_IN_LINE["ew"]: _(
        "Place %(place)d of E-W, which is shared: the order of the ranking decided."
    ),
}
_REST = _("One of the rest.")
_UNPLACED = _("One of the rest, without a place.")
_TWICE = _("Number %(number)s would be in another final too.")
_BACKWARDS = _("Enter places from the first to the last.")
_NO_WHOLE = _("Nobody is ranked against all others here: choose places of each ranking.")
_TOO_FAR = _("There are places from 1 to %(number)s.")
_TOO_FEW = _("Fewer than two would qualify: choose more places.")


class RankedContestant(NamedTuple):
    """One who may go on, by number; `rank` is None for who is listed without a place."""

    number: int
    rank: int | None
    total: Fraction


@dataclass(frozen=True)
class StageRanking:
    """A ranking of the stage that is over, best first, without who has left.

    `place_template` is a sentence with `place` left open: what a place of it is called.
    """

    rows: Sequence[RankedContestant]
    place_template: Words

    @property
    def placed(self) -> list[RankedContestant]:
        """Those who have a place."""
        return [row for row in self.rows if row.rank is not None]


@dataclass(frozen=True)
class PlaceRange:
    """From one place to another, 1 the best: of the whole ranking, or of each.

    Who has left is not counted, nor who has no place. `bracket`: the best of the others too, as far
    as the next power of two has room.
    """

    first: int
    last: int
    each: bool = False
    bracket: bool = False


@dataclass(frozen=True)
class StageRankings:
    """All rankings of a stage that is over; `whole` None where lines or sections were ranked
    apart."""

    whole: StageRanking | None
    each: Sequence[StageRanking]

    @property
    def order(self) -> list[int]:
        """Everybody, best first; without a whole ranking all winners, then all seconds …"""
        if self.whole:
            return [each.number for each in self.whole.rows]
        longest = max((len(ranking.rows) for ranking in self.each), default=0)
        in_turn = (
            (each.rows[at] for each in self.each if at < len(each.rows)) for at in range(longest)
        )
        return list(dict.fromkeys(each.number for each in chain.from_iterable(in_turn)))

    @property
    def groups(self) -> dict[int, int]:
        """Which of the rankings everybody stood in, from 1; who stood in none is in one group
        more."""
        stood = {row.number: at for at, ranking in enumerate(self.each, 1) for row in ranking.rows}
        return dict.fromkeys(self.order, len(self.each) + 1) | stood

    @property
    def placed(self) -> frozenset[int]:
        """Those who have a place in any of them."""
        sources = [self.whole] if self.whole else self.each
        return frozenset(row.number for source in sources for row in source.placed)


def select_qualifiers(
    rankings: StageRankings, finals: Sequence[PlaceRange | None]
) -> list[list[QualifiedContestant]]:
    """Who goes on to each final, best seeded first; None is the rest, who are in no other."""
    chosen = [_chosen(rankings, each) if each else [] for each in finals]
    taken = {each.contestant for final in chosen for each in final}
    why = {
        number: Words(_REST if number in rankings.placed else _UNPLACED, {})
        for number in rankings.order
    }
    rest = [
        QualifiedContestant(number, why[number]) for number in rankings.order if number not in taken
    ]
    return [here if each else rest for here, each in zip(chosen, finals, strict=True)]


def selection_problems(
    rankings: StageRankings, finals: Sequence[PlaceRange | None]
) -> Iterator[Problem]:
    """Everything that is wrong with a choice of places; the line of each is its final, from 1."""
    chosen = select_qualifiers(rankings, finals)
    times = Counter(each.contestant for final in chosen for each in final)
    for line, (places, who) in enumerate(zip(finals, chosen, strict=True), 1):
        if places and not 1 <= places.first <= places.last:
            yield Problem("wrong_places", _BACKWARDS, field="places", line=line)
        elif places and not places.each and not rankings.whole:
            yield Problem("no_whole_ranking", _NO_WHOLE, field="places", line=line)
        elif (
            places
            and not places.bracket
            and 0 < (most := _places_of(rankings, places)) < places.last
        ):
            yield Problem("no_such_place", _TOO_FAR, {"number": most}, "places", line)
        elif len(who) < MIN_QUALIFIERS:
            yield Problem("too_few_qualify", _TOO_FEW, field="places", line=line)
        for number in (each.contestant for each in who if times[each.contestant] > 1):
            yield Problem("in_two_finals", _TWICE, {"number": number}, "places", line)


def _places_of(rankings: StageRankings, places: PlaceRange) -> int:
    """How many places there are: of the whole ranking, or of the longest."""
    sources = rankings.each if places.each or not rankings.whole else [rankings.whole]
    return max((len(each.placed) for each in sources), default=0)


def _chosen(rankings: StageRankings, places: PlaceRange) -> list[QualifiedContestant]:
    if places.bracket:
        return _best_of_groups(rankings, places) if places.each else _best_of_all(rankings, places)
    sources = rankings.each if places.each else [rankings.whole] if rankings.whole else []
    found = [each for source in sources for each in enumerate(_between(source, places))]
    if places.each:
        order = {number: at for at, number in enumerate(rankings.order)}
        found.sort(key=lambda each: (each[0], order[each[1].contestant]))
    once: dict[int, QualifiedContestant] = {}
    for _at, each in found:
        once.setdefault(each.contestant, each)
    return list(once.values())


def _best_of_groups(rankings: StageRankings, places: PlaceRange) -> list[QualifiedContestant]:
    totals = {row.number: row.total for ranking in rankings.each for row in ranking.rows}
    groups = [[row.number for row in ranking.placed] for ranking in rankings.each]
    return qualifiers_from_groups(groups, totals, places.last, rankings.order)


def _best_of_all(rankings: StageRankings, places: PlaceRange) -> list[QualifiedContestant]:
    """The first of the order, whatever they were ranked by, each told by the ranking in which he
    stands."""
    sources = [rankings.whole] if rankings.whole else rankings.each
    stands = [(ranking, row) for ranking in sources for row in ranking.placed]
    why = {row.number: _told(ranking.place_template, row) for ranking, row in reversed(stands)}
    totals = {row.number: row.total for _ranking, row in stands}
    order = [number for number in rankings.order if number in why]
    best = qualifiers_from_groups([order], totals, places.last, order)
    return [QualifiedContestant(each.contestant, why[each.contestant]) for each in best]


def _between(ranking: StageRanking, places: PlaceRange) -> Iterator[QualifiedContestant]:
    """Those between two places, each with his reason; whoever shares his with one outside is
    told so."""
    placed = ranking.placed
    inside = placed[places.first - 1 : places.last] if places.first > 0 else ()
    outside = {row.rank for row in (*placed[: places.first - 1], *placed[places.last :])}
    for row in inside:
        place_template = ranking.place_template
        shared = (
            Words(_SHARED[place_template.template], place_template.params)
            if row.rank in outside
            else place_template
        )
        yield QualifiedContestant(row.number, _told(shared, row))


def _told(place_template: Words, row: RankedContestant) -> Words:
    """The place that everybody is shown, in words."""
    return Words(place_template.template, {**place_template.params, "place": row.rank or 0})
