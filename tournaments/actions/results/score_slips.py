"""Enter score slips at the desk: both sides have signed them, so each gets an entry."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import record_step_without_changes
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.results.entries import plausibility_questions, submit_entry
from tournaments.actions.results.entry_checks import recording_questions
from tournaments.models import AuditAction, Play, Seating
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.results.play_state import is_decided

_BOARD_DECIDED = _("The director has ruled on this board. Correct it on the board’s page.")

# Submitted fields of one board of a slip, and of all boards by the id of the play.
SubmittedRow = Mapping[str, object]
SubmittedRows = Mapping[int, SubmittedRow]


def submit_score_slip(
    seating_id: int, rows: SubmittedRows, actor: Actor, key: str, *, accept_unlikely: bool = True
) -> Answer:
    """Append entries for every board that is filled in on the slip of a table and round.

    Each such board gets an entry of every line of the game. Raises `ValidationFailed` with the
    problems of all rows, and stores nothing then; `line` of a problem is the number of the row on
    the slip, from 1. Raises `Conflict` as `submit_entry` does. With `accept_unlikely=False`, a slip
    without problems raises `ValidationFailed` with an `UnlikelyResult` for each unlikely result.
    """
    with recording_questions(actor, key):
        return idempotent(
            actor,
            key,
            [seating_id, rows],
            lambda: _submit_slip(seating_id, rows, actor, key, accept_unlikely),
        )


def _submit_slip(
    seating_id: int, rows: SubmittedRows, actor: Actor, key: str, accept_unlikely: bool
) -> Answer:
    seating = Seating.objects.select_related("round__section__session__stage__event__club").get(
        pk=seating_id
    )
    event = seating.round.section.session.stage.event
    require_editable(event, AuditAction.TYPE_SLIP)
    plays_by_row = _filled_plays(seating, rows)
    if not plays_by_row:
        raise ValidationFailed([Problem("slip_empty", _("Write at least one result of the slip."))])
    problems, questions = [], []
    for row_number, play in plays_by_row.items():
        if is_decided(play):
            problems.append(Problem("decided", _BOARD_DECIDED, line=row_number))
            continue
        # The question is found before the entries of this row are stored, so that its board is
        # compared with results of the rows above and not with its own result.
        row = rows[play.pk]
        row_questions = [] if accept_unlikely else plausibility_questions(play.pk, row, actor)
        row_problems = _submit_row(play.pk, row, event.game.lines, actor, key)
        problems += [replace(problem, line=row_number) for problem in row_problems]
        questions += [replace(question, line=row_number) for question in row_questions]
    raise_if_any(problems)
    raise_if_any(questions)
    play_ids = [play.pk for play in plays_by_row.values()]
    record_audit(actor, AuditAction.TYPE_SLIP, event, seating=seating.pk, plays=play_ids)
    subject, session = {"plays": play_ids}, seating.round.section.session
    record_step_without_changes(actor, AuditAction.TYPE_SLIP, event, subject, session)
    return {"plays": play_ids}


def _filled_plays(seating: Seating, rows: SubmittedRows) -> dict[int, Play]:
    """Return the plays whose rows are filled in, by the number of the row on the slip."""
    fields = seating.round.section.session.stage.event.game.fields
    return {
        row_number: play
        for row_number, play in enumerate(
            seating.plays.select_related("entry").order_by("board__number"), 1
        )
        if any(
            not field.is_blank_or_default(rows.get(play.pk, {}).get(field.name)) for field in fields
        )
    }


def _submit_row(
    play_id: int, submitted: SubmittedRow, lines: Iterable[str], actor: Actor, key: str
) -> list[Problem]:
    """Append an entry of the row for each line of the game; return the problems of the row.

    All lines have the same problems, so the function returns after the first line with problems.
    """
    try:
        for line in lines:
            submit_entry(play_id, submitted, _actor_for_line_of_game(actor, play_id, line), key)
    except Conflict:
        raise
    except ValidationFailed as error:
        return error.problems
    return []


def _actor_for_line_of_game(actor: Actor, play_id: int, line: str) -> Actor:
    """Return the actor for the entry of a line, with an idempotency scope of play and line.

    All entries of a slip use the slip's idempotency key, and a key can be used once in a scope.
    """
    return replace(
        actor, idempotency_scope=f"{actor.idempotency_scope}:{play_id}:{line}", side=line
    )
