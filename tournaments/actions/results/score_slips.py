"""Enter score slips at the desk; both sides have signed them, so they count for each."""

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

# The submitted fields of each play of a slip, by the play's id.
SubmittedRow = Mapping[str, object]
SubmittedRows = Mapping[int, SubmittedRow]


def submit_score_slip(
    seating_id: int, rows: SubmittedRows, actor: Actor, key: str, *, accept_unlikely: bool = True
) -> Answer:
    """Append an entry of each line for every play of a table and round that is filled in.

    Raises `ValidationFailed` with every problem of every row, whose `line` counts the boards of the
    slip from 1; nothing is stored then. Raises `Conflict` as `submit_entry` does. With
    `accept_unlikely=False` the unlikely results of a slip without problems raise `ValidationFailed`
    with an `UnlikelyResult` each.
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
    for line, play in plays_by_row.items():
        if is_decided(play):
            problems.append(Problem("decided", _BOARD_DECIDED, line=line))
            continue
        # Before the entries of this row, so that a board is compared with those above it alone.
        row = rows[play.pk]
        row_questions = [] if accept_unlikely else plausibility_questions(play.pk, row, actor)
        row_problems = _submit_row(play.pk, row, event.game.lines, actor, key)
        problems += [replace(problem, line=line) for problem in row_problems]
        questions += [replace(question, line=line) for question in row_questions]
    raise_if_any(problems)
    raise_if_any(questions)
    play_ids = [play.pk for play in plays_by_row.values()]
    record_audit(actor, AuditAction.TYPE_SLIP, event, seating=seating.pk, plays=play_ids)
    subject, session = {"plays": play_ids}, seating.round.section.session
    record_step_without_changes(actor, AuditAction.TYPE_SLIP, event, subject, session)
    return {"plays": play_ids}


def _filled_plays(seating: Seating, rows: SubmittedRows) -> dict[int, Play]:
    """Return the plays whose rows are filled in, by their line on the slip."""
    fields = seating.round.section.session.stage.event.game.fields
    return {
        line: play
        for line, play in enumerate(
            seating.plays.select_related("entry").order_by("board__number"), 1
        )
        if any(
            not field.is_blank_or_default(rows.get(play.pk, {}).get(field.name)) for field in fields
        )
    }


def _submit_row(
    play_id: int, submitted: SubmittedRow, lines: Iterable[str], actor: Actor, key: str
) -> list[Problem]:
    """Append one entry per line of the game; return the problems of the row.

    They are the same for each line, so the first line that has any ends the row.
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
    """Return the actor entering for a line, with an idempotency scope per play and line.

    All entries of a slip have the slip's key, which must be unique within a scope.
    """
    return replace(
        actor, idempotency_scope=f"{actor.idempotency_scope}:{play_id}:{line}", side=line
    )
