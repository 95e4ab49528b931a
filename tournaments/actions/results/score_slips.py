"""A score slip typed at the desk: both sides have signed it, so it speaks for each of them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.results.entries import plausibility_questions, submit_entry
from tournaments.actions.results.entry_checks import record_questions
from tournaments.models import AuditAction, Play, Seating
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.results.play_state import is_decided

_DECIDED = _("The director has ruled on this board. Correct it on the board’s page.")

SubmittedRow = Mapping[str, object]
SubmittedRows = Mapping[int, SubmittedRow]
"""What is written about each play of a slip."""


def submit_score_slip(
    seating_id: int, rows: SubmittedRows, actor: Actor, key: str, *, accept_unlikely: bool = True
) -> Answer:
    """Store the slip of a table and round: on each play that `rows` speaks of, an entry of each
    line.

    The same `key` again gets the earlier answer. Raises `ValidationFailed` with every problem of
    every row, whose `line` counts the slip's boards from 1, and then nothing is stored; `Conflict`
    as `submit_entry` does. Without `accept_unlikely` the problems of a slip that is possible are the questions
    about its unlikely results.
    """
    with record_questions(actor, key):
        return idempotent(
            actor,
            key,
            [seating_id, rows],
            lambda: _type(seating_id, rows, actor, key, accept_unlikely),
        )


def _type(
    seating_id: int, rows: SubmittedRows, actor: Actor, key: str, accept_unlikely: bool
) -> Answer:
    seating = Seating.objects.select_related("round__section__session__stage__event__club").get(
        pk=seating_id
    )
    event = seating.round.section.session.stage.event
    require_editable(event, AuditAction.TYPE_SLIP)
    written = _written(seating, rows)
    if not written:
        raise ValidationFailed([Problem("slip_empty", _("Write at least one result of the slip."))])
    problems, doubts = [], []
    for line, play in written.items():
        if is_decided(play):
            problems.append(Problem("decided", _DECIDED, line=line))
            continue
        # Before its entries: each board is looked at with those above it on the slip.
        asked = [] if accept_unlikely else plausibility_questions(play.pk, rows[play.pk], actor)
        wrong = _type_row(play.pk, rows[play.pk], event.game.lines, actor, key)
        problems += [replace(problem, line=line) for problem in wrong]
        doubts += [replace(problem, line=line) for problem in asked]
    raise_if_any(problems)
    raise_if_any(doubts)
    plays = [play.pk for play in written.values()]
    record_audit(actor, AuditAction.TYPE_SLIP, event, seating=seating.pk, plays=plays)
    return {"plays": plays}


def _written(seating: Seating, rows: SubmittedRows) -> dict[int, Play]:
    """The plays about which something is written, by their place on the slip."""
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


def _type_row(
    play_id: int, submitted: SubmittedRow, lines: Iterable[str], actor: Actor, key: str
) -> list[Problem]:
    """One entry a line; what is wrong with the row, the same for each of them."""
    try:
        for line in lines:
            submit_entry(play_id, submitted, _for_line(actor, play_id, line), key)
    except Conflict:
        raise
    except ValidationFailed as refused:
        return refused.problems
    return []


def _for_line(actor: Actor, play_id: int, line: str) -> Actor:
    """The typist speaking for a line; his token keeps the slip's key apart for each play and
    line."""
    return replace(
        actor, idempotency_scope=f"{actor.idempotency_scope}:{play_id}:{line}", side=line
    )
