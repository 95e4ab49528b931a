"""The standings and their rows, as pages show them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil

from games.explanations.formatted_numbers import (
    RoundedNumber,
    decimals_to_distinguish,
    round_half_up,
)
from games.text import Text
from games.text import gettext_noop as _
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.ranks import NO_CARRY_OVER, CarriedOver
from tournaments.models import Round
from tournaments.queries.contestants.unranked_reasons import unranked_reason_text
from tournaments.queries.people.players import matches_search
from tournaments.queries.standings.scales import LineAward


@dataclass(frozen=True)
class TieBreakLead:
    """The tie-break that put a contestant ahead of the next, with both values.

    `shows_values` is false if the values may not be seen: a sum of X would reveal the X of sealed
    boards.
    """

    key: str
    name: str
    value: Fraction
    next_value: Fraction
    shows_values: bool

    @property
    def decimals(self) -> int:
        """The decimals of both values: 0 if whole, else two or as many as distinguish them."""
        return decimals_to_distinguish(self.value, self.next_value)

    @property
    def text(self) -> Text:
        """A text that names the tie-break, with both values if they may be seen."""
        name = Text(self.name)
        if not self.shows_values:
            return Text(_("ahead by %(name)s"), {"name": name})
        value, next_value = (
            RoundedNumber(number, self.decimals) for number in (self.value, self.next_value)
        )
        return Text(
            _("ahead by %(name)s: %(own)s to %(other)s"),
            {"name": name, "own": value, "other": next_value},
        )


@dataclass(frozen=True)
class RankedContestant:
    """A contestant's row; `rank` is None if unranked, and total and mean are exact.

    `percent` is None if the method has no tops; otherwise it ranks. `penalty` is included in
    `total`, and `penalty_reasons` are in the order given. `tiebreak_lead` is the tie-break that
    separates the row from the next, if one did. `last_award` is the award on the contestant's last
    open board, None without one or on scales other than 1 to 2; `last_board` is its number, or 0.
    `carried` is the carry-over from the previous stage, included in `total`. `unranked_reason` is
    stored with the contestant; blank if ranked. `rested` is what unplayed boards count as, included
    in `total`.
    """

    rank: int | None
    number: int
    names: str
    total: Fraction
    boards: int
    mean: Fraction
    last_award: LineAward | None
    percent: Fraction | None
    penalty: Fraction
    penalty_reasons: tuple[str, ...]
    tiebreak_lead: TieBreakLead | None
    carried: CarriedOver = NO_CARRY_OVER
    unranked_reason: str = ""
    rested: AwardSums = NO_BOARDS
    last_board: int = 0

    @property
    def unranked_reason_text(self) -> Text | None:
        """The stored reason as a text; None if there is none."""
        return unranked_reason_text(self.unranked_reason) if self.unranked_reason else None

    @property
    def award(self) -> Fraction | None:
        """The award on the contestant's last open board."""
        return self.last_award.award if self.last_award else None

    @property
    def low(self) -> Fraction | None:
        """MIN of the contestant's last open board on their line."""
        return self.last_award.low if self.last_award else None

    @property
    def high(self) -> Fraction | None:
        """MAX of the contestant's last open board on their line."""
        return self.last_award.high if self.last_award else None


MEAN_DECIMALS = 3

# The mean of an award that is half way between MIN and MAX: the notch of every rail.
MIDDLE_AWARD = Fraction(3, 2)

# The number of contestants on one page of a ranking.
RANKING_PAGE_SIZE = 200

# The last rank of a winner, and the minimum number of ranked contestants for there to be winners.
LAST_WINNING_RANK, MIN_RANKED_FOR_WINNERS = 3, 4

# With fewer rows separated by a tie-break, each row names it.
_MIN_TIES_FOR_COMMON = 2

_DECIMALS = {1: 0, 2: 1}
_NO_RESULT = Text(_("Without a place (–): no result yet."))
_PLAYED_LESS = _(
    "Without a place (–): awards on less than %(part)s of the most boards anybody here has played."
)
_LEVEL = Text(_("Nobody has a place (–) yet: all are equal so far."))
_MISSED = Text(_("Without a place (–): missed a session, or played too few boards."))


