"""The own-board rule for directors who play, and plays that they reveal."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Play, Verb
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.own_board_rule import (
    is_concealed,
    is_own_and_due,
    kept_from,
)

_CONCEALED = _(
    "You have board %(board)s yet to play, or your own result of it is missing: let somebody else "
    "see to "
    "this, or have it shown to you at the desk first."
)

_OWN_AND_DUE = _(
    "You play board %(board)s yourself at this table and it has no result yet: enter it as a "
    "player, or let "
    "another director decide. Once the session is over you can decide."
)


def refuse_concealed(play: Play, actor: Actor) -> None:
    """Raises `Refused` to a member from whom the play is concealed, and to whom it was not
    revealed."""
    if is_concealed(actor.user_id, play):
        raise Refused([Problem("plays_himself", _CONCEALED, {"board": play.board.number})])


def refuse_own_and_due(play: Play, actor: Actor) -> None:
    """Raise `Refused` to a member who would decide about a play of their own before it has a
    result."""
    if actor.user_id is not None and is_own_and_due(actor.user_id, play):
        raise Refused([Problem("plays_himself", _OWN_AND_DUE, {"board": play.board.number})])


def refuse_spoken_of(plays: QuerySet[Play], actor: Actor) -> None:
    """The same of some plays that an act is about together: what was said of them is kept from
    him."""
    if actor.user_id is None:
        return
    kept = kept_from(actor.user_id, plays.exclude(revision=0))
    boards = (
        Play.objects.filter(pk__in=kept)
        .order_by("board__number")
        .values_list("board__number", flat=True)
    )
    refuse(
        [Problem("plays_himself", _CONCEALED, {"board": number}) for number in boards.distinct()]
    )


def reveal_play(play: Play, actor: Actor) -> None:
    """Let a director who has a board yet to play see what was said about one play of it.

    For a conflict that only he can settle. Where nothing is concealed from him nothing is written.
    """
    event = play.board.session.stage.event
    require_editable(event, Verb.REVEAL_PLAY)
    with transaction.atomic():
        if is_concealed(actor.user_id, play):
            record(actor, Verb.REVEAL_PLAY, event, play=play.pk, board=play.board.number)
            play.reveals.create(at=timezone.now(), **actor.columns())
