"""The clock of sections: time given to the round being played, stopped, and let go on."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.limits import MAX_EXTRA_MINUTES
from tournaments.models import AuditAction, ClockPause, Round, Section, Table, TimeExtension
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.roles import can_direct_section
from tournaments.queries.rounds.clock import (
    CLOCKLESS,
    PAUSED,
    SectionClock,
    read_clocks,
    round_clock,
)
from tournaments.queries.rounds.seating import round_of_section

_HOW_MANY = _("Write a number of minutes from 1 to %(most)s, with a minus sign to take them away.")
_NOT_PLAYED = _("No round is in progress here, so there is no clock to change.")
_NOTHING_LEFT = _("The time of this round is up: there are no minutes left to take away.")
_STANDS = _("The clock has been stopped since %(time)s.")
_RUNS = _("The clock is already running.")
_NOT_YOURS = _("Only this section’s own directors can change its clock.")


def give_minutes(sections: Sequence[Section], minutes: int, actor: Actor, key: str) -> Answer:
    """Let the round that each of these sections plays last so much longer; negative: shorter, down
    to now.

    Where its time is over they count from now; in a break they are the break's. The answer says to
    how many sections it was given; the same `key` again gets the earlier answer. Raises
    `ValidationFailed` for a number that is none and where no time is left to take, `Conflict` where
    no round is played.
    """
    said = ["minutes", sorted(section.pk for section in sections), minutes]
    return idempotent(actor, key, said, lambda: _give(sections, minutes, actor))


def give_minutes_to_table(table: Table, minutes: int, actor: Actor, key: str) -> Answer:
    """The same for one table alone, besides what its section has."""
    said = ["minutes of a table", table.pk, minutes]
    return idempotent(actor, key, said, lambda: _give([table.section], minutes, actor, table))


def pause_clocks(sections: Sequence[Section], actor: Actor) -> None:
    """From now on nothing is taken from the time of these sections, until their clocks go on.

    Of several those that stand already are left. Raises `Conflict` where all do, or none is played.
    """
    with transaction.atomic():
        _lock(sections, AuditAction.PAUSE_CLOCK, actor)
        phases = {each.section.pk: each.phase for each in _clocks(sections)}
        running = [each for each in sections if phases[each.pk] not in (PAUSED, *CLOCKLESS)]
        if not running:
            raise _standing_already(sections)
        for section in running:
            ClockPause.objects.create(section=section, at=timezone.now(), **actor.columns())
            record_audit(
                actor, AuditAction.PAUSE_CLOCK, section.session.stage.event, **_where(section)
            )


def resume_clocks(sections: Sequence[Section], actor: Actor) -> None:
    """Let the clocks of these sections go on, those that stand; raises `Conflict` where none
    does."""
    with transaction.atomic():
        _lock(sections, AuditAction.RESUME_CLOCK, actor)
        standing = ClockPause.objects.filter(section__in=sections, until=None)
        named = {section.pk: section for section in sections}
        found = [
            named[pk] for pk in standing.order_by("section").values_list("section_id", flat=True)
        ]
        if not standing.update(until=timezone.now()):
            raise Conflict([Problem("clock_runs", _RUNS)])
        for section in found:
            record_audit(
                actor, AuditAction.RESUME_CLOCK, section.session.stage.event, **_where(section)
            )


def _give(
    sections: Sequence[Section], minutes: int, actor: Actor, table: Table | None = None
) -> Answer:
    if not 1 <= abs(minutes) <= MAX_EXTRA_MINUTES:
        raise ValidationFailed(
            [Problem("minutes_out_of_range", _HOW_MANY, {"most": MAX_EXTRA_MINUTES}, "minutes")]
        )
    _lock(sections, AuditAction.GIVE_MINUTES, actor)
    playing = [(each, round_) for each in sections if (round_ := round_of_section(each))]
    if not playing:
        raise Conflict([Problem("clock_off", _NOT_PLAYED)])
    given = [each for each, round_ in playing if _add(each, round_, minutes, actor, table)]
    raise_if_any([] if given else [Problem("no_time_left", _NOTHING_LEFT, field="minutes")])
    return {"sections": len(given)}


def _add(section: Section, round_: Round, minutes: int, actor: Actor, table: Table | None) -> bool:
    """Give it to a round; False where there is none to take."""
    round_.section = section
    shown = round_clock(round_, table)
    left = shown.seconds if shown else 0
    seconds = max(60 * minutes, -left) if minutes < 0 else 60 * minutes + max(0, -left)
    if minutes < 0 and left <= 0:
        return False
    at = timezone.now()
    TimeExtension.objects.create(
        round=round_, to_table=table, seconds=seconds, at=at, **actor.columns()
    )
    which = {"table": table.label} if table else _where(section)
    event = section.session.stage.event
    record_audit(
        actor, AuditAction.GIVE_MINUTES, event, round=round_.number, minutes=minutes, **which
    )
    return True


def _lock(sections: Iterable[Section], verb: AuditAction, actor: Actor) -> None:
    """Of two who touch the clock of a section one waits; raises `NotPermitted` for who does not
    direct it."""
    sections = list(sections)
    for section in sections:
        require_editable(section.session.stage.event, verb)
        _refuse_others(section, actor)
    rows = Section.objects.select_for_update(of=("self",)).filter(
        pk__in=[each.pk for each in sections]
    )
    list(rows.order_by("pk"))


def _refuse_others(section: Section, actor: Actor) -> None:
    if actor == SYSTEM:
        return
    if actor.user_id is None or not can_direct_section(actor.user_id, section):
        raise NotPermitted([Problem("not_yours", _NOT_YOURS)])


def _standing_already(sections: Sequence[Section]) -> Conflict:
    """Why no clock of these could be stopped."""
    first = ClockPause.objects.filter(section__in=sections, until=None).order_by("at").first()
    if first is None:
        return Conflict([Problem("clock_off", _NOT_PLAYED)])
    since = timezone.localtime(first.at).strftime("%H:%M")
    return Conflict([Problem("clock_stands", _STANDS, {"time": since})])


def _clocks(sections: Sequence[Section]) -> tuple[SectionClock, ...]:
    here = Section.objects.filter(pk__in=[section.pk for section in sections])
    return read_clocks(sections[0].session, here) if sections else ()


def _where(section: Section) -> dict[str, str]:
    return {"section": section.name} if section.name else {}