@dataclass(frozen=True)
class ShownRanking:
    """The contestants of a ranking, best first and unranked last."""

    line: str
    rows: list[RankedContestant]
    # The section's name if sections are ranked separately, else blank.
    section: str = ""
    # The category's name; blank if the ranking is of everybody.
    category: str = ""
    # The number of the group, if the stage is played in several.
    group: int | None = None
    # Whether the total itself ranks.
    ranks_by_total: bool = False
    # The fraction of the most boards played that is needed for a rank, as a text; blank if one
    # result is enough.
    unranked_below: str = ""
    # Whether missing one of several sessions leaves a contestant unranked.
    requires_all_sessions: bool = False
    # Whether a mean lies between 1 and 2, so that it can be drawn as a bar.
    mean_is_on_rail: bool = False
    # Whether nobody is ranked yet, since everybody is level while the session is in progress.
    is_level_in_progress: bool = False
    # The page shown, from 1, or None for all; every other property is of the whole ranking.
    page: int | None = None

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, ceil(len(self.rows) / RANKING_PAGE_SIZE))

    @property
    def rows_on_page(self) -> list[RankedContestant]:
        """The rows of the page shown."""
        if self.page is None:
            return self.rows
        return self.rows[(self.page - 1) * RANKING_PAGE_SIZE : self.page * RANKING_PAGE_SIZE]

    def page_of(self, numbers: Collection[int]) -> int | None:
        """Return the first page with one of these contestants, or None if none is ranked here."""
        indexes = (index for index, row in enumerate(self.rows) if row.number in numbers)
        return next((index // RANKING_PAGE_SIZE + 1 for index in indexes), None)

    @property
    def ranked_count(self) -> int:
        """How many contestants have a rank."""
        return sum(row.rank is not None for row in self.rows)

    @cached_property
    def most_boards(self) -> int:
        """The most boards that anybody in the ranking has awards on."""
        return max((row.boards for row in self.rows), default=0)

    @cached_property
    def has_unequal_boards(self) -> bool:
        """Whether contestants have awards on different numbers of boards."""
        return len({row.boards for row in self.rows}) > 1

    @cached_property
    def rail_ends(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest mean of the ranking, with the middle award between them."""
        means = [MIDDLE_AWARD, *(row.mean for row in self.rows if row.boards)]
        return min(means), max(means)

    @cached_property
    def tied_rows(self) -> Mapping[int, tuple[int, int]]:
        """For each rank, the index of its first row and the number of contestants who share it."""
        counts = Counter(row.rank for row in self.rows)
        first_rows = {
            row.rank: number for number, row in reversed([*enumerate(self.rows)]) if row.rank
        }
        return {rank: (first, counts[rank]) for rank, first in first_rows.items()}

    @cached_property
    def by_mean(self) -> bool:
        """Whether ranked contestants played different numbers of boards, so that the mean ranks."""
        return (
            not self.ranks_by_total
            and len(
                {
                    row.boards + row.carried.boards + row.rested.boards
                    for row in self.rows
                    if row.rank or self.is_level_in_progress
                }
            )
            > 1
        )

    @cached_property
    def common_tiebreak(self) -> Text | None:
        """The tie-break that separates all equal totals, so that it is named only once."""
        leads = [row.tiebreak_lead for row in self.rows if row.tiebreak_lead]
        names = {lead.name for lead in leads}
        if not self.ranks_by_total or len(leads) < _MIN_TIES_FOR_COMMON or len(names) > 1:
            return None
        return Text(names.pop()) if all(lead.shows_values for lead in leads) else None

    @cached_property
    def tiebreak_values(self) -> Mapping[int, Text]:
        """The values of tied contestants in the common tie-break, by number."""
        values: dict[int, Text] = {}
        for row, next_row in pairwise(self.rows if self.common_tiebreak else []):
            if row.tiebreak_lead:
                for tied, value in (
                    (row, row.tiebreak_lead.value),
                    (next_row, row.tiebreak_lead.next_value),
                ):
                    parameters = {"value": RoundedNumber(value, row.tiebreak_lead.decimals)}
                    values.setdefault(tied.number, Text("%(value)s", parameters))
        return values

    @cached_property
    def leads_in_unshown_decimals(self) -> Mapping[int, Text]:
        """Leads over the next row that the rounded figures hide, by number."""
        leads: dict[int, Text] = {}
        for row, next_row in pairwise(row for row in self.rows if row.rank):
            figures = getattr(row, self.ranked_by), getattr(next_row, self.ranked_by)
            if not _differ_when_rounded(figures, self.figure_decimals):
                decimals = decimals_to_distinguish(*figures)
                value, next_value = (RoundedNumber(figure, decimals) for figure in figures)
                leads[row.number] = Text(
                    _("%(own)s, next %(other)s"), {"own": value, "other": next_value}
                )
        return leads

    @property
    def decimals(self) -> int:
        """The number of decimals of totals; none or one for wins, which are whole or halves."""
        if self.ranks_by_total:
            parts = (part for row in self.rows for part in _parts(row))
            return max((_DECIMALS.get(part.denominator, 2) for part in parts), default=0)
        return self.figure_decimals if self.ranked_by == "total" else 2

    @property
    def mean_decimals(self) -> int:
        """The decimals of all means."""
        return MEAN_DECIMALS

    @cached_property
    def figure_decimals(self) -> int:
        """The decimals of the figure that ranks: 2, or 3 where neighbours would look alike.

        Figures that differ by less look alike; only their places show that they differ.
        """
        return figure_decimals(getattr(row, self.ranked_by) for row in self.rows if row.rank)

    @cached_property
    def is_level(self) -> bool:
        """Whether nobody is ahead: all ranked contestants share the first place."""
        return all(row.rank in {1, None} for row in self.rows)

    @cached_property
    def last_winning_rank(self) -> int:
        """The last rank of a winner, however many share it: the third, or 0 in a small ranking."""
        return (
            LAST_WINNING_RANK
            if sum(row.rank is not None for row in self.rows) >= MIN_RANKED_FOR_WINNERS
            else 0
        )

    @property
    def winners(self) -> list[RankedContestant]:
        """The contestants with a winner's rank."""
        return [row for row in self.rows if row.rank and row.rank <= self.last_winning_rank]

    @cached_property
    def leaders(self) -> list[RankedContestant]:
        """The contestants who share the first place."""
        return [row for row in self.rows if row.rank == 1]

    @property
    def leading_names(self) -> list[str]:
        """The names of those who share the first place."""
        return [row.names for row in self.leaders]

    @property
    def lead(self) -> Fraction | None:
        """The difference between the first and the next total as they are shown, or None.

        It is None if there is no difference or no next contestant, or if totals do not rank.
        """
        leader, next_row = self.leaders[:1], self.rows[len(self.leaders) : len(self.leaders) + 1]
        if self.ranked_by != "total" or not leader or not next_row or not next_row[0].rank:
            return None
        shown_totals = [round_half_up(row.total, self.decimals) for row in (*leader, *next_row)]
        difference = shown_totals[0] - shown_totals[1]
        return difference if difference > 0 else None

    @property
    def has_carry_over(self) -> bool:
        """Whether anybody has a carry-over from the stage before."""
        return any(row.carried for row in self.rows)

    @cached_property
    def by_percent(self) -> bool:
        """Whether the percentage of what was possible ranks."""
        return any(row.percent is not None for row in self.rows)

    @property
    def ranked_by(self) -> str:
        """The figure that decides the rank: `percent`, `mean` or `total`."""
        if self.by_percent:
            return "percent"
        return "mean" if self.by_mean else "total"

    @property
    def unranked_note(self) -> Text | None:
        """The reason for the unranked rows, None if there are none.

        Contestants with a reason of their own have it in their row.
        """
        if self.is_level_in_progress:
            return _LEVEL
        if all(row.rank or row.unranked_reason for row in self.rows):
            return None
        if self.requires_all_sessions:
            return _MISSED
        return (
            Text(_PLAYED_LESS, {"part": self.unranked_below}) if self.unranked_below else _NO_RESULT
        )


def _parts(row: RankedContestant) -> tuple[Fraction, ...]:
    """Return a total and the parts that are listed beside it."""
    return row.total, row.carried.total, row.rested.total, row.penalty


def figure_decimals(figures: Iterable[Fraction]) -> int:
    """Return how many decimals show a ranking: 2, or 3 if neighbours would look alike."""
    return 2 if _differ_when_rounded(list(figures), 2) else 3


def _differ_when_rounded(figures: Sequence[Fraction], decimals: int) -> bool:
    """Return whether neighbours that differ are also different when rounded."""
    return all(
        figure == next_figure or round(figure, decimals) != round(next_figure, decimals)
        for figure, next_figure in pairwise(figures)
    )


@dataclass(frozen=True)
class ShownStandings:
    """A snapshot as pages show it.

    `version` is its number, `round` the last round with a result in it. `edition` differs whenever
    anything in the rankings does: it is a cache key.
    """

    version: int
    edition: str
    at: datetime
    result_count: int
    round: Round | None
    rankings: list[ShownRanking]
    # How many boards of each session are still hidden, by session id.
    hidden_counts: Mapping[int, int] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        """The number of pages of the longest ranking."""
        return max((ranking.pages for ranking in self.rankings), default=1)

    def at_page(self, page: int) -> "ShownStandings":
        """Return the standings with another page of each ranking, or its last page."""
        turned = [replace(ranking, page=min(page, ranking.pages)) for ranking in self.rankings]
        return replace(self, rankings=turned)

    def numbers_matching(self, text: str) -> frozenset[int]:
        """Return the numbers of contestants with this number or name prefix.

        Empty for a blank.
        """
        rows = [row for ranking in self.rankings for row in ranking.rows]
        return frozenset(row.number for row in rows if matches_search(row.number, row.names, text))

    def rows_of(self, numbers: Collection[int]) -> list[tuple[ShownRanking, RankedContestant]]:
        """Return the rows of these contestants, each with its ranking."""
        return [
            (ranking, row)
            for ranking in self.rankings
            for row in ranking.rows
            if row.number in numbers
        ]

    def page_of(self, numbers: Collection[int]) -> int | None:
        """Return the first page of any ranking with one of these contestants."""
        pages = [ranking.page_of(numbers) for ranking in self.rankings]
        return min((page for page in pages if page), default=None)

    @property
    def up_to(self) -> Text | None:
        """A text with the last round that counts, and its session if there are several; or None."""
        if self.round is None:
            return None
        section = self.round.section
        numbers = {
            "round": self.round.number,
            "rounds": max(
                self.round.number, section.rounds_to_play
            ),  # an additional round may have been played
        }
        if section.session.number == 1:
            return Text(_("up to round %(round)s of %(rounds)s"), numbers)
        session = {"session": section.session.number}
        return Text(
            _("up to round %(round)s of %(rounds)s in session %(session)s"), {**numbers, **session}
        )

    @property
    def is_by_line(self) -> bool:
        """Whether each line is ranked separately."""
        return any(ranking.line != "all" for ranking in self.rankings)
