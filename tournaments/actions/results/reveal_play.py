"""Show a director who plays what was entered about a board that they have yet to play."""

from django.db import transaction
from django.utils import timezone

from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.playing_members import (
    is_hidden_from_playing_director,
)


def reveal_play(play: Play, actor: Actor) -> None:
    """Let a director who has a board yet to play see what was said about one play of it.

    For a conflict that only he can settle. Where nothing is concealed from him nothing is written.
    """
    event = play.board.session.stage.event
    require_editable(event, AuditAction.REVEAL_PLAY)
    with transaction.atomic():
        if is_hidden_from_playing_director(actor.user_id, play):
            record_audit(
                actor, AuditAction.REVEAL_PLAY, event, play=play.pk, board=play.board.number
            )
            play.reveals.create(at=timezone.now(), **actor.columns())
