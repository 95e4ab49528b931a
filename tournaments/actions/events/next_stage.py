"""Stages after the first: finals for those who have come so far."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace

from django.db import transaction

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.actions.audit import record_audit
from tournaments.actions.events.locks import lock_event
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.events.next_stage_plan import (
    MAX_CARRY_OVER_DENOMINATOR,
    FinalPlan,
    NextStagePlan,
    complete_plan,
)
from tournaments.actions.events.stage_rankings import lock_and_compute_rankings
from tournaments.actions.results.rescoring import rebuild_standings, score_pending
from tournaments.actions.rounds.division import Division, SectionPlan, create_sections
from tournaments.actions.rounds.plan_rows import create_plan_rows, prefix_section_name
from tournaments.actions.rounds.seating_rows import serialize_reason
from tournaments.actions.rounds.section_assignments import draw_sort_key
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import (
    AuditAction,
    Event,
    Qualifier,
    Round,
    SectionAssignment,
    Session,
    Stage,
)
from tournaments.movements.drawing.finals_selection import (
    PlaceRange,
    StageRankings,
    select_qualifiers,
    selection_problems,
)
from tournaments.movements.drawing.group_qualification import QualifiedContestant
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.standings.draw_basis import draw_basis

_BEGUN = _(
    "This stage has started, or was not made from the standings of another: it can no longer "
    "change."
)


def create_next_stage(
    event: Event, plan: NextStagePlan, actor: Actor, seed: str | None = None
) -> Session:
    """The next stage, of one final or of several, in a session that waits for its deal.

    Several finals are sections, each a field by itself; only one alone may be drawn. Raises
    `ValidationFailed` with everything that is wrong: where a session is not over, where the event
    was published, where somebody would be in two finals, and where a movement cannot seat those who
    go on. Awards are brought up to date first: a worker that is slow, or dead, is not to decide who
    qualifies.
    """
    with transaction.atomic():
        event = lock_event(event.pk)  # two clicks would make two stages
        require_editable(event, AuditAction.GO_ON)
        before = event.stages.latest("number")
        score_pending(before)
        check_stage_finished(event, before)
        rankings = lock_and_compute_rankings(before)
        _refuse_selection(plan, rankings)
        _refuse_carried(plan, before)
        chosen = select_qualifiers(rankings, [each.places for each in plan.finals])
        plan = complete_plan(plan, before, [len(who) for who in chosen])
        stage = _stage_after(before, plan)
        session = _session_of(stage, plan, chosen, actor, seed)
        _qualify(stage, rankings, chosen)
        _note_basis(stage, before, [each.places for each in plan.finals])
        parts = {each.name: len(who) for each, who in zip(plan.finals, chosen, strict=True)}
        record_audit(actor, AuditAction.GO_ON, event, stage=stage.number, finals=parts)
    return session


def requalify(event: Event, actor: Actor) -> None:
    """Choose anew who goes on to the last stage, by the same places of the standings as they are
    now.

    Its session keeps its seed, and is planned anew where it was dealt. Raises `ValidationFailed`
    once a session of the stage has begun, for a stage that says no places, and where its movements
    cannot seat those who qualify.
    """
    with transaction.atomic():
        event = lock_event(event.pk)
        require_editable(event, AuditAction.GO_ON)
        stage = event.stages.latest("number")
        session = _only_session_to_come(stage)
        before = event.stages.filter(number__lt=stage.number).latest("number")
        score_pending(before)
        rankings = lock_and_compute_rankings(before)
        places = [
            None if each is None else PlaceRange(*each)
            for each in (stage.qualification or {})["places"]
        ]
        raise_if_any(selection_problems(rankings, places))
        chosen = select_qualifiers(rankings, places)
        stage.qualifiers.all().delete()
        _qualify(stage, rankings, chosen)
        _note_basis(stage, before, places)
        _plan_again(session, chosen)
        record_audit(
            actor, AuditAction.GO_ON, event, stage=stage.number, finals=_parts(session, chosen)
        )
        rebuild_standings(stage.pk)


def _only_session_to_come(stage: Stage) -> Session:
    """The session of a stage that was made from another one and has not begun; raises
    `ValidationFailed`."""
    sessions = list(
        stage.sessions.select_for_update(of=("self",)).select_related("stage__event__club")
    )
    if stage.qualification is None or len(sessions) != 1 or sessions[0].started_at:
        raise ValidationFailed([Problem("stage_begun", _BEGUN)])
    return sessions[0]


def _plan_again(session: Session, chosen: Sequence[Sequence[QualifiedContestant]]) -> None:
    """Its sections, and its rounds where it was dealt, follow anew from who was chosen; its seed
    stays."""
    Round.objects.filter(section__session=session).delete()
    session.boards.all().delete()
    _allot_again(session, chosen)
    session.refresh_from_db()
    if session.state == Session.State.DEALT:
        create_plan_rows(session)


def _allot_again(session: Session, chosen: Sequence[Sequence[QualifiedContestant]]) -> None:
    """In sections that are planned beforehand; what is drawn is drawn for all who have
    qualified."""
    sections = list(session.sections.select_related("venue").order_by("number"))
    if (
        session.stage.is_drawn
        and len(sections) == 1
        and not SectionAssignment.objects.filter(section__in=sections)
    ):
        return
    plans = [
        SectionPlan(
            each.name,
            each.movement_key or session.stage.movement_key,
            each.movement_options if each.movement_key else session.stage.movement_options,
            each.rounds_at_the_deal,
            _numbers(session, who),
            each.venue.name if each.venue else "",
        )
        for each, who in zip(sections, chosen, strict=True)
    ]
    create_sections(session, Division(tuple(plans), apart=session.stage.ranks_sections_separately))


def _parts(session: Session, chosen: Sequence[Sequence[QualifiedContestant]]) -> dict[str, int]:
    names = session.sections.order_by("number").values_list("name", flat=True)
    return {name: len(who) for name, who in zip(names, chosen, strict=True)}


def _note_basis(stage: Stage, before: Stage, places: Sequence[PlaceRange | None]) -> None:
    """Store which places qualified, and the standings that they were places of."""
    stage.qualification = {
        "places": [None if each is None else [*astuple(each)] for each in places],
        "standings": draw_basis(scoring_pipeline.lock_and_compute_standings(before).rows),
    }
    stage.save(update_fields=["qualification"])


def preview_qualifiers(
    event: Event, plan: NextStagePlan, actor: Actor
) -> list[tuple[str, Qualifier]]:
    """Who would go on, each with the name of his final: `go_on` done and taken back, refused
    alike."""
    with transaction.atomic():
        session = create_next_stage(event, plan, actor)
        allotted = SectionAssignment.objects.filter(section__session=session)
        final = dict(allotted.values_list("contestant", "section__name"))
        qualifiers = list(session.stage.qualifiers.select_related("contestant").order_by("seed"))
        transaction.set_rollback(True)
    return [(final.get(each.contestant_id, ""), each) for each in qualifiers]


def check_stage_finished(event: Event, before: Stage) -> None:
    """Raises `ValidationFailed` where a session of the stage is not over, or the event was
    published."""
    problems = []
    if (
        before.sessions.exclude(state=Session.State.FINISHED).exists()
        or not before.sessions.exists()
    ):
        problems.append(Problem("not_finished", _("Finish the session first.")))
    if event.published_at:
        problems.append(
            Problem("published", _("The standings are published, so no stage can follow."))
        )
    raise_if_any(problems)


def _refuse_selection(plan: NextStagePlan, rankings: StageRankings) -> None:
    """Raises `ValidationFailed` with what is wrong with who goes on where, and where a final would
    be drawn apart."""
    if not plan.finals:
        raise ValidationFailed([Problem("no_final", _("Enter at least one final."))])
    names = [each.name.strip() for each in plan.finals]
    wrong = list(selection_problems(rankings, [each.places for each in plan.finals]))
    raise_if_any(
        replace(prefix_section_name(names[(each.line or 1) - 1], each), line=each.line)
        for each in wrong
    )


def _refuse_carried(plan: NextStagePlan, before: Stage) -> None:
    """Raises `ValidationFailed` for what is no part, and around a knock-out, where totals decide
    nothing."""
    problems = []
    if not 0 <= plan.carry_over <= 1 or plan.carry_over.denominator > MAX_CARRY_OVER_DENOMINATOR:
        template = _("Carry over nothing, all, or a part between them, such as 1/3.")
        problems.append(Problem("wrong_part", template, field="carried"))
    movements = [before.movement, *(each.movement for each in plan.finals if each.movement_key)]
    if plan.carry_over and any(each and each.needs_winners for each in movements):
        template = _(
            "In a knock-out the winner goes on, so nothing is carried over to it or from it."
        )
        problems.append(Problem("carried_knock_out", template, field="carried"))
    raise_if_any(problems)


def _stage_after(before: Stage, plan: NextStagePlan) -> Stage:
    """A stage whose matches are played in as many halves; its movement is that of its first
    final."""
    first = plan.finals[0]
    return Stage.objects.create(
        event=before.event,
        number=before.number + 1,
        movement_key=first.movement_key,
        movement_options=dict(first.movement_options),
        halves=before.halves,
        carry_over_text=str(plan.carry_over),
    )


def _session_of(
    stage: Stage,
    plan: NextStagePlan,
    chosen: Sequence[Sequence[QualifiedContestant]],
    actor: Actor,
    seed: str | None,
) -> Session:
    """The first sitting, with a section for each final; what is drawn is drawn for all who have
    qualified."""
    boards = plan.boards_per_round or 1
    rounds = [
        stage.halves * _rounds(each, len(who))
        for each, who in zip(plan.finals, chosen, strict=True)
    ]
    session = create_session(stage, max(rounds), boards, actor, seed=seed)
    if stage.is_drawn and len(plan.finals) == 1:
        check_movement_suits(plan.finals[0].movement, stage.event, boards)
        raise_if_any(
            plan.finals[0].movement.problems(len(chosen[0]), rounds[0] // stage.halves, boards)
        )
    else:
        create_sections(
            session,
            Division(tuple(_sections(plan, rounds, chosen, session)), apart=len(plan.finals) > 1),
        )
    return session


def _rounds(final: FinalPlan, number: int) -> int:
    return final.rounds or final.movement.full_rounds(number)


def _sections(
    plan: NextStagePlan,
    rounds: Sequence[int],
    chosen: Sequence[Sequence[QualifiedContestant]],
    session: Session,
) -> Iterator[SectionPlan]:
    """Each numbered as they are ranked; while standings are held back, in an order that is
    drawn."""
    for final, number, who in zip(plan.finals, rounds, chosen, strict=True):
        numbers = _numbers(session, who)
        yield SectionPlan(final.name, final.movement_key, final.movement_options, number, numbers)


def _numbers(session: Session, who: Sequence[QualifiedContestant]) -> tuple[int, ...]:
    numbers = tuple(each.contestant for each in who)
    if is_embargoed(session.stage.event):  # who sits where is public
        return tuple(sorted(numbers, key=lambda one: draw_sort_key(session, one)))
    return numbers


def _qualify(
    stage: Stage, rankings: StageRankings, chosen: Sequence[Sequence[QualifiedContestant]]
) -> None:
    """Who goes on, seeded final after final, each with his reason."""
    contestants = {each.number: each for each in stage.event.contestants.all()}
    everybody, groups = [each for final in chosen for each in final], rankings.groups
    Qualifier.objects.bulk_create(
        Qualifier(
            stage=stage,
            contestant=contestants[one],
            seed=seed,
            group=groups[one],
            reason=serialize_reason(reason),
        )
        for seed, (one, reason) in enumerate(everybody, 1)
    )
