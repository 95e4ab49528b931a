"""Select the contestants of each final by their places in the rankings of a stage."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from games.problems import Problem
from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.drawing.group_qualification import (
    QualifiedContestant,
    qualifiers_from_groups,
)

PLACE_OVERALL = _("Place %(place)d.")
PLACE_IN_GROUP = _("Place %(place)d in group %(group)d.")
PLACE_IN_SECTION = _("Place %(place)d in section %(section)s.")
PLACE_IN_LINE = {"ns": _("Place %(place)d of N-S."), "ew": _("Place %(place)d of E-W.")}

# A final has at least this many contestants.
MIN_QUALIFIERS = 2

_SHARED_PLACE = {
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
_REST_REASON = _("One of the rest.")
_REST_UNPLACED_REASON = _("One of the rest, without a place.")
_IN_TWO_FINALS = _("Number %(number)s would be in another final too.")
_WRONG_ORDER = _("Enter places from the first to the last.")
_NO_OVERALL_RANKING = _("Nobody is ranked against all others here: choose places of each ranking.")
_NO_SUCH_PLACE = _("There are places from 1 to %(number)s.")
_TOO_FEW_QUALIFY = _("Fewer than two would qualify: choose more places.")


class RankedContestant(NamedTuple):
    """A contestant of a ranking, by number; `rank` is None if they take no place."""

    number: int
    rank: int | None
    total: Fraction


@dataclass(frozen=True)
class StageRanking:
    """A ranking of the finished stage, best first, without contestants who have left.

    `place_template` is the sentence that names a place of the ranking. Its parameter `place` is
    still missing.
    """

    rows: Sequence[RankedContestant]
    place_template: Text

    @property
    def placed(self) -> list[RankedContestant]:
        """The contestants who take a place."""
        return [row for row in self.rows if row.rank is not None]


@dataclass(frozen=True)
class PlaceRange:
    """The places from `first` to `last`, 1 being the best, that qualify for a final.

    These are places of the overall ranking or, if `each` is true, of every separate ranking.
    Contestants who have left or take no place are not counted. If `bracket` is true, the places
    start at 1, and the best of the other contestants also qualify until their number is a power of
    two, so that they fill a bracket.
    """

    first: int
    last: int
    each: bool = False
    bracket: bool = False


@dataclass(frozen=True)
class StageRankings:
    """All rankings of a finished stage.

    `overall` is None if lines or sections were ranked separately. `separate` are the rankings of
    the single lines, sections or groups.
    """

    overall: StageRanking | None
    separate: Sequence[StageRanking]

    @property
    def order(self) -> list[int]:
        """All contestants, best first.

        Without an overall ranking, the winners of all rankings come first, then all second places,
        and so on.
        """
        if self.overall:
            return [row.number for row in self.overall.rows]
        longest = max((len(ranking.rows) for ranking in self.separate), default=0)
        rows_by_position = (
            (ranking.rows[index] for ranking in self.separate if index < len(ranking.rows))
            for index in range(longest)
        )
        return list(dict.fromkeys(row.number for row in chain.from_iterable(rows_by_position)))

    @property
    def groups(self) -> dict[int, int]:
        """The number of each contestant's separate ranking, from 1.

        Contestants who are in no group share the next number.
        """
        ranking_numbers = {
            row.number: number
            for number, ranking in enumerate(self.separate, 1)
            for row in ranking.rows
        }
        return dict.fromkeys(self.order, len(self.separate) + 1) | ranking_numbers

    @property
    def placed(self) -> frozenset[int]:
        """The contestants who take a place in any ranking."""
        sources = [self.overall] if self.overall else self.separate
        return frozenset(row.number for source in sources for row in source.placed)


def select_qualifiers(
    rankings: StageRankings, finals: Sequence[PlaceRange | None]
) -> list[list[QualifiedContestant]]:
    """Return the qualifiers of each final, best seeded first.

    If a final is None, all contestants who are in no other final qualify for it.
    """
    by_place = [_qualifiers_by_place(rankings, places) if places else [] for places in finals]
    selected = {qualifier.contestant for final in by_place for qualifier in final}
    rest_reasons = {
        number: Text(_REST_REASON if number in rankings.placed else _REST_UNPLACED_REASON, {})
        for number in rankings.order
    }
    others = [
        QualifiedContestant(number, rest_reasons[number])
        for number in rankings.order
        if number not in selected
    ]
    return [
        qualifiers if places else others
        for qualifiers, places in zip(by_place, finals, strict=True)
    ]


def selection_problems(
    rankings: StageRankings, finals: Sequence[PlaceRange | None]
) -> Iterator[Problem]:
    """Yield everything wrong with the places; `line` of a problem is the final's number."""
    qualifiers_of_finals = select_qualifiers(rankings, finals)
    final_counts = Counter(
        qualifier.contestant for final in qualifiers_of_finals for qualifier in final
    )
    for line, (places, qualifiers) in enumerate(zip(finals, qualifiers_of_finals, strict=True), 1):
        if places and not 1 <= places.first <= places.last:
            yield Problem("wrong_places", _WRONG_ORDER, field="places", line=line)
        elif places and not places.each and not rankings.overall:
            yield Problem("no_whole_ranking", _NO_OVERALL_RANKING, field="places", line=line)
        elif (
            places
            and not places.bracket
            and 0 < (place_count := _place_count(rankings, places)) < places.last
        ):
            yield Problem("no_such_place", _NO_SUCH_PLACE, {"number": place_count}, "places", line)
        elif len(qualifiers) < MIN_QUALIFIERS:
            yield Problem("too_few_qualify", _TOO_FEW_QUALIFY, field="places", line=line)
        for number in (
            qualifier.contestant
            for qualifier in qualifiers
            if final_counts[qualifier.contestant] > 1
        ):
            yield Problem("in_two_finals", _IN_TWO_FINALS, {"number": number}, "places", line)


