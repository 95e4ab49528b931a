"""Accept late results on which both sides of a table agree, many in one action."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entry_checks import recording_refused_decisions
from tournaments.models import Board, Entry, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.playing_members import is_hidden_from_playing_director
from tournaments.queries.desk.late_results import LateResult, LateResultFilter, agreed_late_results

_REASON_MISSING = _("Enter the reason. It is saved with each of these results.")
_NO_LATE_RESULT = _("There is no late result on which both sides agree.")
_CANNOT_ACCEPT = _("Board %(board)s, table %(table)s: %(why)s")


def accept_late_results(
    session: Session,
    sections: QuerySet[Section],
    late_filter: LateResultFilter,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    """Append a correction to every play with a late result on which both sides agree.

    Only plays of `sections` that match the filter are corrected. Left out are those that the
    director may not see, because they play in the event themselves. The answer has the number of
    `accepted` results.

    Raises `ValidationFailed`, and stores nothing, if the reason is blank, if there is no such
    result, or if any board cannot be decided; every such board is reported.
    """
    section_ids = sorted(sections.filter(session=session).values_list("pk", flat=True))
    request_identity = ["accept late", session.pk, section_ids, late_filter, reason]
    accept_results = partial(
        _accept_late_results, session, sections, late_filter, reason.strip(), actor, key
    )
    with recording_refused_decisions(actor):
        return idempotent(actor, key, request_identity, accept_results)


def _accept_late_results(
    session: Session,
    sections: QuerySet[Section],
    late_filter: LateResultFilter,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    raise_if_any(reason_problems(reason, _REASON_MISSING))
    # Scoring locks boards before plays. Here several plays of a board are decided in one
    # transaction, so the boards are locked first as well.
    boards = Board.objects.select_for_update(of=("self",)).filter(session=session)
    list(boards.order_by("session_id", "number"))
    late_results = [
        late_result
        for late_result in agreed_late_results(session, sections, late_filter)
        if not is_hidden_from_playing_director(actor.user_id, late_result.play)
    ]
    if not late_results:
        raise ValidationFailed([Problem("none_late", _NO_LATE_RESULT)])
    raise_if_any(
        [
            problem
            for late_result in late_results
            for problem in _correct_or_yield_problems(late_result, reason, actor, key)
        ]
    )
    return {"accepted": len(late_results)}


def _correct_or_yield_problems(
    late_result: LateResult, reason: str, actor: Actor, key: str
) -> Iterator[Problem]:
    """Correct the play of one late result; if refused, yield problems with its board."""
    try:
        decide_play(
            late_result.play.pk,
            Entry.Kind.CORRECTION,
            late_result.outcome,
            replaces=late_result.play.revision,
            reason=reason,
            actor=replace(
                actor, idempotency_scope=f"{actor.idempotency_scope}:{late_result.play.pk}"
            ),
            key=key,
        )
    except ValidationFailed as error:
        params = {
            "board": late_result.play.board.number,
            "table": late_result.play.seating.table.label,
        }
        for problem in error.problems:
            cause = Text(problem.template, problem.params)
            yield replace(problem, template=_CANNOT_ACCEPT, params={**params, "why": cause})
