"""Standings and their rows in the shape in which pages show them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil

from games.explanations.numbers import Rounded, decimals_to_distinguish
from games.text import Text
from games.text import gettext_noop as _
from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
from scoring.ranks import NO_CARRY_OVER, CarriedOver
from tournaments.models import Round
from tournaments.queries.contestants.no_place_reasons import why_no_place
from tournaments.queries.people.players import is_meant
from tournaments.queries.standings.scales import LineAward


@dataclass(frozen=True)
class TieBreakLead:
    """The tie-break that put a contestant ahead of the next: its key and name, his value and the
    other's.

    `shows_values` is whether the values may be seen: a sum of X would give away the X of sealed
    boards.
    """

    key: str
    name: str
    own: Fraction
    other: Fraction
    shows_values: bool

    @property
    def decimals(self) -> int:
        """How many both are shown with: 0 for whole numbers, else two, or as many as tell them
        apart."""
        return decimals_to_distinguish(self.own, self.other)

    @property
    def words(self) -> Text:
        """The tie-break, with both values where they may be seen."""
        name = Text(self.name)
        if not self.shows_values:
            return Text(_("ahead by %(name)s"), {"name": name})
        own, other = (Rounded(number, self.decimals) for number in (self.own, self.other))
        return Text(
            _("ahead by %(name)s: %(own)s to %(other)s"), {"name": name, "own": own, "other": other}
        )


@dataclass(frozen=True)
class RankedContestant:
    """One contestant. `rank` is None for who is listed without one; total and mean are exact.

    `percent` is None where the method has no tops; it ranks where there is one. `penalty` is in
    `total` already; `reasons` say why, in the order given. `ahead` is None unless a tie-break
    parted him from the next. `last` is the award on the last board he played that is no longer
    sealed; None where there is none, or where awards do not lie between 1 and 2. `last_board` is
    the number of that board, 0 where none is known. `carried` is what he brought from the stage
    before; it is in `total`. `no_place` is why he takes no place, as it is stored, where that was
    said; blank otherwise. `rested` is what boards that he did not play count as, in `total` too.
    """

    rank: int | None
    number: int
    names: str
    total: Fraction
    boards: int
    mean: Fraction
    last: LineAward | None
    percent: Fraction | None
    penalty: Fraction
    reasons: tuple[str, ...]
    ahead: TieBreakLead | None
    carried: CarriedOver = NO_CARRY_OVER
    no_place: str = ""
    rested: OwnBoards = NO_BOARDS
    last_board: int = 0

    @property
    def why_no_place(self) -> Text | None:
        """The same in words; None for who takes a place."""
        return why_no_place(self.no_place) if self.no_place else None

    @property
    def award(self) -> Fraction | None:
        """The last award."""
        return self.last.award if self.last else None

    @property
    def low(self) -> Fraction | None:
        """MIN of that board on his line."""
        return self.last.low if self.last else None

    @property
    def high(self) -> Fraction | None:
        """MAX of that board on his line."""
        return self.last.high if self.last else None


MEAN_DECIMALS = 3

RANKING_PAGE_SIZE = 200
"""So many contestants of a ranking stand on one page."""

_LAST, _FEW = 3, 4
"""The last place of a winner, and of how many contestants at least: of fewer the table says it
all."""

_FEW_TIES = 2
"""Fewer rows parted by a tie-break each say which it was."""

_DECIMALS = {1: 0, 2: 1}
_NO_RESULT = Text(_("Without a place (–): no result yet."))
_PLAYED_LESS = _(
    "Without a place (–): awards on less than %(part)s of the most boards anybody here has played."
)
_MISSED = Text(_("Without a place (–): missed a session, or played too few boards."))


@dataclass(frozen=True)
class ShownRanking:
    """The contestants of a line, or of `all`, best first; who has no place comes last."""

    line: str
    rows: list[RankedContestant]
    section: str = ""
    """The name of the section whose ranking it is, where each is a field by itself; else blank."""
    category: str = ""
    """The name of the category whose ranking it is; blank where it is of everybody."""
    group: int | None = None
    """The group, where the stage is played in several."""
    by_total: bool = False
    """Whether the total itself ranks."""
    unranked_below: str = ""
    """The part of the most boards under which there is no place, in words; blank where any
    result will do."""
    requires_all_sessions: bool = False
    """Whether there is no place for who has missed one of several sessions."""
    mean_is_on_rail: bool = False
    """Whether a mean lies between 1 and 2, so that it can be drawn on the rail."""
    page: int | None = None
    """Which page of it is shown, from 1, or all: whatever else is said is said of the whole
    ranking."""

    @property
    def pages(self) -> int:
        """How many pages it has; one where nobody is in it."""
        return max(1, ceil(len(self.rows) / RANKING_PAGE_SIZE))

    @property
    def rows_on_page(self) -> list[RankedContestant]:
        """Who stands on what is shown of it."""
        if self.page is None:
            return self.rows
        return self.rows[(self.page - 1) * RANKING_PAGE_SIZE : self.page * RANKING_PAGE_SIZE]

    def page_of(self, numbers: Collection[int]) -> int | None:
        """The first page on which one of these contestants stands; None where none of them is in
        it."""
        places = (place for place, row in enumerate(self.rows) if row.number in numbers)
        return next((place // RANKING_PAGE_SIZE + 1 for place in places), None)

    @cached_property
    def most_boards(self) -> int:
        """On how many boards anybody in it has awards."""
        return max((row.boards for row in self.rows), default=0)

    @cached_property
    def tied_rows(self) -> Mapping[int, tuple[int, int]]:
        """For each place the row with which it begins, counted from 0, and how many share it."""
        sharing = Counter(row.rank for row in self.rows)
        begins = {row.rank: number for number, row in reversed([*enumerate(self.rows)]) if row.rank}
        return {rank: (first, sharing[rank]) for rank, first in begins.items()}

    @cached_property
    def by_mean(self) -> bool:
        """Whether those with a place have played different numbers of boards, so that the mean
        ranks."""
        return (
            not self.by_total
            and len(
                {
                    row.boards + row.carried.boards + row.rested.boards
                    for row in self.rows
                    if row.rank
                }
            )
            > 1
        )

    @cached_property
    def common_tiebreak(self) -> Text | None:
        """The tie-break that orders all equal totals, so that it is named once and not in each
        row."""
        ahead = [row.ahead for row in self.rows if row.ahead]
        names = {each.name for each in ahead}
        if not self.by_total or len(ahead) < _FEW_TIES or len(names) > 1:
            return None
        return Text(names.pop()) if all(each.shows_values for each in ahead) else None

    @cached_property
    def tiebreak_values(self) -> Mapping[int, Text]:
        """The value of each contestant in that tie-break who shares a total, by number."""
        values: dict[int, Text] = {}
        for row, after in pairwise(self.rows if self.common_tiebreak else []):
            if row.ahead:
                for one, value in ((row, row.ahead.own), (after, row.ahead.other)):
                    said = {"value": Rounded(value, row.ahead.decimals)}
                    values.setdefault(one.number, Text("%(value)s", said))
        return values

    @property
    def decimals(self) -> int:
        """How many totals are shown with; wins as they are, whole or with their halves."""
        if self.by_total:
            parts = (part for row in self.rows for part in _parts(row))
            return max((_DECIMALS.get(part.denominator, 2) for part in parts), default=0)
        return self.figure_decimals if self.ranked_by == "total" else 2

    @property
    def mean_decimals(self) -> int:
        """How many means per board are shown with, the same on every page."""
        return MEAN_DECIMALS

    @cached_property
    def figure_decimals(self) -> int:
        """How many the figure that ranks is shown with: 2, or up to 4 to tell neighbours apart."""
        figures = [getattr(row, self.ranked_by) for row in self.rows if row.rank]
        return next((each for each in (2, 3) if _are_told_apart(figures, each)), 4)

    @cached_property
    def last_winning_rank(self) -> int:
        """The last place of a winner, whoever shares it: the third; of a handful nobody's, 0."""
        return _LAST if sum(row.rank is not None for row in self.rows) >= _FEW else 0

    @property
    def winners(self) -> list[RankedContestant]:
        """Who has one of those places."""
        return [row for row in self.rows if row.rank and row.rank <= self.last_winning_rank]

    @cached_property
    def leaders(self) -> list[RankedContestant]:
        """Return those who share the first place."""
        return [row for row in self.rows if row.rank == 1]

    @property
    def leading_names(self) -> list[str]:
        """The names of those who share the first place."""
        return [row.names for row in self.leaders]

    @property
    def lead(self) -> Fraction | None:
        """By how much the total of the first is larger than the next; None where it is not, or
        does not rank."""
        first, next_ = self.leaders[:1], self.rows[len(self.leaders) : len(self.leaders) + 1]
        if self.ranked_by != "total" or not first or not next_ or not next_[0].rank:
            return None
        ahead = first[0].total - next_[0].total
        return ahead if ahead > 0 else None

    @property
    def has_carry_over(self) -> bool:
        """Whether anybody in it has brought something from the stage before."""
        return any(row.carried for row in self.rows)

    @cached_property
    def by_percent(self) -> bool:
        """Whether the part of what was possible ranks, in percent."""
        return any(row.percent is not None for row in self.rows)

    @property
    def ranked_by(self) -> str:
        """The figure that decides the place: `percent`, `mean` or `total`."""
        if self.by_percent:
            return "percent"
        return "mean" if self.by_mean else "total"

    @property
    def why_unranked(self) -> Text | None:
        """What is said of those listed without a place; None where everybody has one.

        Who takes none has his reason in his own row.
        """
        if all(row.rank or row.no_place for row in self.rows):
            return None
        if self.requires_all_sessions:
            return _MISSED
        return (
            Text(_PLAYED_LESS, {"part": self.unranked_below}) if self.unranked_below else _NO_RESULT
        )


