"""Draw rounds of a session one after the other, start them, and undo draws."""

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import undoable
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.actions.rounds.draw_checks import (
    get_round_with_event,
    lock_changeable_draw,
    lock_unfinished_session,
    require_drawn_movement,
)
from tournaments.actions.rounds.line_ups import seat_teams
from tournaments.actions.rounds.plan_rows import section_draw_key
from tournaments.actions.rounds.seating_rows import create_round_rows
from tournaments.actions.rounds.stage_state import score_and_read_stage_state, store_draw_basis
from tournaments.models import AuditAction, Round, SeatHolder, Session
from tournaments.movements.base.stage_state import AllRoundsPlayed
from tournaments.movements.base.team_matches import match_round_number
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.rounds.draws import last_drawn_rounds, unsettled_table_numbers
from tournaments.queries.rounds.seating import contestants_of_section

_ROUND_STARTED = _("This round has already started.")
_ROUND_NOT_OVER = _("End round %(round)s first.")


def draw_round(session_id: int, actor: Actor) -> Round:
    """Draw the next round from the results so far; for teams all halves of the match.

    The round is not started. Raises `Conflict` if all rounds are drawn, if the round before is not
    over, or with each of its tables that has no settled result. Raises `ValidationFailed` if the
    movement finds no draw.
    """
    with transaction.atomic():
        session = lock_unfinished_session(session_id)
        require_editable(session.stage.event, AuditAction.DRAW_ROUND)
        movement, last_rounds = require_drawn_movement(session), last_drawn_rounds(session)
        if problems := list(_unfinished_problems(session, last_rounds)):
            raise Conflict(problems)
        number = last_rounds[-1].number + 1 if last_rounds else 1
        state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
        section = session.sections.get()  # drawn rounds have one section
        try:
            drawn_rounds = movement.with_draw_key(section_draw_key(section)).next_round(state)
        except AllRoundsPlayed:
            raise ValidationFailed(
                [
                    Problem(
                        "nothing_left", _("There are no rounds left to draw: finish the session.")
                    )
                ]
            ) from None
        create_round_rows(
            section,
            {match_round_number(number, session.stage.halves): drawn_rounds},
            contestants_of_section(section),
        )
        store_draw_basis(section, range(number, number + session.stage.halves))
        record_audit(
            actor, AuditAction.DRAW_ROUND, session.stage.event, session=session.pk, round=number
        )
    return Round.objects.get(section__session=session, number=number)


def begin_round(round_id: int, actor: Actor) -> None:
    """Start a drawn round.

    Raises `Conflict` if it has started or an earlier round is not over, and `ValidationFailed` if
    the session is not running.
    """
    with transaction.atomic():
        round_ = get_round_with_event(round_id)
        session, event = round_.section.session, round_.section.session.stage.event
        require_editable(event, AuditAction.BEGIN_ROUND)
        require_drawn_movement(session)
        # Swaps and line-ups lock the session too, so none of them can change the round meanwhile.
        lock_unfinished_session(session.pk)
        rows = [Round.objects.filter(pk=round_id), SeatHolder.objects.filter(seating__round=round_)]
        if session.state != Session.State.RUNNING:
            raise ValidationFailed([Problem("not_running", _("Start the session first."))])
        earlier_rounds = round_.section.rounds.filter(number__lt=round_.number, ended_at=None)
        if unfinished_round := earlier_rounds.order_by("number").first():
            raise Conflict(
                [Problem("round_not_over", _ROUND_NOT_OVER, {"round": unfinished_round.number})]
            )
        subject = {"round": round_.number}
        with undoable(actor, AuditAction.BEGIN_ROUND, event, subject, rows, session=session):
            if not Round.objects.filter(pk=round_id, started_at=None).update(
                started_at=timezone.now()
            ):
                raise Conflict([Problem("begun", _ROUND_STARTED)])
            if event.at_two_tables:
                seat_teams([round_])
        rebuild_standings(session.stage_id)  # sit-outs get their awards now


def undo_draw(round_id: int, actor: Actor) -> None:
    """Delete a drawn round; for teams all halves of the match.

    Raises `ValidationFailed` once a table has sent a result.
    """
    with transaction.atomic():
        drawn_rounds = lock_changeable_draw(round_id)
        session, number = drawn_rounds[0].section.session, drawn_rounds[0].number
        require_editable(session.stage.event, AuditAction.UNDO_DRAW)
        for round_ in drawn_rounds:
            round_.delete()
        session.boards.filter(plays=None).delete()
        rebuild_standings(session.stage_id)
        record_audit(
            actor, AuditAction.UNDO_DRAW, session.stage.event, session=session.pk, round=number
        )


def draw_again(round_id: int, actor: Actor) -> Round:
    """Undo a draw and draw the round from the current standings.

    Raises as `undo_draw` and `draw_round` do, and `Conflict` if the round has started. After an
    error the earlier draw is unchanged.
    """
    with transaction.atomic():
        round_ = get_round_with_event(round_id)
        if round_.started_at:
            raise Conflict([Problem("begun", _ROUND_STARTED)])
        undo_draw(round_id, actor)
        return draw_round(round_.section.session_id, actor)


def _unfinished_problems(session: Session, last_rounds: Sequence[Round]) -> Iterator[Problem]:
    """Yield the reasons why the round after `last_rounds` cannot be drawn yet."""
    if not last_rounds:
        return
    if last_rounds[-1].number >= (rounds := session.rounds_to_play):
        yield Problem("all_drawn", _("All %(rounds)s rounds are drawn."), {"rounds": rounds})
    if unfinished_round := next(
        (round_ for round_ in last_rounds if round_.ended_at is None), None
    ):
        yield Problem("round_not_over", _ROUND_NOT_OVER, {"round": unfinished_round.number})
        return
    for number in unsettled_table_numbers(last_rounds):
        template = _("Table %(table)s has no settled result: enter it, or mark it as not played.")
        yield Problem("result_missing", template, {"table": number})
