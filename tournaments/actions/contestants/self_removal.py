"""Forbid directors who play to remove themselves while boards are hidden from them.

A director could otherwise remove themselves, look at the boards, and be added again.
"""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import Contestant
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.playing_members import (
    has_boards_to_play,
    player_ids_of_user,
)

_REMOVES_SELF = _(
    "You play here yourself and still have boards to play, which are hidden from you: ask "
    "another director to take you out."
)


def forbid_self_removal(contestant: Contestant, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor plays in this contestant and has boards to play."""
    if actor.user_id is None:
        return
    if contestant.players.filter(pk__in=player_ids_of_user(actor.user_id)).exists():
        _check_no_boards_to_play(contestant, actor.user_id)


def forbid_substitute_self_removal(contestant: Contestant, player_id: int, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor is this substitute and has boards to play.

    `player_id` is the player who is replaced. Boards stay hidden from the contestant's regular
    players even if a substitute plays for them, so replacing these is allowed.
    """
    if actor.user_id is None or contestant.players.filter(pk=player_id).exists():
        return
    if player_id in player_ids_of_user(actor.user_id):
        _check_no_boards_to_play(contestant, actor.user_id)


def _check_no_boards_to_play(contestant: Contestant, user_id: int) -> None:
    if has_boards_to_play(user_id, contestant.event.club_id):
        raise ValidationFailed([Problem("plays_himself", _REMOVES_SELF)])
