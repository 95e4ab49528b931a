"""What both sides of a table said alike after their round: one act instead of one for each."""

from dataclasses import replace

from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.given_reason import given_reason_problems
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.plays import decide_play
from tournaments.models import Board, Entry, Session
from tournaments.queries.late_results import late_and_alike
from tournaments.queries.visibility.concealed import is_concealed

_NO_REASON = _("Give the reason: it is kept with each of these results.")
_NONE = _("No late result waits on which both sides agree.")


def accept_late(session: Session, reason: str, actor: Actor, key: str) -> Answer:
    """Decide that what both sides said alike counts, for every late result of a session; a correction each.

    What the director has yet to play himself is left to somebody else. The same `key` again gets the earlier
    answer, `accepted`: how many. Raises `Refused` without a reason, or where there is none; `Conflict` where
    something was said meanwhile, and then nothing is decided.
    """
    body = ["accept late", session.pk, reason]
    return idempotent(actor, key, body, lambda: _accept(session, reason.strip(), actor, key))


def _accept(session: Session, reason: str, actor: Actor, key: str) -> Answer:
    refuse(given_reason_problems(reason, _NO_REASON))
    # Counting locks boards before plays, and so does this: several plays of a board are decided in one act.
    boards = Board.objects.select_for_update(of=("self",)).filter(session=session)
    list(boards.order_by("session_id", "number"))
    found = [each for each in late_and_alike(session) if not is_concealed(actor.user_id, each[0])]
    if not found:
        raise Refused([Problem("none_late", _NONE)])
    for play, outcome in found:
        decide_play(
            play.pk,
            Entry.Kind.CORRECTION,
            outcome,
            replaces=play.revision,
            reason=reason,
            actor=replace(actor, token=f"{actor.token}:{play.pk}"),
            key=key,
        )
    return {"accepted": len(found)}
