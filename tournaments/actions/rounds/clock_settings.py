"""Set the clock of a session: minutes per round, and breaks between rounds."""

from collections.abc import Iterator, Mapping

from django.db import transaction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import BREAK_MINUTES, ROUND_MINUTES
from tournaments.models import AuditAction, Break, Session
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.roles import can_direct

_ROUND_OUT_OF_RANGE = _(
    "A round takes from %(least)s to %(most)s minutes; leave it empty for the club’s usual pace."
)
_BREAK_OUT_OF_RANGE = _("A break takes from %(least)s to %(most)s minutes.")
_NO_BREAK_AFTER_ROUND = _(
    "There can be no break after round %(round)s: write the number of a round before the last."
)
_SESSION_OVER = _("The session is over: its clock can no longer be changed.")
_NOT_PERMITTED = _("Only the event’s directors can set the minutes of a round.")


def set_clock(
    session_id: int, minutes: int | None, breaks: Mapping[int, int], actor: Actor
) -> None:
    """Set the minutes of a session's rounds, and of breaks by the number of the round before.

    If `minutes` is None, a round takes as long as its boards at the club's pace. The settings apply
    to a running clock too. Nothing is recorded if they are unchanged. Raises `ValidationFailed`
    with every problem, `Conflict` once the session is over, and `NotPermitted` unless the actor is
    a director of the event.
    """
    with transaction.atomic():
        session = _lock_session(session_id, actor)
        raise_if_any([*_minutes_problems(minutes), *_break_problems(session, breaks)])
        stored_breaks = dict(session.breaks.values_list("after_round", "minutes"))
        if (session.minutes_per_round, stored_breaks) == (minutes, dict(breaks)):
            return
        _store_settings(session, minutes, breaks)
        record_audit(
            actor,
            AuditAction.SET_CLOCK,
            session.stage.event,
            session=session.pk,
            minutes=minutes or 0,
        )


def copy_clock_settings(source: Session, target: Session) -> None:
    """Copy the clock settings of one session to another, without an audit entry.

    Breaks after the last round of `target` are left out.
    """
    breaks = dict(source.breaks.values_list("after_round", "minutes"))
    breaks_within_rounds = {
        after: minutes for after, minutes in breaks.items() if after < target.rounds_planned
    }
    _store_settings(target, source.minutes_per_round, breaks_within_rounds)


def _store_settings(session: Session, minutes: int | None, breaks: Mapping[int, int]) -> None:
    session.minutes_per_round = minutes
    session.save(update_fields=["minutes_per_round"])
    session.breaks.all().delete()
    Break.objects.bulk_create(
        Break(session=session, after_round=after, minutes=minutes)
        for after, minutes in sorted(breaks.items())
    )


def _lock_session(session_id: int, actor: Actor) -> Session:
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    session = sessions.get(pk=session_id)
    event = session.stage.event
    require_editable(event, AuditAction.SET_CLOCK)
    is_director = actor.user_id is not None and can_direct(actor.user_id, event)
    if not (is_director or actor == SYSTEM):
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])
    if session.is_over:
        raise Conflict([Problem("session_over", _SESSION_OVER)])
    return session


def _minutes_problems(minutes: int | None) -> Iterator[Problem]:
    if minutes is not None and minutes not in ROUND_MINUTES:
        yield Problem(
            "minutes_out_of_range",
            _ROUND_OUT_OF_RANGE,
            _limit_params(ROUND_MINUTES),
            "minutes_per_round",
        )


def _break_problems(session: Session, breaks: Mapping[int, int]) -> Iterator[Problem]:
    for after, minutes in breaks.items():
        if not 1 <= after < session.rounds_planned:
            yield Problem("no_break_there", _NO_BREAK_AFTER_ROUND, {"round": after}, "breaks")
        if minutes not in BREAK_MINUTES:
            yield Problem(
                "break_out_of_range", _BREAK_OUT_OF_RANGE, _limit_params(BREAK_MINUTES), "breaks"
            )


def _limit_params(allowed: range) -> dict[str, object]:
    return {"least": allowed[0], "most": allowed[-1]}
