"""Check whether an actor may enter a result of a play, or decide about it."""

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

_OTHER_TABLE = _("This board is played at another table in that round.")
_STANDINGS_PUBLISHED = _("The standings are published: only the director changes a result now.")
_ROUND_NOT_STARTED = _("Round %(round)s has not started.")
_UNKNOWN_SIDE = _("There is no side %(side)s.")
_BOARD_STILL_TO_PLAY = _(
    "You still have to play board %(board)s, or your own result is missing: let somebody "
    "else do this, or have the board shown to you at the desk first."
)

_OWN_PLAY_WITHOUT_RESULT = _(
    "You play board %(board)s yourself at this table and it has no result yet: enter it as a "
    "player, or let "
    "another director decide. Once the session is over you can decide."
)


def check_may_enter(play: Play, actor: Actor) -> None:
    """Raise an error if the actor may not enter a result of this play.

    Raises `NotPermitted` for a device of another table, and `ValidationFailed` for a member who
    still has to play the board. During the round this applies to the member's own play as well: a
    result typed at the desk counts as confirmed by both sides, so the member would see the results
    of other tables before playing.
    """
    if actor.table_id not in (None, play.seating.table_id):
        raise NotPermitted([Problem("not_yours", _OTHER_TABLE)])
    check_own_board_rule(play, actor)
    if play.seating.round.ended_at is None:
        check_own_play_has_result(play, actor)


def check_may_decide(play: Play, kind: Entry.Kind, actor: Actor) -> None:
    """Raise `ValidationFailed` if a director may not decide about this play now.

    The own-board rule applies if the play has entries, or if the decision sets a result. A director
    cannot decide about their own play before it has a result. Nobody can set a result in a round
    that has not started.
    """
    is_result = kind in (Entry.Kind.CORRECTION, Entry.Kind.RULING)
    if play.revision or is_result:
        check_own_board_rule(play, actor)
    check_own_play_has_result(play, actor)
    raise_if_any(round_not_started_problems(play) if is_result else [])


def check_side(play: Play, actor: Actor) -> None:
    """Raise `ValidationFailed` unless the actor's side is empty or a line of the game."""
    if actor.side not in ("", *play.board.session.stage.event.game.lines):
        raise_if_any([Problem("which_side", _UNKNOWN_SIDE, {"side": actor.side}, "side")])


def published_problems(play: Play) -> list[Problem]:
    """Return a problem if the standings are published, as tables cannot enter results then."""
    published = play.board.session.stage.event.published_at
    return [Problem("published", _STANDINGS_PUBLISHED)] if published else []


def round_not_started_problems(play: Play) -> list[Problem]:
    """Return a problem if the round of the play has not started."""
    round_ = play.seating.round
    params = {"round": round_.number}
    return [] if round_.started_at else [Problem("round_not_started", _ROUND_NOT_STARTED, params)]


def check_own_board_rule(play: Play, actor: Actor) -> None:
    """Raise `ValidationFailed` if the own-board rule hides the play from the actor.

    It does if the actor still has to play the board, unless the play was revealed to them.
    """
    if is_hidden_from_playing_director(actor.user_id, play):
        raise ValidationFailed(
            [Problem("plays_himself", _BOARD_STILL_TO_PLAY, {"board": play.board.number})]
        )


def check_own_play_has_result(play: Play, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor plays at this table and the play has no result."""
    if actor.user_id is not None and is_own_play_without_result(actor.user_id, play):
        raise ValidationFailed(
            [Problem("plays_himself", _OWN_PLAY_WITHOUT_RESULT, {"board": play.board.number})]
        )


def check_own_board_rule_for(plays: QuerySet[Play], actor: Actor) -> None:
    """Raise `ValidationFailed` if the own-board rule hides one of the plays from the actor.

    Plays without entries are not checked, because there is nothing to hide.
    """
    if actor.user_id is None:
        return
    hidden_ids = play_ids_hidden_from(actor.user_id, plays.exclude(revision=0))
    boards = (
        Play.objects.filter(pk__in=hidden_ids)
        .order_by("board__number")
        .values_list("board__number", flat=True)
    )
    raise_if_any(
        [
            Problem("plays_himself", _BOARD_STILL_TO_PLAY, {"board": number})
            for number in boards.distinct()
        ]
    )
