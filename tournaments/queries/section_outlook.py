"""How far the sections of a session are this evening, read for the outlook on its end."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session, Verb
from tournaments.movements.advice.time_budget import CHANGE_OVER
from tournaments.queries.acts import lasting_in
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
    dropped = _dropped(session)
    facts, missing = read_facts(session, [section.pk for section in here], rounds), _missing(rounds)
    now, found = now or timezone.now(), []
    for section in here:
        section.session = session  # with its event, so that it is read once
        if begun[section.pk] and not _is_done(section, begun[section.pk]):
            found.append(_so_far(section, begun[section.pk], facts, missing, now, dropped))
    return outlook(found, now)


def _is_done(section: Section, begun: Sequence[Round]) -> bool:
    return begun[-1].number >= section.rounds_to_play and not begun[-1].is_playing


def _missing(rounds: Iterable[Round]) -> Mapping[int, int]:
    """By round that is played, how many boards the table lacks that lacks most."""
    playing = [each.pk for each in rounds if each.is_playing]
    due = Play.objects.filter(state=Play.State.DUE, seating__round__in=playing).order_by()
    found: dict[int, int] = {}
    for round_, _seating, lacks in due.values_list("seating__round", "seating").annotate(Count("pk")):
        found[round_] = max(lacks, found.get(round_, 0))
    return found


def _so_far(
    section: Section,
    begun: Sequence[Round],
    facts: ClockFacts,
    missing: Mapping[int, int],
    now: datetime,
    dropped: Mapping[int, int],
) -> SectionSoFar:
    last, rounds, session = begun[-1], section.rounds_to_play, section.session
    planned, to_come = rounds + dropped.get(section.pk, 0), max(0, rounds - last.number)
    drops = _drops(section, to_come)
    return SectionSoFar(
        began=begun[0].started_at or now,
        rounds=planned,
        boards=session.boards_per_round,
        planned=facts.lasts + _CHANGE_OVER,
        took=tuple(played_for(facts.time_of(each), each.ended_at) for each in begun if each.ended_at),
        played=played_for(facts.time_of(last), now) if last.is_playing else None,
        missing=missing.get(last.pk, 0),
        to_come=to_come,
        drops=drops,
        breaks=_breaks(facts, 1, planned),
        ahead=_breaks(facts, last.number, rounds),
        last=_breaks(facts, rounds - drops, rounds),
    )


def _drops(section: Section, to_come: int) -> int:
    """How many rounds go with the last one: of teams all of its match; 0 where none can."""
    halves = section.session.stage.halves
    return halves if may_drop(section) and to_come >= halves else 0


def _dropped(session: Session) -> Mapping[int, int]:
    """By section, how many rounds were left out this evening: it is late by what was planned before."""
    found: dict[int, int] = {}
    for act in lasting_in(session, Verb.DROP_LAST_ROUND):
        for section in act.about["of"]:
            found[section] = found.get(section, 0) + act.about["rounds"]
    return found


def may_drop(section: Section) -> bool:
    """Whether the movement of a section means something without its last round."""
    return section.movement is not None and not section.movement.all_rounds_needed


def _breaks(facts: ClockFacts, first: int, end: int) -> timedelta:
    """All breaks after the rounds from `first` until before `end`."""
    return sum((rest for after, rest in facts.breaks.items() if first <= after < end), timedelta(0))
