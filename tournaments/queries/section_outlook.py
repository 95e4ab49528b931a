"""How far the sections of a session are this evening, read for the outlook on its end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session
from tournaments.movements.advice.time_budget import CHANGE_OVER
from tournaments.queries.clock import played_for
from tournaments.queries.outlook import Outlook, SectionSoFar, outlook
from tournaments.queries.section_clocks import ClockFacts, begun_rounds, read_facts

_CHANGE_OVER = timedelta(minutes=CHANGE_OVER)


def read_outlook(
    session: Session, sections: QuerySet[Section], now: datetime | None = None
) -> Outlook | None:
    """The outlook of these sections, as far as they have begun; None where nothing is left to play.

    A season is no evening, and has none.
    """
    movement = session.stage.movement
    if session.state != Session.State.RUNNING or (movement and movement.season):
        return None
    here = list(sections.filter(session=session))
    begun = begun_rounds(section.pk for section in here)
    rounds = [each for of_section in begun.values() for each in of_section]
    facts, missing = read_facts(session, [section.pk for section in here], rounds), _missing(rounds)
    now, found = now or timezone.now(), []
    for section in here:
        section.session = session  # with its event, so that it is read once
        if begun[section.pk] and not _is_done(section, begun[section.pk]):
            found.append(_so_far(section, begun[section.pk], facts, missing, now))
    return outlook(found, now)


def _is_done(section: Section, begun: Sequence[Round]) -> bool:
    return begun[-1].number >= section.rounds_to_play and not begun[-1].is_playing


def _missing(rounds: Iterable[Round]) -> Mapping[int, int]:
    """By round that is played, how many boards the table lacks that lacks most."""
    playing = [each.pk for each in rounds if each.is_playing]
    due = Play.objects.filter(state=Play.State.DUE, seating__round__in=playing).order_by()
    found: dict[int, int] = {}
    for round_, _seating, lacks in due.values_list("seating__round", "seating").annotate(
        Count("pk")
    ):
        found[round_] = max(lacks, found.get(round_, 0))
    return found


def _so_far(
    section: Section,
    begun: Sequence[Round],
    facts: ClockFacts,
    missing: Mapping[int, int],
    now: datetime,
) -> SectionSoFar:
    last, rounds, planned = begun[-1], section.rounds_to_play, section.rounds_at_the_deal
    to_come = tuple(section.boards_in(number) for number in range(last.number + 1, rounds + 1))
    drops = _drops(section, len(to_come))
    return SectionSoFar(
        began=begun[0].started_at or now,
        rounds=planned,
        boards=section.session.boards_per_round,
        planned=facts.lasts + _CHANGE_OVER,
        took=tuple(_took(section, begun, facts)),
        begun=last.number,
        plays=section.boards_in(last.number),
        played=played_for(facts.time_of(last), now) if last.is_playing else None,
        missing=missing.get(last.pk, 0),
        to_come=to_come,
        drops=drops,
        fewer=may_have_fewer(section),
        breaks=_breaks(facts, 1, planned),
        ahead=_breaks(facts, last.number, rounds),
        last=_breaks(facts, rounds - drops, rounds),
    )


def _took(section: Section, begun: Sequence[Round], facts: ClockFacts) -> Iterator[timedelta]:
    """How long each round that is over would have taken with all its boards."""
    for each in begun:
        if each.ended_at:
            lasted = played_for(facts.time_of(each), each.ended_at)
            yield lasted * section.session.boards_per_round / section.boards_in(each.number)


def _drops(section: Section, to_come: int) -> int:
    """How many rounds go with the last one: of teams all of its match; 0 where none can."""
    halves = section.session.stage.halves
    return halves if may_drop(section) and to_come >= halves else 0


def may_drop(section: Section) -> bool:
    """Whether the movement of a section means something without its last round."""
    return section.movement is not None and not section.movement.all_rounds_needed


def may_have_fewer(section: Section) -> bool:
    """Whether the rounds of a section are those of an evening, which can be shorter."""
    return section.movement is not None and not section.movement.season


def _breaks(facts: ClockFacts, first: int, end: int) -> timedelta:
    """All breaks after the rounds from `first` until before `end`."""
    return sum((rest for after, rest in facts.breaks.items() if first <= after < end), timedelta(0))
