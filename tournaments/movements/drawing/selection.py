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
from tournaments.movements.drawing.qualification import Qualified, qualified

OF_ALL = _("Place %(place)d.")
OF_GROUP = _("Place %(place)d in group %(group)d.")
OF_SECTION = _("Place %(place)d in section %(section)s.")
OF_LINE = {"ns": _("Place %(place)d of N-S."), "ew": _("Place %(place)d of E-W.")}

FEWEST = 2
"""So many go on to a final at least."""

_SHARED = _("Place %(place)d, which is shared: the order of the ranking decided.")
_REST = _("One of the rest.")
_TWICE = _("Number %(number)s would be in another final too.")
_BACKWARDS = _("Write places from the first to the last.")
_NO_WHOLE = _("Nobody is ranked against all others here: choose places of each ranking.")
_TOO_FEW = _("Fewer than two can go on.")


class Candidate(NamedTuple):
    """One who may go on, by number; `rank` is None for who is listed without a place."""

    number: int
    rank: int | None
    total: Fraction


@dataclass(frozen=True)
class EndedRanking:
    """A ranking of the stage that is over, best first, without who has left.

    `said` is a sentence with `place` left open: what a place of it is called.
    """

    rows: Sequence[Candidate]
    said: Words


@dataclass(frozen=True)
class Places:
    """From one place to another, 1 the best: of the whole ranking, or of each; who has left is not counted.

    `bracket`: the best of the others too, as far as the next power of two has room.
    """

    first: int
    last: int
    each: bool = False
    bracket: bool = False


@dataclass(frozen=True)
class Rankings:
    """All rankings of a stage that is over; `whole` None where lines or sections were ranked apart."""

    whole: EndedRanking | None
    each: Sequence[EndedRanking]

    @property
    def order(self) -> list[int]:
        """Everybody, best first; without a whole ranking all winners, then all seconds …"""
        if self.whole:
            return [each.number for each in self.whole.rows]
        longest = max((len(ranking.rows) for ranking in self.each), default=0)
        in_turn = ((each.rows[at] for each in self.each if at < len(each.rows)) for at in range(longest))
        return list(dict.fromkeys(each.number for each in chain.from_iterable(in_turn)))

    @property
    def groups(self) -> dict[int, int]:
        """Which of the rankings everybody stood in, from 1."""
        return {row.number: at for at, ranking in enumerate(self.each, 1) for row in ranking.rows}


def selected(rankings: Rankings, finals: Sequence[Places | None]) -> list[list[Qualified]]:
    """Who goes on to each final, best seeded first; None is the rest, who are in no other."""
    chosen = [_chosen(rankings, each) if each else [] for each in finals]
    taken = {each.contestant for final in chosen for each in final}
    rest = [Qualified(number, Words(_REST, {})) for number in rankings.order if number not in taken]
    return [here if each else rest for here, each in zip(chosen, finals, strict=True)]


def selection_problems(rankings: Rankings, finals: Sequence[Places | None]) -> Iterator[Problem]:
    """Everything that is wrong with a choice of places; the line of each is its final, from 1."""
    chosen = selected(rankings, finals)
    times = Counter(each.contestant for final in chosen for each in final)
    for line, (places, who) in enumerate(zip(finals, chosen, strict=True), 1):
        if places and not 1 <= places.first <= places.last:
            yield Problem("wrong_places", _BACKWARDS, field="places", line=line)
        elif places and not places.each and not rankings.whole:
            yield Problem("no_whole_ranking", _NO_WHOLE, field="places", line=line)
        elif len(who) < FEWEST:
            yield Problem("too_few_qualify", _TOO_FEW, field="places", line=line)
        for number in (each.contestant for each in who if times[each.contestant] > 1):
            yield Problem("in_two_finals", _TWICE, {"number": number}, "places", line)


def _chosen(rankings: Rankings, places: Places) -> list[Qualified]:
    if places.bracket:
        return _for_bracket(rankings, places.last)
    sources = rankings.each if places.each else [rankings.whole] if rankings.whole else []
    found = [each for source in sources for each in _between(source, places)]
    if places.each:
        order = {number: at for at, number in enumerate(rankings.order)}
        place = {each.contestant: each.why.params["place"] for each in reversed(found)}
        found.sort(key=lambda each: (place[each.contestant], order[each.contestant]))
    return list({each.contestant: each for each in reversed(found)}.values())[::-1]


def _for_bracket(rankings: Rankings, places: int) -> list[Qualified]:
    totals = {row.number: row.total for ranking in rankings.each for row in ranking.rows}
    groups = [[row.number for row in ranking.rows] for ranking in rankings.each]
    return qualified(groups, totals, places, rankings.order)


def _between(ranking: EndedRanking, places: Places) -> Iterator[Qualified]:
    """Those between two places, each with his reason; whoever shares his with one outside is told so."""
    inside = ranking.rows[places.first - 1 : places.last] if places.first > 0 else ()
    outside = {row.rank for row in (*ranking.rows[: places.first - 1], *ranking.rows[places.last :])}
    for place, row in enumerate(inside, places.first):
        shared = row.rank is not None and row.rank in outside
        said = ranking.said
        why = _SHARED if shared else said.template
        yield Qualified(row.number, Words(why, {**said.params, "place": place}))
