"""What a table may see of results: its own, and what others made of a board once its own is
settled."""

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
    """Whether a table may see what others did on a board: all whom `seating` puts there now have it
    settled.

    A board no longer sealed may be seen by all; where nobody sits now, a sealed one by nobody.
    While the event is silent about the play nobody may.
    """
    if own_results_only_until(play):
        return False
    return not is_sealed(play.board) or _have_settled(seating, play)


def table_may_see_own_result(seating: Seating | None, play: Play) -> bool:
    """Whether a table may see its own result on a board: those `seating` puts there now may be
    others."""
    return (seating is not None and play.seating_id == seating.pk) or table_may_see_other_results(
        seating, play
    )


def device_may_see_other_results(access: DeviceAccess, seating: Seating | None, play: Play) -> bool:
    """Return whether a device may show what others made of a board.

    A sealed one only if it is bound to somebody who sits there, and everybody to whom it is bound
    has it settled, as everybody who sits there has.
    """
    if own_results_only_until(play):
        return False
    if not is_sealed(play.board):
        return True
    bound = access.is_linked_at(seating) and not _is_open_to(access.contestants, play)
    return bound and _have_settled(seating, play)


def device_may_see_own_result(access: DeviceAccess, seating: Seating | None, play: Play) -> bool:
    """Return whether a device may show all that was entered of a play at the table where it is
    used."""
    if seating is not None and play.seating_id == seating.pk:
        return access.is_linked_at(seating) or not is_board_hidden(play.board)
    return device_may_see_other_results(access, seating, play)


class ScorecardPlays(NamedTuple):
    """Plays of a contestant of which their own bound device may show something on the scorecard.

    `with_entry`: what the device itself entered; `with_award`: the result and what it gave.
    """

    with_entry: frozenset[int]
    with_award: frozenset[int]


def plays_shown_on_scorecard(
    device: str, contestant: Contestant, plays: Collection[Play]
) -> ScorecardPlays:
    """Return which of a contestant's plays a bound device may show on their scorecard, by row.

    Its own entry also after the round, as a player's own paper card would have it, unless the event
    is silent until the session ends. The award only where the page of their present table shows it
    as well. None of a team, half of which may have the board yet to play.
    """
    if not device or contestant.event.at_two_tables:
        return ScorecardPlays(frozenset(), frozenset())
    access = {
        session: read_device_access(device, session)
        for session in {each.board.session for each in plays}
    }
    bound = [play for play in plays if access[play.board.session].is_linked_to(contestant.pk)]
    seating = _present_seating(contestant) if bound else None
    with_entry = (
        play.pk
        for play in bound
        if own_results_only_until(play) != Event.ResultsShown.SESSION
        or (seating is not None and play.seating_id == seating.pk)
    )
    with_award = (
        play.pk
        for play in bound
        if play.state in _SETTLED
        and device_may_see_other_results(access[play.board.session], seating, play)
    )
    return ScorecardPlays(frozenset(with_entry), frozenset(with_award))


def _present_seating(contestant: Contestant) -> Seating | None:
    """Return where a contestant sits in the round being played."""
    seatings = Seating.objects.filter(places__contestant=contestant, round__ended_at=None)
    begun = seatings.exclude(round__started_at=None).select_related(
        "round__section__session__stage__event"
    )
    return begun.prefetch_related("places").first()


def _is_open_to(contestants: Collection[int], play: Play) -> bool:
    """Return whether one of these contestants has the board yet to play, or its result still
    open."""
    plays = Play.objects.filter(board=play.board_id, seating__places__contestant__in=contestants)
    return plays.exclude(state__in=_SETTLED).exists()


def table_may_see_hands_again(seating: Seating, play: Play) -> bool:
    """Whether a table may see the cards of a board that it has played, to make it up again for the
    next.

    Nobody who sits there has it yet to play, and its result is more than one phone's word.
    """
    return not keeps_board_sealed(play) and _have_settled(seating, play)


def _have_settled(seating: Seating | None, play: Play) -> bool:
    """Whether somebody sits here, and nobody who has the board yet to play or its result still
    open.

    Of a team nobody may have it at either of its tables: what the one made would help the other.
    Nor may a substitute who sits here have it himself, at another table.
    """
    seated = {place.contestant_id for place in seating.places.all()} if seating else set()
    of_board = Play.objects.filter(board=play.board)
    plays = of_board.filter(seating__places__contestant__in=seated)
    settled = plays.filter(state__in=_SETTLED).values_list("seating__places__contestant", flat=True)
    if seating is None or not seated <= set(settled):
        return False
    theirs = Q(seating__places__contestant__in=seated) | Q(
        pk__in=_of_people(seating, of_board).values("pk")
    )
    return bool(seated) and not of_board.exclude(state__in=_SETTLED).filter(theirs).exists()


def is_board_due_at(seating: Seating | None, number: int) -> bool:
    """Return whether somebody who sits here has a board of the session yet to play, here or
    elsewhere."""
    if seating is None:
        return False
    seated = [place.contestant_id for place in seating.places.all()]
    due = Play.objects.awaited().filter(
        board__session=seating.round.section.session_id, board__number=number
    )
    theirs = Q(seating__places__contestant__in=seated) | Q(
        pk__in=_of_people(seating, due).values("pk")
    )
    return due.filter(theirs).exists()


def _of_people(seating: Seating, plays: PlayQuerySet) -> PlayQuerySet:
    """Those of some plays that somebody plays himself who sits here, be it only from some board
    on."""
    sits = Q(places__seating=seating) | Q(substitutions__place__seating=seating)
    return plays.played_by(Player.objects.filter(sits).values("pk"))
