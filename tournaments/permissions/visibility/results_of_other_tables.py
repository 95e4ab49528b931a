"""Which results a table and its devices may see: their own, and later those of others."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Contestant, Event, Play, Player, Seating
from tournaments.models.results import PlayQuerySet
from tournaments.permissions.visibility.devices import DeviceAccess, read_device_access
from tournaments.permissions.visibility.results_shown import is_board_hidden, own_results_only_until
from tournaments.permissions.visibility.sealed_boards import is_sealed, keeps_board_sealed

_SETTLED_STATES = (Play.State.CONFIRMED, Play.State.RULED, Play.State.VOID)


def table_may_see_other_results(seating: Seating | None, play: Play) -> bool:
    """Return whether a table may see the results of other tables on a board.

    No table may while the event shows only own results. Once the board is not sealed, every table
    may. Before that, a table may if everybody who sits there now has a settled result.
    """
    if own_results_only_until(play):
        return False
    return not is_sealed(play.board) or _have_all_settled_results(seating, play)


def table_may_see_own_result(seating: Seating | None, play: Play) -> bool:
    """Return whether a table may see its result on a board.

    If the result was made in an earlier round, other contestants may sit at the table now, so the
    rule for results of other tables applies.
    """
    return (seating is not None and play.seating_id == seating.pk) or table_may_see_other_results(
        seating, play
    )


def device_may_see_other_results(
    access_by_session: DeviceAccess, seating: Seating | None, play: Play
) -> bool:
    """Return whether a device may see the results of other tables on a board.

    For a sealed board the device must be linked to the table or somebody who sits there. Everybody
    who sits there, and every contestant to whom the device is linked, must have a settled result.
    """
    if own_results_only_until(play):
        return False
    if not is_sealed(play.board):
        return True
    is_linked = access_by_session.is_linked_at(seating) and not _has_unsettled_play(
        access_by_session.contestants, play
    )
    return is_linked and _have_all_settled_results(seating, play)


def device_may_see_own_result(
    access_by_session: DeviceAccess, seating: Seating | None, play: Play
) -> bool:
    """Return whether a device may see all entries of a play of its table."""
    if seating is not None and play.seating_id == seating.pk:
        return access_by_session.is_linked_at(seating) or not is_board_hidden(play.board)
    return device_may_see_other_results(access_by_session, seating, play)


class ScorecardPlays(NamedTuple):
    """Ids of plays for which the scorecard on a contestant's linked device shows more.

    For those in `with_entry` it shows what the device itself has entered. For those in `with_award`
    it shows the result and its award.
    """

    with_entry: frozenset[int]
    with_award: frozenset[int]


def plays_shown_on_scorecard(
    device: str, contestant: Contestant, plays: Collection[Play]
) -> ScorecardPlays:
    """Return for which plays a linked device may show its entry or the award on the scorecard.

    The device's entry stays visible after the round, as on a paper scorecard, unless results are
    shown after the session. The award is shown if the page of the contestant's current table may
    show it. For a team nothing is shown, because its other half may still have to play the board.
    """
    if not device or contestant.event.at_two_tables:
        return ScorecardPlays(frozenset(), frozenset())
    access_by_session = {
        session: read_device_access(device, session)
        for session in {play.board.session for play in plays}
    }
    linked_plays = [
        play for play in plays if access_by_session[play.board.session].is_linked_to(contestant.pk)
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
        if play.state in _SETTLED_STATES
        and device_may_see_other_results(access_by_session[play.board.session], seating, play)
    )
    return ScorecardPlays(frozenset(with_entry), frozenset(with_award))


def _seating_in_progress(contestant: Contestant) -> Seating | None:
    """Return the seating of a contestant in a round in progress, or None."""
    seatings = Seating.objects.filter(places__contestant=contestant, round__ended_at=None)
    started_seatings = seatings.exclude(round__started_at=None).select_related(
        "round__section__session__stage__event"
    )
    return started_seatings.prefetch_related("places").first()


def _has_unsettled_play(contestant_ids: Collection[int], play: Play) -> bool:
    """Return whether one of these contestants has no settled result on the board."""
    plays = Play.objects.filter(board=play.board_id, seating__places__contestant__in=contestant_ids)
    return plays.exclude(state__in=_SETTLED_STATES).exists()


def table_may_see_hands_again(seating: Seating, play: Play) -> bool:
    """Return whether a table may see the hands of a board it played, to prepare it again.

    The play must not keep the board sealed, and everybody at the table must have a settled result
    on the board.
    """
    return not keeps_board_sealed(play) and _have_all_settled_results(seating, play)


def _have_all_settled_results(seating: Seating | None, play: Play) -> bool:
    """Return whether everybody at a seating has a settled result on the board.

    It is False if there is no seating. A team must have settled results at both its tables, because
    one table's result would help the other. A substitute must have settled results at all tables
    where they play.
    """
    contestant_ids = (
        {seat_holder.contestant_id for seat_holder in seating.places.all()} if seating else set()
    )
    board_plays = Play.objects.filter(board=play.board)
    plays = board_plays.filter(seating__places__contestant__in=contestant_ids)
    settled_contestant_ids = plays.filter(state__in=_SETTLED_STATES).values_list(
        "seating__places__contestant", flat=True
    )
    if seating is None or not contestant_ids <= set(settled_contestant_ids):
        return False
    of_those_seated = Q(seating__places__contestant__in=contestant_ids) | Q(
        pk__in=_played_by_those_seated(seating, board_plays).values("pk")
    )
    return (
        bool(contestant_ids)
        and not board_plays.exclude(state__in=_SETTLED_STATES).filter(of_those_seated).exists()
    )


def is_board_due_at(seating: Seating | None, number: int) -> bool:
    """Return whether somebody at a seating still has to play a board, at any table."""
    if seating is None:
        return False
    contestant_ids = [seat_holder.contestant_id for seat_holder in seating.places.all()]
    due_plays = Play.objects.without_entry().filter(
        board__session=seating.round.section.session_id, board__number=number
    )
    of_those_seated = Q(seating__places__contestant__in=contestant_ids) | Q(
        pk__in=_played_by_those_seated(seating, due_plays).values("pk")
    )
    return due_plays.filter(of_those_seated).exists()


def _played_by_those_seated(seating: Seating, plays: PlayQuerySet) -> PlayQuerySet:
    """Return those of `plays` that are played by a player or substitute of the seating."""
    is_player_at_seating = Q(places__seating=seating) | Q(substitutions__place__seating=seating)
    return plays.played_by(Player.objects.filter(is_player_at_seating).values("pk"))
