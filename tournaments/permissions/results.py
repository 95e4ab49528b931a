"""Checks of who may enter a result, or decide about one."""

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.models import Entry, Play
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.visibility.playing_members import (
    is_hidden_from_playing_director,
    is_own_play_without_result,
    play_ids_hidden_from,
)

_NOT_YOURS = _("This board is played at another table in that round.")
_PUBLISHED = _("The standings are published: only the director changes a result now.")
_NOT_STARTED = _("Round %(round)s has not started.")
_NO_SIDE = _("There is no side %(side)s.")
_OWN_BOARD = _(
    "You still have to play board %(board)s, or your own result is missing: let somebody "
    "else do this, or have the board shown to you at the desk first."
)

_OWN_PLAY = _(
    "You play board %(board)s yourself at this table and it has no result yet: enter it as a "
    "player, or let "
    "another director decide. Once the session is over you can decide."
)


def check_may_enter(play: Play, actor: Actor) -> None:
    """Check that the actor may enter a result of this play.

    Raises `NotPermitted` for a device of another table, and `ValidationFailed` for a member who
    still has to play the board. While the round is in progress the latter includes the member's own
    play: a result typed at the desk counts as confirmed by both sides, and would open the board to
    them.
    """
    if actor.table_id not in (None, play.seating.table_id):
        raise NotPermitted([Problem("not_yours", _NOT_YOURS)])
    check_own_board_rule(play, actor)
    if play.seating.round.ended_at is None:
        check_own_play_has_result(play, actor)


def check_may_decide(play: Play, kind: Entry.Kind, actor: Actor) -> None:
    """Raise `ValidationFailed` if a director may not decide about this play now.

    The own-board rule applies unless the play has no entries and the decision sets no result. A
    director cannot decide their own play before it has a result, and nobody can set a result in a
    round that has not started.
    """
    is_result = kind in (Entry.Kind.CORRECTION, Entry.Kind.RULING)
    if play.revision or is_result:
        check_own_board_rule(play, actor)
    check_own_play_has_result(play, actor)
    raise_if_any(round_not_started_problems(play) if is_result else [])


def check_side(play: Play, actor: Actor) -> None:
    """Raise `ValidationFailed` unless the side is a line of the game, or blank."""
    if actor.side not in ("", *play.board.session.stage.event.game.lines):
        raise_if_any([Problem("which_side", _NO_SIDE, {"side": actor.side}, "side")])


def published_problems(play: Play) -> list[Problem]:
    """Return a problem if the standings are published: tables can enter nothing then."""
    published = play.board.session.stage.event.published_at
    return [Problem("published", _PUBLISHED)] if published else []


def round_not_started_problems(play: Play) -> list[Problem]:
    """Return a problem if the round of the play has not started."""
    round_ = play.seating.round
    params = {"round": round_.number}
    return [] if round_.started_at else [Problem("round_not_started", _NOT_STARTED, params)]


def check_own_board_rule(play: Play, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor still has to play the board of this play.

    The rule ends for a member to whom the play was revealed.
    """
    if is_hidden_from_playing_director(actor.user_id, play):
        raise ValidationFailed([Problem("plays_himself", _OWN_BOARD, {"board": play.board.number})])


def check_own_play_has_result(play: Play, actor: Actor) -> None:
    """Raise `ValidationFailed` if the play is the member's own and has no result yet."""
    if actor.user_id is not None and is_own_play_without_result(actor.user_id, play):
        raise ValidationFailed([Problem("plays_himself", _OWN_PLAY, {"board": play.board.number})])


def check_own_board_rule_for(plays: QuerySet[Play], actor: Actor) -> None:
    """Apply the own-board rule to those of several plays that have entries."""
    if actor.user_id is None:
        return
    hidden_ids = play_ids_hidden_from(actor.user_id, plays.exclude(revision=0))
    boards = (
        Play.objects.filter(pk__in=hidden_ids)
        .order_by("board__number")
        .values_list("board__number", flat=True)
    )
    raise_if_any(
        [Problem("plays_himself", _OWN_BOARD, {"board": number}) for number in boards.distinct()]
    )
