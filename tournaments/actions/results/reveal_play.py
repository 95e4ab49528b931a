"""Reveal results of a board to a playing director who still has to play it."""

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
    """Show a play to a playing director in spite of the own-board rule, and record it.

    This is for a conflict that only this director can settle. Nothing is stored if the play is not
    hidden from them.
    """
    event = play.board.session.stage.event
    require_editable(event, AuditAction.REVEAL_PLAY)
    with transaction.atomic():
        if is_hidden_from_playing_director(actor.user_id, play):
            record_audit(
                actor, AuditAction.REVEAL_PLAY, event, play=play.pk, board=play.board.number
            )
            play.reveals.create(at=timezone.now(), **actor.audit_columns())