def _place_count(rankings: StageRankings, places: PlaceRange) -> int:
    """Return the number of places in the overall ranking, or in the longest separate one."""
    sources = rankings.separate if places.each or not rankings.overall else [rankings.overall]
    return max((len(ranking.placed) for ranking in sources), default=0)


def _qualifiers_by_place(rankings: StageRankings, places: PlaceRange) -> list[QualifiedContestant]:
    if places.bracket:
        return _best_of_groups(rankings, places) if places.each else _best_of_all(rankings, places)
    sources = rankings.separate if places.each else [rankings.overall] if rankings.overall else []
    qualified = [
        (index, qualifier)
        for ranking in sources
        for index, qualifier in enumerate(_qualifiers_of_ranking(ranking, places))
    ]
    if places.each:
        order = {number: position for position, number in enumerate(rankings.order)}
        qualified.sort(key=lambda item: (item[0], order[item[1].contestant]))
    by_contestant: dict[int, QualifiedContestant] = {}
    for _index, qualifier in qualified:
        by_contestant.setdefault(qualifier.contestant, qualifier)
    return list(by_contestant.values())


def _best_of_groups(rankings: StageRankings, places: PlaceRange) -> list[QualifiedContestant]:
    totals = {row.number: row.total for ranking in rankings.separate for row in ranking.rows}
    groups = [[row.number for row in ranking.placed] for ranking in rankings.separate]
    return qualifiers_from_groups(groups, totals, places.last, rankings.order)


def _best_of_all(rankings: StageRankings, places: PlaceRange) -> list[QualifiedContestant]:
    """Return the best of the overall order, each with the place in their own ranking."""
    sources = [rankings.overall] if rankings.overall else rankings.separate
    placed_rows = [(ranking, row) for ranking in sources for row in ranking.placed]
    reasons = {
        row.number: _place_reason(ranking.place_template, row)
        for ranking, row in reversed(placed_rows)
    }
    totals = {row.number: row.total for _ranking, row in placed_rows}
    order = [number for number in rankings.order if number in reasons]
    best = qualifiers_from_groups([order], totals, places.last, order)
    return [
        QualifiedContestant(qualifier.contestant, reasons[qualifier.contestant])
        for qualifier in best
    ]


def _qualifiers_of_ranking(
    ranking: StageRanking, places: PlaceRange
) -> Iterator[QualifiedContestant]:
    """Yield the contestants from the first to the last place, with their reasons.

    If a qualifier shares the place with a contestant who does not qualify, the reason says so.
    """
    placed = ranking.placed
    inside = placed[places.first - 1 : places.last] if places.first > 0 else ()
    outside = {row.rank for row in (*placed[: places.first - 1], *placed[places.last :])}
    for row in inside:
        template = ranking.place_template
        if row.rank in outside:
            template = Text(_SHARED_PLACE[template.template], template.params)
        yield QualifiedContestant(row.number, _place_reason(template, row))


def _place_reason(place_template: Text, row: RankedContestant) -> Text:
    """Return the sentence that names the place of a contestant in a ranking."""
    return Text(place_template.template, {**place_template.params, "place": row.rank or 0})
