"""Find out whether a session was finished before all of its rounds were played."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from games.text import PluralText, Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from tournaments.models import Play, Round, Session

_ENDED_IN_ROUND = _("The evening ended in round %(round)s of %(rounds)s.")
_ENDED_AFTER_ROUND = _("The evening ended after round %(round)s of %(rounds)s.")
_NOT_PLAYED = ngettext_noop(
    "%(number)s result will not come: the evening ended early.",
    "%(number)s results will not come: the evening ended early.",
)


class EarlyEnd(NamedTuple):
    """The last round that was played, out of `rounds` rounds.

    `is_in_round` is whether that round was still in progress. `unplayed_rounds` are the ids of the
    later rounds: planned, or started and still without a result.
    """

    round: int
    rounds: int
    ended_during_round: bool
    unplayed_round_ids: frozenset[int]

    @property
    def text(self) -> Text:
        """A sentence that says in or after which round play ended."""
        template = _ENDED_IN_ROUND if self.ended_during_round else _ENDED_AFTER_ROUND
        return Text(template, {"round": self.round, "rounds": self.rounds})


def early_end(session: Session | None) -> EarlyEnd | None:
    """Return where play ended if the session was finished early, otherwise None.

    Finishing ends the round in progress and the planned rounds to come at the same moment, and
    deletes drawn ones; see `finish_session`.
    """
    if session is None or not session.is_over or session.stage.event.read_only:
        return None
    rounds = Round.objects.filter(section__session=session)
    has_entry = Exists(
        Play.objects.filter(seating__round=OuterRef("pk")).exclude(state=Play.State.DUE)
    )
    unplayed = rounds.filter(~has_entry, ended_at=session.finished_at)
    unplayed_round_ids = frozenset(unplayed.values_list("pk", flat=True))
    last = rounds.exclude(pk__in=unplayed_round_ids).order_by("number", "ended_at").last()
    planned_rounds = session.rounds_to_play
    if last is None or (last.number >= planned_rounds and not unplayed_plays(session).exists()):
        return None
    return EarlyEnd(
        last.number,
        max(planned_rounds, last.number),
        last.ended_at == session.finished_at,
        unplayed_round_ids,
    )


def unplayed_plays(session: Session, pending: Collection[int] = ()) -> QuerySet[Play]:
    """Return the plays that were left when the session was finished early.

    Plays in `pending` (ids) wait for a decision: their result came late.
    """
    plays = Play.objects.filter(board__session=session).unplayed_at_finish()
    return plays.exclude(pk__in=pending)


def not_played_text(number: int) -> PluralText:
    """Return how many results are left out because the evening ended early."""
    return plural_text(_NOT_PLAYED, number, {"number": number})
