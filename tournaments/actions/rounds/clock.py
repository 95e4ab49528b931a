"""Extend, pause and resume the clocks of sections."""

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
    PAUSED,
    PHASES_WITHOUT_CLOCK,
    SectionClock,
    read_clocks,
    round_clock,
)
from tournaments.queries.rounds.seating import round_of_section

_MINUTES_OUT_OF_RANGE = _(
    "Write a number of minutes from 1 to %(most)s, with a minus sign to take them away."
)
_NO_ROUND_IN_PROGRESS = _("No round is in progress here, so there is no clock to change.")
_NO_TIME_LEFT = _("The time of this round is up: there are no minutes left to take away.")
_CLOCK_PAUSED = _("The clock has been stopped since %(time)s.")
_CLOCK_RUNNING = _("The clock is already running.")
_NOT_PERMITTED = _("Only this section’s own directors can change its clock.")


def give_minutes(sections: Sequence[Section], minutes: int, actor: Actor, key: str) -> Answer:
    """Extend the current round of these sections by some minutes; negative minutes shorten it.

    If the time of the round is up, the extension begins now. During a break the break is extended.
    A round cannot be shortened to end before now. The answer has the number of changed `sections`.
    Repeating the call with the same `key` returns the earlier answer. Raises `ValidationFailed` for
    a number out of range and if no time is left to take away, and `Conflict` if no round is in
    progress.
    """
    body = ["minutes", sorted(section.pk for section in sections), minutes]
    return idempotent(actor, key, body, lambda: _give_minutes(sections, minutes, actor))


def give_minutes_to_table(table: Table, minutes: int, actor: Actor, key: str) -> Answer:
    """Extend the current round at one table only, in addition to its section's extensions."""
    body = ["minutes of a table", table.pk, minutes]
    return idempotent(
        actor, key, body, lambda: _give_minutes([table.section], minutes, actor, table)
    )


def pause_clocks(sections: Sequence[Section], actor: Actor) -> None:
    """Pause the running clocks of these sections until they are resumed.

    Raises `Conflict` if none of the sections has a running clock.
    """
    with transaction.atomic():
        _lock_sections(sections, AuditAction.PAUSE_CLOCK, actor)
        phases = {
            section_clock.section.pk: section_clock.phase for section_clock in _clocks(sections)
        }
        running_sections = [
            section
            for section in sections
            if phases[section.pk] not in (PAUSED, *PHASES_WITHOUT_CLOCK)
        ]
        if not running_sections:
            raise _nothing_to_pause_conflict(sections)
        for section in running_sections:
            ClockPause.objects.create(section=section, at=timezone.now(), **actor.audit_columns())
            record_audit(
                actor,
                AuditAction.PAUSE_CLOCK,
                section.session.stage.event,
                **_section_params(section),
            )


def resume_clocks(sections: Sequence[Section], actor: Actor) -> None:
    """Resume the paused clocks of these sections; raise `Conflict` if none is paused."""
    with transaction.atomic():
        _lock_sections(sections, AuditAction.RESUME_CLOCK, actor)
        pauses = ClockPause.objects.filter(section__in=sections, until=None)
        sections_by_id = {section.pk: section for section in sections}
        paused_sections = [
            sections_by_id[pk]
            for pk in pauses.order_by("section").values_list("section_id", flat=True)
        ]
        if not pauses.update(until=timezone.now()):
            raise Conflict([Problem("clock_runs", _CLOCK_RUNNING)])
        for section in paused_sections:
            record_audit(
                actor,
                AuditAction.RESUME_CLOCK,
                section.session.stage.event,
                **_section_params(section),
            )


def _give_minutes(
    sections: Sequence[Section], minutes: int, actor: Actor, table: Table | None = None
) -> Answer:
    if not 1 <= abs(minutes) <= MAX_EXTRA_MINUTES:
        raise ValidationFailed(
            [
                Problem(
                    "minutes_out_of_range",
                    _MINUTES_OUT_OF_RANGE,
                    {"most": MAX_EXTRA_MINUTES},
                    "minutes",
                )
            ]
        )
    _lock_sections(sections, AuditAction.GIVE_MINUTES, actor)
    in_progress = [
        (section, round_) for section in sections if (round_ := round_of_section(section))
    ]
    if not in_progress:
        raise Conflict([Problem("clock_off", _NO_ROUND_IN_PROGRESS)])
    extended_sections = [
        section
        for section, round_ in in_progress
        if _add_extension(section, round_, minutes, actor, table)
    ]
    raise_if_any(
        [] if extended_sections else [Problem("no_time_left", _NO_TIME_LEFT, field="minutes")]
    )
    return {"sections": len(extended_sections)}


def _add_extension(
    section: Section, round_: Round, minutes: int, actor: Actor, table: Table | None
) -> bool:
    """Store an extension of a round; return False if there is no time left to take away."""
    round_.section = section
    clock = round_clock(round_, table)
    seconds_left = clock.seconds_left if clock else 0
    # No more is taken away than is left; of a round whose time is up, the overtime is added too.
    seconds = (
        max(60 * minutes, -seconds_left) if minutes < 0 else 60 * minutes + max(0, -seconds_left)
    )
    if minutes < 0 and seconds_left <= 0:
        return False
    now = timezone.now()
    TimeExtension.objects.create(
        round=round_, to_table=table, seconds=seconds, at=now, **actor.audit_columns()
    )
    target = {"table": table.label} if table else _section_params(section)
    event = section.session.stage.event
    record_audit(
        actor, AuditAction.GIVE_MINUTES, event, round=round_.number, minutes=minutes, **target
    )
    return True


def _lock_sections(sections: Iterable[Section], action: AuditAction, actor: Actor) -> None:
    """Lock the sections, so that their clocks are changed by one action after the other.

    Raises `NotPermitted` if there is a section that the actor does not direct.
    """
    sections = list(sections)
    for section in sections:
        require_editable(section.session.stage.event, action)
        _check_may_direct(section, actor)
    rows = Section.objects.select_for_update(of=("self",)).filter(
        pk__in=[section.pk for section in sections]
    )
    list(rows.order_by("pk"))


def _check_may_direct(section: Section, actor: Actor) -> None:
    if actor == SYSTEM:
        return
    if actor.user_id is None or not can_direct_section(actor.user_id, section):
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])


def _nothing_to_pause_conflict(sections: Sequence[Section]) -> Conflict:
    """Return the conflict that explains why no clock could be paused."""
    first_pause = ClockPause.objects.filter(section__in=sections, until=None).order_by("at").first()
    if first_pause is None:
        return Conflict([Problem("clock_off", _NO_ROUND_IN_PROGRESS)])
    since = timezone.localtime(first_pause.at).strftime("%H:%M")
    return Conflict([Problem("clock_stands", _CLOCK_PAUSED, {"time": since})])


def _clocks(sections: Sequence[Section]) -> tuple[SectionClock, ...]:
    rows = Section.objects.filter(pk__in=[section.pk for section in sections])
    return read_clocks(sections[0].session, rows) if sections else ()


def _section_params(section: Section) -> dict[str, str]:
    return {"section": section.name} if section.name else {}
