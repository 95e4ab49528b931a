"""Who meets whom, as a picture: a row and a column for each contestant, a square for each
meeting."""

from collections.abc import Iterable, Mapping
from itertools import permutations, product
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Section, Session
from tournaments.movements.fairness.contestants import rankings
from tournaments.movements.frame.plan import Plan
from tournaments.queries.crossings import Crossings, crossings
from tournaments.queries.rounds import RoundShown, rounds_in

Tables = Iterable[tuple[int, Mapping[str, Iterable[int]]]]
"""Tables of a plan: the round, and the numbers of the contestants on each line."""


class SectionMeetings(NamedTuple):
    """The meetings of a section, with its `name` where there are several; `now` is the round it
    plays."""

    name: str
    meetings: Crossings
    now: int | None


def meetings_of_plan(plan: Plan) -> Crossings:
    """The meetings of a movement's plan, each the number of its round."""
    return _meetings((number, seated.lines) for number, seated in plan.seatings)


def meetings_of_sections(session: Session, sections: QuerySet[Section]) -> list[SectionMeetings]:
    """The meetings of a session's rounds in each of some sections, those to come included."""
    return meetings_of_rounds(rounds_in(session.stage.event, sections.filter(session=session)))


def meetings_of_rounds(rounds: Iterable[RoundShown]) -> list[SectionMeetings]:
    """The meetings of rounds of one session, in each of its sections."""
    together: dict[Section, list[RoundShown]] = {}
    for each in rounds:
        together.setdefault(each.round.section, []).append(each)
    ordered = sorted(together.items(), key=lambda each: each[0].number)
    return [
        SectionMeetings(section.name if len(ordered) > 1 else "", _met(own), _playing(own))
        for section, own in ordered
    ]


def _playing(rounds: Iterable[RoundShown]) -> int | None:
    return next((each.round.number for each in rounds if each.round.is_playing), None)


def _met(rounds: Iterable[RoundShown]) -> Crossings:
    return _meetings(
        (
            shown.round.number,
            {line: [each.number for each in who] for line, who in table.lines.items()},
        )
        for shown in rounds
        for table in shown.tables
    )


def _meetings(tables: Tables) -> Crossings:
    """Two lines that stay apart face each other, otherwise everybody faces everybody."""
    lines_of: dict[str, set[int]] = {}
    met: dict[tuple[int, int], int] = {}
    for number, lines in tables:
        for line, who in lines.items():
            lines_of.setdefault(line, set()).update(who)
        for (_line, who), (_other, others) in permutations(lines.items(), 2):
            met |= dict.fromkeys(product(who, others), number)
    ranked = [sorted(who) for who in rankings(lines_of).values()]
    return crossings(met, ranked[0], ranked[-1])
