"""The course of an event: every contestant's rank after each round, ranked as the standings are.

Awards are taken as they are now: what other tables made of a board later has changed them since.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Q, QuerySet

from tournaments.models import Award, Snapshot, Stage
from tournaments.queries.stored_standings import StoredRow
from tournaments.queries.visibility.public_standings import visible_awards, visible_sit_outs
from tournaments.scorebook import standings_from

Moment = tuple[int, int]
"""The end of a round: the number of its session, and its own."""


@dataclass(frozen=True)
class Course:
    """One contestant's ranks, one for each moment: None while he had none."""

    number: int
    names: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True)
class Courses:
    """The contestants of a line, or of `all`, as they stand last; awards of sealed boards count as there."""

    line: str
    moments: tuple[Moment, ...]
    rows: tuple[Course, ...]


def courses(stage: Stage, snapshot: Snapshot) -> list[Courses]:
    """The courses of every ranking of a stage, worked out once for each snapshot."""
    # A restored database numbers its snapshots again: their time tells them apart. A cache outlives an
    # upgrade: a `Course` of another shape wants another key.
    key = f"ranks-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}"
    found: list[Courses] | None = cache.get_or_set(key, lambda: _courses(stage))
    return found or []


def _courses(stage: Stage) -> list[Courses]:
    moments = _moments(visible_awards(stage))
    after = [_rankings(stage, moment) for moment in moments]
    return [
        Courses(line, moments, tuple(_course(row, [rankings[line] for rankings in after]) for row in rows))
        for line, rows in (after[-1].items() if after else ())
    ]


def _moments(awards: QuerySet[Award]) -> tuple[Moment, ...]:
    numbers = ("play__seating__round__section__session__number", "play__seating__round__number")
    return tuple(awards.order_by(*numbers).values_list(*numbers).distinct())


def _until(moment: Moment, round_: str) -> Q:
    """What belongs to the rounds up to this one; `round_` is the way to its round."""
    session, number = moment
    at = f"{round_}__section__session__number"
    here = Q(**{at: session, f"{round_}__number__lte": number})
    return here | Q(**{f"{at}__lt": session})


def _rankings(stage: Stage, moment: Moment) -> dict[str, Sequence[StoredRow]]:
    awards = visible_awards(stage).filter(_until(moment, "play__seating__round"))
    sit_outs = visible_sit_outs(stage).filter(_until(moment, "round"))
    return {ranking.line: ranking.rows for ranking in standings_from(stage, awards, sit_outs).rankings}


def _course(row: StoredRow, after: Iterable[Sequence[StoredRow]]) -> Course:
    ranks = [next((each.rank for each in rows if each.number == row.number), None) for rows in after]
    return Course(row.number, row.contestant, tuple(ranks))
