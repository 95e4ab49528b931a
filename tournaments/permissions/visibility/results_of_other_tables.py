"""What a table may see of results: its own, and others' once its own is settled."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Contestant, Event, Play, Player, Seating
from tournaments.models.results import PlayQuerySet
from tournaments.permissions.visibility.devices import DeviceAccess, read_device_access
from tournaments.permissions.visibility.results_shown import is_board_hidden, own_results_only_until
from tournaments.permissions.visibility.sealed_boards import is_sealed, keeps_board_sealed

_SETTLED = (Play.State.CONFIRMED, Play.State.RULED, Play.State.VOID)


def table_may_see_other_results(seating: Seating | None, play: Play) -> bool:
    """Return whether a table may see the results of other tables on a board.

    Everybody may once the board is not sealed; before, a table at which everybody who sits now has
    a settled result. Nobody may while the event shows only own results.
    """
    if own_results_only_until(play):
        return False
    return not is_sealed(play.board) or _all_settled(seating, play)


def table_may_see_own_result(seating: Seating | None, play: Play) -> bool:
    """Return whether a table may see its own result on a board.

    The contestants at the table now may be others than those who played it.
    """
    return (seating is not None and play.seating_id == seating.pk) or table_may_see_other_results(
        seating, play
    )


def device_may_see_other_results(access: DeviceAccess, seating: Seating | None, play: Play) -> bool:
    """Return whether a device may see the results of other tables on a board.

    For a sealed board it must be linked at the table, and everybody who sits there or to whom it is
    linked must have a settled result.
    """
    if own_results_only_until(play):
        return False
    if not is_sealed(play.board):
        return True
    is_linked = access.is_linked_at(seating) and not _has_unsettled_play(access.contestants, play)
    return is_linked and _all_settled(seating, play)


def device_may_see_own_result(access: DeviceAccess, seating: Seating | None, play: Play) -> bool:
    """Return whether a device may see every entry of a play at its table."""
    if seating is not None and play.seating_id == seating.pk:
        return access.is_linked_at(seating) or not is_board_hidden(play.board)
    return device_may_see_other_results(access, seating, play)


class ScorecardPlays(NamedTuple):
    """Ids of plays of which a contestant's linked device shows more on the scorecard.

    `with_entry`: what the device itself entered; `with_award`: the result and its award.
    """

    with_entry: frozenset[int]
    with_award: frozenset[int]


def plays_shown_on_scorecard(
    device: str, contestant: Contestant, plays: Collection[Play]
) -> ScorecardPlays:
    """Return of which plays a linked device may show entries and awards on the scorecard.

    Its own entry stays visible after the round, as on a paper scorecard, unless results are shown
    after the session. The award is shown where the page of the contestant's present table shows it.
    Nothing is shown of a team, half of which may still have to play the board.
    """
    if not device or contestant.event.at_two_tables:
        return ScorecardPlays(frozenset(), frozenset())
    access = {
        session: read_device_access(device, session)
        for session in {play.board.session for play in plays}
    }
    linked_plays = [
        play for play in plays if access[play.board.session].is_linked_to(contestant.pk)
    ]
    seating = _seating_in_progress(contestant) if linked_plays else None
    with_entry = (
        play.pk
        for play in linked_plays
        if own_results_only_until(play) != Event.ResultsShown.SESSION
        or (seating is not None and play.seating_id == seating.pk)
    )
    with_award = (
        play.pk
        for play in linked_plays
        if play.state in _SETTLED
        and device_may_see_other_results(access[play.board.session], seating, play)
    )
    return ScorecardPlays(frozenset(with_entry), frozenset(with_award))


def _seating_in_progress(contestant: Contestant) -> Seating | None:
    """Return the seating of a contestant in the round in progress, or None."""
    seatings = Seating.objects.filter(places__contestant=contestant, round__ended_at=None)
    started = seatings.exclude(round__started_at=None).select_related(
        "round__section__session__stage__event"
    )
    return started.prefetch_related("places").first()


def _has_unsettled_play(contestants: Collection[int], play: Play) -> bool:
    """Return whether one of these contestants has no settled result on the board."""
    plays = Play.objects.filter(board=play.board_id, seating__places__contestant__in=contestants)
    return plays.exclude(state__in=_SETTLED).exists()


def table_may_see_hands_again(seating: Seating, play: Play) -> bool:
    """Return whether a table may see the hands of a board it played, to prepare it again.

    Nobody at the table may have the board still to play, and its result must be confirmed by more
    than one phone.
    """
    return not keeps_board_sealed(play) and _all_settled(seating, play)


def _all_settled(seating: Seating | None, play: Play) -> bool:
    """Return whether everybody who sits here has a settled result on the board.

    False if nobody sits here. A team needs settled results at both its tables, since one table's
    result would help the other, and a substitute also where they play themselves.
    """
    contestant_ids = {place.contestant_id for place in seating.places.all()} if seating else set()
    board_plays = Play.objects.filter(board=play.board)
    plays = board_plays.filter(seating__places__contestant__in=contestant_ids)
    settled = plays.filter(state__in=_SETTLED).values_list("seating__places__contestant", flat=True)
    if seating is None or not contestant_ids <= set(settled):
        return False
    of_those_seated = Q(seating__places__contestant__in=contestant_ids) | Q(
        pk__in=_played_by_those_seated(seating, board_plays).values("pk")
    )
    return (
        bool(contestant_ids)
        and not board_plays.exclude(state__in=_SETTLED).filter(of_those_seated).exists()
    )


def is_board_due_at(seating: Seating | None, number: int) -> bool:
    """Return whether somebody who sits here still has to play a board, here or elsewhere."""
    if seating is None:
        return False
    contestant_ids = [place.contestant_id for place in seating.places.all()]
    due = Play.objects.without_entry().filter(
        board__session=seating.round.section.session_id, board__number=number
    )
    of_those_seated = Q(seating__places__contestant__in=contestant_ids) | Q(
        pk__in=_played_by_those_seated(seating, due).values("pk")
    )
    return due.filter(of_those_seated).exists()


def _played_by_those_seated(seating: Seating, plays: PlayQuerySet) -> PlayQuerySet:
    """Return those plays that somebody who sits here plays, if only from some board on."""
    sits = Q(places__seating=seating) | Q(substitutions__place__seating=seating)
    return plays.played_by(Player.objects.filter(sits).values("pk"))
