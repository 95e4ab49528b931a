"""Lock and check the session or round that a draw action is about to change."""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.idempotency import Conflict
from tournaments.models import Entry, Round, Session
from tournaments.movements.base.movement import Movement
from tournaments.queries.rounds.draws import last_drawn_rounds


def lock_unfinished_session(session_id: int) -> Session:
    """Lock and return a session that is dealt or running.

    Raises `Conflict` in any other state. The lock is kept until the transaction ends, so a draw
    waits for another draw or a swap to finish.
    """
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    session = sessions.get(pk=session_id)
    if session.state not in (Session.State.DEALT, Session.State.RUNNING):
        template = _("This cannot be done now: the session is %(state)s.")
        raise Conflict([Problem("wrong_state", template, {"state": session.get_state_display()})])
    return session


def require_drawn_movement(session: Session) -> Movement:
    """Return the session's movement; raise `ValidationFailed` if its rounds are planned."""
    movement = session.stage.movement
    if movement is None or movement.is_fixed:
        raise ValidationFailed(
            [Problem("not_drawn", _("This movement’s rounds are fixed, not drawn."))]
        )
    return movement


def get_round_with_event(round_id: int) -> Round:
    """Return the round with its session, event and club loaded."""
    return Round.objects.select_related("section__session__stage__event__club").get(pk=round_id)


def lock_changeable_draw(round_id: int) -> list[Round]:
    """Lock the session, and return the rounds drawn together with this one, by number.

    For teams these are the halves of a match, otherwise only the round itself. Raises
    `ValidationFailed` unless they were drawn last and have no entry.
    """
    round_ = get_round_with_event(round_id)
    session = lock_unfinished_session(round_.section.session_id)
    require_drawn_movement(session)
    drawn_rounds = last_drawn_rounds(session)
    if round_ not in drawn_rounds:
        raise ValidationFailed([Problem("not_last", _("Only the last round can be changed."))])
    if Entry.objects.filter(play__seating__round__in=drawn_rounds).exists():
        template = _("Round %(round)s already has a result: its pairings can no longer be changed.")
        raise ValidationFailed([Problem("has_result", template, {"round": round_.number})])
    return [get_round_with_event(drawn_round.pk) for drawn_round in drawn_rounds]
