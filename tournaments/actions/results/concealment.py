"""What was said about a board is kept from a member who is to play it: he enters and decides nothing there.

The answer to his entry would tell whether it agrees with what others have said.
"""

from django.db.models import QuerySet

from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.models import Play
from tournaments.queries.visibility.concealed import is_concealed, kept_from

_CONCEALED = _(
    "You have board %(board)s yet to play, or your own result of it is missing: let somebody else see to "
    "this, or have it shown to you at the desk first."
)


def refuse_concealed(play: Play, actor: Actor) -> None:
    """Raises `Refused` to a member from whom the play is concealed, and to whom it was not revealed."""
    if is_concealed(actor.user_id, play):
        raise Refused([Problem("plays_himself", _CONCEALED, {"board": play.board.number})])


def refuse_spoken_of(plays: QuerySet[Play], actor: Actor) -> None:
    """The same of some plays that an act is about together: what was said of them is kept from him."""
    if actor.user_id is None:
        return
    kept = kept_from(actor.user_id, plays.exclude(revision=0))
    boards = (
        Play.objects.filter(pk__in=kept).order_by("board__number").values_list("board__number", flat=True)
    )
    refuse([Problem("plays_himself", _CONCEALED, {"board": number}) for number in boards.distinct()])
