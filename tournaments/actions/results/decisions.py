"""Append the director's decisions to plays: corrections, rulings, and void boards."""

from collections.abc import Mapping

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.history.undoable import recording_undo_step
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.entries import (
    AUDIT_ACTIONS,
    append_audited_entry,
    load_play,
    parse_play_outcome,
)
from tournaments.actions.results.entry_checks import (
    decision_contradictions,
    recording_refused_decisions,
)
from tournaments.actions.results.objections import answer_objections_as_corrected
from tournaments.models import Entry, Objection, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import check_may_decide
from tournaments.queries.results.play_state import DECISION_KINDS

_RESULT_CHANGED = _("This result has changed since you opened it. Look at it again.")
_NO_DECISION = _("None of your decisions counts here any more. Look at it again.")
REASON_MISSING = _("Enter the reason. It is saved with the result.")


def decide_play(
    play_id: int,
    kind: Entry.Kind,
    submitted: Mapping[str, object],
    *,
    replaces: int,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    """Append a director's decision: a correction, a ruling, or that the board is void.

    `replaces` is the revision of the play that the director has seen. Raises `ValidationFailed` for
    a wrong outcome or a missing reason, and `Conflict` if the play has another revision by now. If
    the cards contradict the outcome, a problem says so; a table would not learn it.
    """
    body = [play_id, kind, dict(submitted), replaces, reason]
    with recording_refused_decisions(actor):
        return idempotent(
            actor,
            key,
            body,
            lambda: _decide_play(play_id, kind, submitted, replaces, reason, actor),
        )


def _decide_play(
    play_id: int,
    kind: Entry.Kind,
    submitted: Mapping[str, object],
    replaces: int,
    reason: str,
    actor: Actor,
) -> Answer:
    play = load_play_for_decision(play_id, replaces, actor, kind)
    outcome, problems = ({}, []) if kind == Entry.Kind.VOID else parse_play_outcome(play, submitted)
    raise_if_any([*problems, *reason_problems(reason.strip(), REASON_MISSING)])
    raise_if_any(decision_contradictions(play, outcome, actor) if outcome else [])
    return append_decision(play, Entry(kind=kind, outcome=outcome, reason=reason.strip()), actor)


def reappend_decision(play_id: int, *, replaces: int, actor: Actor, key: str) -> Answer:
    """Append a copy of the decision that counts, so that it comes after later entries.

    `replaces` is the revision of the play that the director has seen. Raises `ValidationFailed` if
    no decision counts, and `Conflict` if the play has another revision by now.
    """
    body = ["repeat", play_id, replaces]
    return idempotent(actor, key, body, lambda: _reappend(play_id, replaces, actor))


def _reappend(play_id: int, replaces: int, actor: Actor) -> Answer:
    decision = load_play(play_id).entry
    if decision is None or decision.kind not in DECISION_KINDS:
        raise ValidationFailed([Problem("no_decision", _NO_DECISION)])
    kind = Entry.Kind(decision.kind)
    play = load_play_for_decision(play_id, replaces, actor, kind)
    repeated_decision = Entry(
        kind=kind, outcome=decision.outcome, given=decision.given, reason=decision.reason
    )
    return append_decision(play, repeated_decision, actor)


def load_play_for_decision(play_id: int, replaces: int, actor: Actor, kind: Entry.Kind) -> Play:
    """Load a play that the actor may decide about and whose revision is `replaces`.

    Raises what `check_may_decide` does, and `Conflict` if the play has another revision.
    """
    play = load_play(play_id)
    require_editable(play.board.session.stage.event, AUDIT_ACTIONS[kind])
    check_may_decide(play, kind, actor)
    if play.revision != replaces:
        raise Conflict([Problem("stale", _RESULT_CHANGED)])
    return play


def append_decision(play: Play, entry: Entry, actor: Actor) -> Answer:
    """Append a director's decision as one undo step; call inside `idempotent`.

    If the decision changes the result, open objections to the play are answered as corrected.
    """
    session, subject = play.board.session, {"play": play.pk}
    audit_action = AUDIT_ACTIONS[entry.kind]
    result_before = _effective_result(play)
    has_objections = Objection.objects.unanswered().filter(play=play).exists()
    objections = [Objection.objects.filter(play=play)] if has_objections else []
    with recording_undo_step(
        actor,
        audit_action,
        session.stage.event,
        subject,
        objections,
        session=session,
        reason=entry.reason,
    ):
        answer = append_audited_entry(play, entry, actor)
        if has_objections and _effective_result(play) != result_before:
            answer_objections_as_corrected(play, actor)
    return answer


def _effective_result(play: Play) -> tuple[object, ...]:
    """Return the parts of the play's result that are compared to detect a change."""
    entry = play.entry
    return (play.state == Play.State.VOID, *((entry.outcome, entry.given) if entry else ()))
