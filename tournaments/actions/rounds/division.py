"""Divide a session into sections before it starts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import ProtectedError

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text, comparison_key
from tournaments.actions.audit import record_audit
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.limits import MAX_SECTIONS
from tournaments.actions.rounds.plan_rows import prefix_section_name, replan_around
from tournaments.actions.rounds.section_assignments import assign_to_sections
from tournaments.models import AuditAction, Contestant, Section, Session, Venue
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.support.progress import with_progress


@dataclass(frozen=True)
class SectionPlan:
    """A section as the organiser plans it.

    `contestants` are numbers in the event, in the order of the numbers in the section. `venue` is
    the name of one of the club's venues, empty for a section that the club directs itself.
    """

    name: str
    movement_key: str
    movement_options: Mapping[str, str]
    rounds: int
    contestants: tuple[int, ...]
    venue: str = ""


@dataclass(frozen=True)
class Division:
    """The sections of a session, and whether each of them is ranked separately."""

    sections: tuple[SectionPlan, ...]
    ranks_sections_separately: bool = False


def divide_session(session: Session, division: Division, actor: Actor) -> None:
    """Replace the sections of a session, and plan it again if it was dealt.

    A contestant who is in no section does not play in this session. Raises `ValidationFailed` with
    every problem:

    - the session has started, its rounds are drawn, or its contestants are teams;
    - a section's name is missing, too long or repeated, or its venue is unknown;
    - a contestant is unknown, has left, or is in two sections;
    - a movement cannot seat the contestants of its section;
    - earlier sessions of the stage were not ranked by sections but these would be, or vice versa.
    """
    event, plans = session.stage.event, division.sections
    require_editable(event, AuditAction.DIVIDE_SESSION)
    with transaction.atomic(), replan_around(event, actor):
        create_sections(session, division)
        section_sizes = {plan.name: len(plan.contestants) for plan in plans}
        record_audit(
            actor, AuditAction.DIVIDE_SESSION, event, session=session.pk, sections=section_sizes
        )


def create_sections(session: Session, division: Division) -> None:
    """Replace the sections of a session with their assignments, without planning it again.

    Raises `ValidationFailed` as `divide_session` does.
    """
    plans, all_contestants = (
        division.sections,
        session.stage.event.contestants.filter(withdrawn_at=None),
    )
    contestants = {contestant.number: contestant for contestant in all_contestants}
    venues = {venue.name: venue for venue in session.stage.event.club.venues.all()}
    problem_lists = (
        _section_name_problems(session, plans),
        _contestant_problems(plans, contestants),
        _venue_problems(plans, venues),
    )
    raise_if_any([problem for problems in problem_lists for problem in problems])
    _check_seating(session, plans)
    _set_separate_rankings(session, division.ranks_sections_separately)
    _replace_sections(session, plans, contestants, venues)


def _section_name_problems(session: Session, plans: Sequence[SectionPlan]) -> Iterator[Problem]:
    yield from _indivisible_problems(session, plans)
    if not 1 <= len(plans) <= MAX_SECTIONS:
        params = {"most": MAX_SECTIONS}
        yield Problem("sections", _("A session has 1 to %(most)s sections."), params, "sections")
    max_length = Section._meta.get_field("name").max_length or 0
    counts = Counter(comparison_key(plan.name) for plan in plans)
    for number, plan in enumerate(plans, 1):
        name = clean_text(plan.name)
        name_params: dict[str, object] = {"number": number, "name": name, "most": max_length}
        if not name and len(plans) > 1:
            yield Problem(
                "section_unnamed", _("Give section %(number)s a name."), name_params, "name", number
            )
        elif len(name) > max_length:
            template = _("Section %(number)s: a name has at most %(most)s characters.")
            yield Problem("section_name_long", template, name_params, "name", number)
        elif counts[comparison_key(name)] > 1:
            template = _("Section %(number)s: another section is also called %(name)s.")
            yield Problem("section_name_twice", template, name_params, "name", number)


def _indivisible_problems(session: Session, plans: Sequence[SectionPlan]) -> Iterator[Problem]:
    """Yield the reasons why this session cannot be divided at all."""
    if session.stage.is_drawn:
        yield Problem(
            "drawn", _("Drawn rounds are drawn for everybody, so there can be no sections.")
        )
    if session.stage.event.at_two_tables and len(plans) > 1:
        yield Problem(
            "teams_divided", _("Teams cannot be divided: all of them play in one section.")
        )


def _contestant_problems(
    plans: Sequence[SectionPlan], contestants: Mapping[int, Contestant]
) -> Iterator[Problem]:
    counts = Counter(number for plan in plans for number in plan.contestants)
    for line, plan in enumerate(plans, 1):
        for number in plan.contestants:
            params = {"section": plan.name, "number": number}
            if number not in contestants:
                template = _("%(section)s: no contestant of this event has the number %(number)s.")
                yield Problem("no_contestant", template, params, "contestants", line)
            elif counts[number] > 1:
                template = _("%(section)s: number %(number)s is listed twice.")
                yield Problem("allotted_twice", template, params, "contestants", line)


def _venue_problems(plans: Sequence[SectionPlan], venues: Mapping[str, Venue]) -> Iterator[Problem]:
    for line, plan in enumerate(plans, 1):
        if plan.venue and plan.venue not in venues:
            params = {"section": plan.name, "venue": plan.venue}
            template = _("%(section)s: the club has no venue called %(venue)s.")
            yield Problem("no_venue", template, params, "venue", line)


def _check_seating(session: Session, plans: Sequence[SectionPlan]) -> None:
    """Raise `ValidationFailed` with each section whose movement cannot seat it."""
    problems: list[Problem] = []
    for line, plan in enumerate(with_progress(plans, _("Planning the sections")), 1):
        movement = get_movement(plan.movement_key, plan.movement_options)
        try:
            _check_not_drawn_or_grouped(movement)
            check_movement_suits(movement, session.stage.event, session.boards_per_round)
            movement_rounds = plan.rounds // session.stage.halves
            movement.plan(len(plan.contestants), movement_rounds, session.boards_per_movement_round)
        except ValidationFailed as error:
            problems += (
                replace(prefix_section_name(plan.name, problem), line=line)
                for problem in error.problems
            )
    raise_if_any(problems)


def _check_not_drawn_or_grouped(movement: Movement) -> None:
    """Raise `ValidationFailed` for a movement with draws or groups.

    Draws and groups always include all contestants of a stage.
    """
    if not movement.is_fixed:
        template = _("Drawn rounds are drawn for everybody, so there can be no sections.")
        raise ValidationFailed([Problem("drawn", template, field="movement")])
    if int(movement.options.get("groups", 1)) > 1:
        template = _("An event played in groups cannot have sections.")
        raise ValidationFailed([Problem("grouped", template, field="movement")])


def _set_separate_rankings(session: Session, ranks_separately: bool) -> None:
    """Store whether sections are ranked separately.

    Raises `ValidationFailed` if a session of the stage has started with the other setting.
    """
    stage = session.stage
    if (
        stage.ranks_sections_separately != ranks_separately
        and stage.sessions.exclude(started_at=None).exists()
    ):
        template = _(
            "Earlier results of this event were compared in another way, so its sections can "
            "no longer be changed."
        )
        raise ValidationFailed([Problem("compared_otherwise", template, field="apart")])
    stage.ranks_sections_separately = ranks_separately
    stage.save(update_fields=["ranks_sections_separately"])


def _replace_sections(
    session: Session,
    plans: Sequence[SectionPlan],
    contestants: Mapping[int, Contestant],
    venues: Mapping[str, Venue],
) -> None:
    try:
        session.sections.all().delete()
    except ProtectedError:
        template = _(
            "A table has already started, for example by making up a board, so the sections "
            "can no longer be changed."
        )
        raise ValidationFailed([Problem("tables_acted", template)]) from None
    numbered_plans = enumerate(plans, 1)
    sections = [
        _unsaved_section(session, number, plan, venues.get(plan.venue))
        for number, plan in numbered_plans
    ]
    contestants_by_section = (
        tuple(contestants[number] for number in plan.contestants) for plan in plans
    )
    assign_to_sections(
        dict(zip(Section.objects.bulk_create(sections), contestants_by_section, strict=True))
    )
    max_length = max(plan.rounds for plan in plans)
    Session.objects.filter(pk=session.pk).update(rounds_planned=max_length)


def _unsaved_section(
    session: Session, section_number: int, plan: SectionPlan, venue: Venue | None
) -> Section:
    return Section(
        session=session,
        number=section_number,
        name=clean_text(plan.name),
        venue=venue,
        movement_key=plan.movement_key,
        movement_options=dict(plan.movement_options),
        rounds_planned=plan.rounds,
    )
