"""What both sides of a table said alike after their round: one act instead of one for each."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.entries import decide_play
from tournaments.actions.results.entry_checks import record_refused_decisions
from tournaments.models import Board, Entry, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.playing_members import is_hidden_from_playing_director
from tournaments.queries.desk.results_after_their_round import LateResult, WhichLate, late_and_alike

_NO_REASON = _("Enter the reason. It is saved with each of these results.")
_NONE = _("There is no late result on which both sides agree.")
_UNDECIDED = _("Board %(board)s, table %(table)s: %(why)s")


def accept_late_results(
    session: Session,
    sections: QuerySet[Section],
    which: WhichLate,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    """Decide that what both sides said alike counts, for every such late result there; a correction
    each.

    What the director has yet to play himself is left to somebody else. The same `key` again gets
    the earlier answer, `accepted`: how many. Raises `ValidationFailed` without a reason, where
    there is none, or with every board that cannot be decided and why, and then nothing is.
    """
    here = sorted(sections.filter(session=session).values_list("pk", flat=True))
    body = ["accept late", session.pk, here, which, reason]
    act = partial(_accept, session, sections, which, reason.strip(), actor, key)
    with record_refused_decisions(actor):
        return idempotent(actor, key, body, act)


def _accept(
    session: Session,
    sections: QuerySet[Section],
    which: WhichLate,
    reason: str,
    actor: Actor,
    key: str,
) -> Answer:
    raise_if_any(reason_problems(reason, _NO_REASON))
    # Counting locks boards before plays, and so does this: several plays of a board are decided in
    # one act.
    boards = Board.objects.select_for_update(of=("self",)).filter(session=session)
    list(boards.order_by("session_id", "number"))
    late_here = late_and_alike(session, sections, which)
    found = [
        late for late in late_here if not is_hidden_from_playing_director(actor.user_id, late.play)
    ]
    if not found:
        raise ValidationFailed([Problem("none_late", _NONE)])
    raise_if_any(
        [problem for late in found for problem in _problems_deciding(late, reason, actor, key)]
    )
    return {"accepted": len(found)}


def _problems_deciding(late: LateResult, reason: str, actor: Actor, key: str) -> Iterator[Problem]:
    """Decide one; why that is refused, by its board and table."""
    try:
        decide_play(
            late.play.pk,
            Entry.Kind.CORRECTION,
            late.outcome,
            replaces=late.play.revision,
            reason=reason,
            actor=replace(actor, idempotency_scope=f"{actor.idempotency_scope}:{late.play.pk}"),
            key=key,
        )
    except ValidationFailed as refused:
        where = {"board": late.play.board.number, "table": late.play.seating.table.label}
        for each in refused.problems:
            why = Text(each.template, each.params)
            yield replace(each, template=_UNDECIDED, params={**where, "why": why})
