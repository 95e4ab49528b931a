"""Void upcoming plays in which, after a correction, somebody would play a board again."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext

from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Play, SeatHolder, Session

_ALREADY_PLAYED = _("One side has already played this board at another table.")


def void_repeated_plays(
    session: Session, contestant_ids: Collection[int], correction: CorrectionRequest
) -> list[int]:
    """Void upcoming plays of boards that one of the contestants has already played.

    Returns the primary keys of these plays. They had no entries. The decisions belong to the
    correction, so undoing it undoes them too.
    """
    plays = list(_repeated_plays(session, contestant_ids))
    reason = gettext(_ALREADY_PLAYED)
    for play in plays:
        key = f"{correction.key} twice {play.pk}"
        decide_play(
            play.pk, Entry.Kind.VOID, {}, replaces=0, reason=reason, actor=correction.actor, key=key
        )
    return [play.pk for play in plays]


def _repeated_plays(session: Session, contestant_ids: Collection[int]) -> Collection[Play]:
    """Return plays of upcoming rounds whose board one of the contestants has played before."""
    in_seating = SeatHolder.objects.filter(
        seating=OuterRef("seating"), contestant__in=contestant_ids
    )
    played_before = Play.objects.filter(
        board=OuterRef("board"),
        seating__round__started_at__isnull=False,
        seating__places__contestant__in=contestant_ids,
        seating__places__contestant__places__seating=OuterRef("seating"),
    ).exclude(pk=OuterRef("pk"))
    upcoming = Play.objects.without_entry().filter(
        board__session=session, seating__round__started_at=None, revision=0
    )
    return upcoming.filter(Exists(in_seating), Exists(played_before)).order_by(
        "board__number", "pk"
    )
