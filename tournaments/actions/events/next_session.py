"""Another sitting of a stage: new deals and a new plan for the same contestants."""

from collections.abc import Iterable
from contextlib import suppress

from django.db import transaction

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.events.locks import lock_event
from tournaments.actions.events.next_stage import check_stage_finished
from tournaments.actions.rounds.clock_settings import copy_clock_settings
from tournaments.actions.rounds.plan_rows import fit_movement, movement_owner
from tournaments.actions.rounds.section_assignments import (
    assign_to_sections,
    draw_sort_key,
    section_with_room,
)
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Contestant, Event, Section, SectionAssignment, Session, Stage
from tournaments.permissions.actor import Actor


def create_next_session(event: Event, actor: Actor, seed: str | None = None) -> Session:
    """A session after the last one, with its sections, rounds and boards, waiting for its deal.

    Everybody plays who has not left the event, in the section where he played last, but under
    numbers drawn anew: whoever always had the same number would meet the same opponents on every
    evening. Raises `ValidationFailed` where the last session is not over, where the event was
    published, and after a knock-out or groups.
    """
    with transaction.atomic():
        event = lock_event(event.pk)  # two clicks would make two sessions
        stage = event.stages.latest("number")
        check_stage_finished(event, stage)
        _refuse_played_out(stage)
        last = stage.sessions.latest("number")
        session = create_session(
            stage, last.rounds_planned, last.boards_per_round, actor, seed=seed
        )
        copy_clock_settings(last, session)
        sections = _same_sections(last, session)
        assign_to_sections(_in_new_order(session, sections))
        for section in sections:
            # Too few are left of it: the deal says so, and it can be divided anew.
            with suppress(ValidationFailed):
                fit_movement(section)
    return session


def _refuse_played_out(stage: Stage) -> None:
    """Raises `ValidationFailed` where a movement is played in one sitting: a knock-out, or
    groups."""
    movement = stage.movement
    if movement and (movement.needs_winners or int(movement.options.get("groups", 1)) > 1):
        template = _("Knock-outs and groups are played in one session, so there is no next one.")
        raise ValidationFailed([Problem("played_out", template)])


def _same_sections(last: Session, session: Session) -> list[Section]:
    """Those of the last session, each by a movement of its own: what was played keeps the one it
    had."""
    session.sections.all().delete()
    sections = [
        _same(section, session) for section in last.sections.select_related("session__stage")
    ]
    return Section.objects.bulk_create(sections)


def _same(section: Section, session: Session) -> Section:
    again = Section(
        session=session, number=section.number, name=section.name, venue_id=section.venue_id
    )
    if not session.stage.is_drawn:
        holder = movement_owner(section)
        again.movement_key, again.movement_options = holder.movement_key, holder.movement_options
        again.rounds_planned = section.rounds_at_the_deal
    return again


def _in_new_order(session: Session, sections: Iterable[Section]) -> dict[Section, list[Contestant]]:
    """Those who have not left, each in his section, in an order that follows from what is
    public."""
    present = session.stage.event.contestants.filter(withdrawn_at=None)
    if session.stage.qualifiers.exists():
        present = present.filter(qualified__stage=session.stage)
    homes, who = _homes(session), {section: list[Contestant]() for section in sections}
    by_number = {section.number: section for section in who}
    for contestant in sorted(present, key=lambda each: draw_sort_key(session, each.number)):
        home = by_number.get(homes.get(contestant.pk, 0))
        who[home or section_with_room({each: len(many) for each, many in who.items()})].append(
            contestant
        )
    return who


def _homes(session: Session) -> dict[int, int]:
    """By contestant, the number of the section in which he played last."""
    allotments = SectionAssignment.objects.filter(section__session__stage=session.stage_id)
    columns = ("contestant_id", "section__number")
    return dict(allotments.order_by("section__session__number").values_list(*columns))