def _parts(row: RankedContestant) -> tuple[Fraction, ...]:
    """A total and what is said beside it to be a part of it."""
    return row.total, row.carried.total, row.rested.total, row.penalty


def _are_told_apart(figures: Sequence[Fraction], decimals: int) -> bool:
    """Whether neighbours that differ are written otherwise."""
    return all(
        one == other or round(one, decimals) != round(other, decimals)
        for one, other in pairwise(figures)
    )


@dataclass(frozen=True)
class ShownStandings:
    """A snapshot as pages show it: `version` is its number, `round` the last one with a result in
    it.

    `edition` is another text wherever anything in the rankings is another.
    """

    version: int
    edition: str
    at: datetime
    results: int
    round: Round | None
    rankings: list[ShownRanking]
    hidden: Mapping[int, int] = field(default_factory=dict)
    """How many boards of each session nobody may see yet, by the row of the session."""

    @property
    def pages(self) -> int:
        """How many pages the longest ranking has."""
        return max((ranking.pages for ranking in self.rankings), default=1)

    def at_page(self, page: int) -> "ShownStandings":
        """The same with another page of each ranking, the last of one that has fewer."""
        turned = [replace(ranking, page=min(page, ranking.pages)) for ranking in self.rankings]
        return replace(self, rankings=turned)

    def numbers_matching(self, who: str) -> frozenset[int]:
        """The numbers of those who have this number, or a name that begins so; of nobody for a
        blank."""
        rows = [row for ranking in self.rankings for row in ranking.rows]
        return frozenset(row.number for row in rows if is_meant(row.number, row.names, who))

    def rows_of(self, numbers: Collection[int]) -> list[tuple[ShownRanking, RankedContestant]]:
        """These contestants where they stand, each with his ranking."""
        return [
            (ranking, row)
            for ranking in self.rankings
            for row in ranking.rows
            if row.number in numbers
        ]

    def page_of(self, numbers: Collection[int]) -> int | None:
        """The first page on which one of these contestants stands, of any ranking."""
        pages = [ranking.page_of(numbers) for ranking in self.rankings]
        return min((page for page in pages if page), default=None)

    @property
    def up_to(self) -> Text | None:
        """The last round that counts, with its session where the event has several; None before
        the first."""
        if self.round is None:
            return None
        section = self.round.section
        numbers = {
            "round": self.round.number,
            "rounds": max(
                self.round.number, section.rounds_to_play
            ),  # a round more may have been played
        }
        if section.session.number == 1:
            return Text(_("up to round %(round)s of %(rounds)s"), numbers)
        session = {"session": section.session.number}
        return Text(
            _("up to round %(round)s of %(rounds)s in session %(session)s"), {**numbers, **session}
        )

    @property
    def is_by_line(self) -> bool:
        """Whether each line is ranked by itself."""
        return any(ranking.line != "all" for ranking in self.rankings)
