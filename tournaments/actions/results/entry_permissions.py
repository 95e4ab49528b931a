"""Who may say something of a play: its own table for a side, or a member who need not play it."""

from games.problems import Problem, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor, NotYours
from tournaments.actions.results.own_board_rule import refuse_concealed, refuse_own_and_due
from tournaments.models import Entry, Play

_NOT_YOURS = _("In that round this board is another table's.")
_PUBLISHED = _("The standings are published: only the director changes a result now.")
_NOT_STARTED = _("Round %(round)s has not started.")
_NO_SIDE = _("There is no side %(side)s.")


def refuse_others(play: Play, actor: Actor) -> None:
    """Raise `NotYours` to another table, `Refused` to a member who has the board yet to play.

    While the round is played that includes their own play: a result typed at the desk counts as
    signed by both sides, and would open the board to them.
    """
    if actor.table_id not in (None, play.seating.table_id):
        raise NotYours([Problem("not_yours", _NOT_YOURS)])
    refuse_concealed(play, actor)
    if play.seating.round.ended_at is None:
        refuse_own_and_due(play, actor)


def refuse_decision(play: Play, kind: Entry.Kind, actor: Actor) -> None:
    """Raise `Refused` to a director who may not decide about a play now.

    To a member from whom it is concealed, unless nothing was entered and none of it is a result;
    about an own play that is due; and to everybody for a result in a round that has not begun.
    """
    is_result = kind in (Entry.Kind.CORRECTION, Entry.Kind.RULING)
    if play.revision or is_result:
        refuse_concealed(play, actor)
    refuse_own_and_due(play, actor)
    refuse(not_started_problems(play) if is_result else [])


def refuse_no_side(play: Play, actor: Actor) -> None:
    """Raises `Refused` where the actor speaks for a side that there is not; a member may speak
    for none."""
    if actor.side not in ("", *play.board.session.stage.event.game.lines):
        refuse([Problem("which_side", _NO_SIDE, {"side": actor.side}, "side")])


def published_problems(play: Play) -> list[Problem]:
    """What is wrong with a word of a table once the standings are published."""
    published = play.board.session.stage.event.published_at
    return [Problem("published", _PUBLISHED)] if published else []


def not_started_problems(play: Play) -> list[Problem]:
    """Return what is wrong with a result in a round that has not begun."""
    round_ = play.seating.round
    params = {"round": round_.number}
    return [] if round_.started_at else [Problem("round_not_started", _NOT_STARTED, params)]
