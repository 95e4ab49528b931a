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
_WILL_NOT_BE_PLAYED = ngettext_noop(
    "Round %(rounds)s will not be played: its results (%(number)s) count for nobody.",
    "Rounds %(rounds)s will not be played: their results (%(number)s) count for nobody.",
)


class EarlyEnd(NamedTuple):
    """The last round that was played, out of `round_count` rounds.

    `ended_during_round` says whether that round was still in progress. `unplayed_round_ids` are the
    later rounds that were planned, or had started but were still without a result.
    """

    round_number: int
    round_count: int
    ended_during_round: bool
    unplayed_round_ids: frozenset[int]

    @property
    def text(self) -> Text:
        """A sentence that says in or after which round play ended."""
        template = _ENDED_IN_ROUND if self.ended_during_round else _ENDED_AFTER_ROUND
        return Text(template, {"round": self.round_number, "rounds": self.round_count})


def early_end(session: Session | None) -> EarlyEnd | None:
    """Return where play ended if the session was finished early, otherwise None.

    Rounds that were not reached are recognised by `ended_at`: `finish_session` sets it to the
    moment of the finish for the round in progress and for all later planned rounds. (It deletes
    drawn rounds that have not started.) Read-only events give None.
    """
    if session is None or not session.is_over or session.stage.event.read_only:
        return None
    rounds = Round.objects.filter(section__session=session)
    has_result = Exists(
        Play.objects.filter(seating__round=OuterRef("pk")).exclude(state=Play.State.DUE)
    )
    unplayed = rounds.filter(~has_result, ended_at=session.finished_at)
    unplayed_round_ids = frozenset(unplayed.values_list("pk", flat=True))
    last_played = rounds.exclude(pk__in=unplayed_round_ids).order_by("number", "ended_at").last()
    planned_round_count = session.rounds_to_play
    if last_played is None or (
        last_played.number >= planned_round_count and not plays_left_at_finish(session).exists()
    ):
        return None
    return EarlyEnd(
        last_played.number,
        max(planned_round_count, last_played.number),
        last_played.ended_at == session.finished_at,
        unplayed_round_ids,
    )


def plays_left_at_finish(
    session: Session, pending_play_ids: Collection[int] = ()
) -> QuerySet[Play]:
    """Return the plays that were left when the session was finished early.

    Plays in `pending_play_ids` are left out: their result came late and awaits a decision.
    """
    plays = Play.objects.filter(board__session=session).unplayed_at_finish()
    return plays.exclude(pk__in=pending_play_ids)


def not_played_text(count: int) -> PluralText:
    """Return how many results are left out because the evening ended early."""
    return plural_text(_NOT_PLAYED, count, {"number": count})


def _upcoming_plays(session: Session) -> QuerySet[Play]:
    """Return the plays without an entry of rounds that have not started."""
    plays = Play.objects.filter(board__session=session, seating__round__started_at=None)
    return plays.filter(state=Play.State.DUE)


def count_upcoming_plays(session: Session) -> int:
    """Count the plays without an entry of rounds that have not started."""
    return _upcoming_plays(session).count()


def upcoming_rounds_text(session: Session) -> PluralText | None:
    """Return which rounds are not played if the evening ends now; None if all have started."""
    plays = _upcoming_plays(session)
    round_numbers = sorted(set(plays.values_list("seating__round__number", flat=True)))
    if not round_numbers:
        return None
    rounds = ", ".join(map(str, round_numbers))
    params = {"rounds": rounds, "number": plays.count()}
    return plural_text(_WILL_NOT_BE_PLAYED, len(round_numbers), params)
