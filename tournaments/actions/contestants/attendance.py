"""Who does not come to one session of several, and who comes after all."""

from django.db import transaction

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.contestants.registration import get_contestant
from tournaments.actions.contestants.self_removal import forbid_self_removal
from tournaments.actions.rounds.plan_rows import replan_around
from tournaments.actions.rounds.section_assignments import section_with_room
from tournaments.models import AuditAction, Contestant, Event, Section, SectionAssignment, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.rounds.seating import has_assignments


def mark_absent(event: Event, contestant_id: int, actor: Actor) -> None:
    """A contestant does not come to the last session of an event; what he played before stays.

    Raises `ValidationFailed` once it has started, where it is the only one (there he is withdrawn),
    where he does not play in it anyway, where too few would be left, and for oneself with boards
    yet to play.
    """
    require_editable(event, AuditAction.MISS_SESSION)
    forbid_self_removal(get_contestant(event, contestant_id), actor)
    with transaction.atomic(), replan_around(event, actor):
        session, gone = _last_session(event), get_contestant(event, contestant_id)
        missed, _rows = SectionAssignment.objects.filter(
            section__session=session, contestant=gone
        ).delete()
        if not missed:
            raise ValidationFailed(
                [Problem("misses_already", _("%(name)s does not play in it."), {"name": gone.name})]
            )
        record_audit(actor, AuditAction.MISS_SESSION, event, **_who(session, gone))


def mark_present(event: Event, contestant_id: int, actor: Actor) -> None:
    """Who was not to come to the last session of an event comes after all, where a place is.

    Raises `ValidationFailed` once it has started, where it is the only one, and where he plays in
    it already or has left the event.
    """
    require_editable(event, AuditAction.COME_TO_SESSION)
    with transaction.atomic(), replan_around(event, actor):
        session, comes = _last_session(event), get_contestant(event, contestant_id)
        allotments = SectionAssignment.objects.filter(section__session=session)
        if comes.withdrawn_at or allotments.filter(contestant=comes).exists():
            template = _("%(name)s plays in it already, or has left the event.")
            raise ValidationFailed([Problem("comes_already", template, {"name": comes.name})])
        section = _section_for(session, comes)
        last = section.assignments.count() + 1
        SectionAssignment.objects.create(section=section, contestant=comes, number=last)
        record_audit(actor, AuditAction.COME_TO_SESSION, event, **_who(session, comes))


def _section_for(session: Session, comes: Contestant) -> Section:
    """That in which he played before, else where a place is."""
    before = SectionAssignment.objects.filter(
        contestant=comes, section__session__stage=session.stage_id
    )
    last = (
        before.order_by("section__session__number").values_list("section__number", flat=True).last()
    )
    sections = session.sections.order_by("number")
    if last and (same := sections.filter(number=last).first()):
        return same
    return section_with_room({each: each.assignments.count() for each in sections})


def _last_session(event: Event) -> Session:
    session = Session.objects.filter(stage__event=event).order_by("stage__number", "number").last()
    if session is None or not has_assignments(session):
        template = _("The event has only one session: take them out of it instead.")
        raise ValidationFailed([Problem("only_session", template)])
    return session


def _who(session: Session, contestant: Contestant) -> dict[str, int]:
    return {"session": session.pk, "contestant": contestant.pk, "number": contestant.number}
