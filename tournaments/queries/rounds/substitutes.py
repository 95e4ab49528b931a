"""Find who sat on each seat, and which players substitute for whom.

Substitutes change neither the number nor the name or the results of the contestant.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.game import MIN_TEAM_SIZE
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import (
    ContestantPlayer,
    Event,
    Play,
    Player,
    SeatHolder,
    Seating,
    Session,
    Substitution,
)

_PLAYS_FOR = _("%(player)s for %(instead)s")
_PLAYS_FOR_FROM_BOARD = _("%(player)s for %(instead)s from board %(board)s")
_PLAYS_AGAIN = _("%(player)s again from board %(board)s")

_NOT_PLAYED = (Play.State.DUE, Play.State.VOID)


class SeatPeriod(NamedTuple):
    """A player on a seat from a board on, until the next period or the end of the round.

    `from_board` is 0 for the start of the round.
    """

    from_board: int
    player: Player


class Substitute(NamedTuple):
    """A substitute on a seat, or a player of the contestant who takes the seat during the round.

    In the second case `is_own_player` is true. `replaced_player` is the player listed for the seat.
    `from_board` is the first board that the person plays, 0 for the whole round.
    """

    place: SeatHolder
    player: Player
    replaced_player: Player
    from_board: int
    is_own_player: bool

    @property
    def text(self) -> Text:
        """A text that says who plays for whom, and from which board on."""
        params = {
            "player": self.player.name,
            "instead": self.replaced_player.name,
            "board": self.from_board,
        }
        if self.is_own_player:
            return Text(_PLAYS_AGAIN, params)
        return Text(_PLAYS_FOR_FROM_BOARD if self.from_board else _PLAYS_FOR, params)


def substitutes_in(seatings: Iterable[Seating] | QuerySet[Seating]) -> list[Substitute]:
    """Return the substitutes in some seatings, ordered by table and seat.

    Without substitutes this is a single query.
    """
    return [
        substitute
        for seat_holder, listed in _with_listed_player(_seat_holders_with_substitutes(seatings))
        for substitute in _substitutes_on_seat(seat_holder, listed)
    ]


def substitutes_by_seating(
    seatings: Iterable[Seating] | QuerySet[Seating],
) -> Mapping[int, Sequence[Substitute]]:
    """Return the substitutes in some seatings, by the id of the seating."""
    by_seating: dict[int, list[Substitute]] = defaultdict(list)
    for substitute in substitutes_in(seatings):
        by_seating[substitute.place.seating_id].append(substitute)
    return by_seating


def substitution_texts_of_board(
    substitutes: Iterable[Substitute], board_number: int
) -> tuple[Text, ...]:
    """Return texts that say who played a board for whom.

    `substitutes` are those at the table of the board.
    """
    board_substitutes = (
        substitute
        for substitute in substitutes
        if not substitute.is_own_player
        and player_of_board(substitute.place, board_number) == substitute.player
    )
    texts_by_seat = {
        substitute.place.pk: substitute._replace(from_board=0).text
        for substitute in board_substitutes
    }
    return tuple(texts_by_seat.values())


def substitutes_by_contestant(event: Event) -> Mapping[int, tuple[Substitute, ...]]:
    """Return the substitutes in started rounds, each once, by the contestant's number."""
    seatings = Seating.objects.filter(round__section__session__stage__event=event)
    by_contestant: dict[int, dict[tuple[int, int], Substitute]] = defaultdict(dict)
    for substitute in substitutes_in(seatings.exclude(round__started_at=None)):
        if not substitute.is_own_player:
            substitutes_by_players = by_contestant[substitute.place.contestant.number]
            substitutes_by_players.setdefault(
                (substitute.player.pk, substitute.replaced_player.pk),
                substitute._replace(from_board=0),
            )
    return {number: tuple(substitutes.values()) for number, substitutes in by_contestant.items()}


def substituted_board_counts(contestant_ids: Collection[int]) -> Mapping[int, int]:
    """Count the boards with a result that substitutes played, by the id of the contestant."""
    seatings = Seating.objects.filter(places__contestant__in=contestant_ids)
    substitutes = substitutes_in(seatings)
    played_ids: dict[int, set[int]] = defaultdict(set)
    plays = Play.objects.filter(
        seating__in={substitute.place.seating_id for substitute in substitutes}
    )
    boards = _boards_by_seating(plays.exclude(state__in=_NOT_PLAYED))
    for substitute in substitutes:
        plays_of_seating = boards[substitute.place.seating_id].items()
        substituted_play_ids = {
            play_id
            for play_id, board in plays_of_seating
            if player_of_board(substitute.place, board) == substitute.player
        }
        if not substitute.is_own_player:
            played_ids[substitute.place.contestant_id] |= substituted_play_ids
    return {contestant_id: len(played_ids[contestant_id]) for contestant_id in contestant_ids}


def seat_periods(seat_holder: SeatHolder) -> list[SeatPeriod]:
    """Return the players on a seat in order; empty if the players are not known."""
    substitutions = sorted(
        seat_holder.substitutions.all(), key=lambda substitution: substitution.from_board
    )
    first = [SeatPeriod(0, seat_holder.player)] if seat_holder.player else []
    return first + [
        SeatPeriod(substitution.from_board, substitution.player) for substitution in substitutions
    ]


def player_of_board(seat_holder: SeatHolder, board_number: int) -> Player | None:
    """Return who played a board on this seat; None if the players are not known."""
    players = [
        period.player for period in seat_periods(seat_holder) if period.from_board <= board_number
    ]
    return players[-1] if players else None


def current_substitutes(session: Session) -> Mapping[tuple[int, int], int]:
    """Return the substitutes in each contestant's last seating.

    The key is (contestant, listed player), all as ids. A substitute who is entered in the event
    with another contestant is left out: they helped for one round and play for themselves in the
    next.
    """
    seat_holders = _seat_holders_with_substitutes(
        Seating.objects.filter(round__section__session=session)
    )
    if not seat_holders:
        return {}
    last = _last_seat_holders({seat_holder.contestant_id for seat_holder in seat_holders}, session)
    last_players = {
        (seat_holder.contestant_id, listed.pk): seat_periods(seat_holder)[-1].player.pk
        for seat_holder, listed in _with_listed_player(last)
    }
    entered = ContestantPlayer.objects.filter(
        contestant__event=session.stage.event_id, contestant__withdrawn_at=None
    )
    contestant_of_player = dict(
        entered.filter(player__in=last_players.values()).values_list("player", "contestant")
    )
    return {
        key: player
        for key, player in last_players.items()
        if contestant_of_player.get(player, key[0]) == key[0]
    }


def _seat_holders_with_substitutes(
    seatings: Iterable[Seating] | QuerySet[Seating],
) -> list[SeatHolder]:
    """Return all seat holders of those contestants who have a substitute in their seating."""
    listed_partners = ContestantPlayer.objects.filter(contestant=OuterRef("contestant"))
    unlisted = ~Exists(listed_partners.filter(player=OuterRef("player"))) & Exists(listed_partners)
    has_substitution = Exists(Substitution.objects.filter(place=OuterRef("pk")))
    with_player = SeatHolder.objects.filter(seating__in=seatings).exclude(player=None)
    candidates = with_player.exclude(contestant__event__players_each=MIN_TEAM_SIZE).filter(
        unlisted | has_substitution
    )
    seating_and_contestant_ids = set(candidates.values_list("seating", "contestant"))
    if not seating_and_contestant_ids:
        return []
    # Both conditions together also match a seating of one pair with the contestant of another.
    may_match = Q(
        seating__in={seating_id for seating_id, _contestant_id in seating_and_contestant_ids},
        contestant__in={contestant_id for _seating_id, contestant_id in seating_and_contestant_ids},
    )
    seat_holders = _with_players(SeatHolder.objects.filter(may_match))
    return [
        seat_holder
        for seat_holder in seat_holders
        if (seat_holder.seating_id, seat_holder.contestant_id) in seating_and_contestant_ids
    ]


def _with_players(seat_holders: QuerySet[SeatHolder]) -> QuerySet[SeatHolder]:
    """Load players and substitutions of seats with a player, ordered by round, table and seat."""
    related = seat_holders.exclude(player=None).select_related(
        "player", "contestant", "seating__round"
    )
    return related.prefetch_related(
        "substitutions__player", "contestant__partners__player"
    ).order_by("seating__round__number", "seating__table__number", "seating", "seat")


def _last_seat_holders(contestant_ids: Collection[int], session: Session) -> list[SeatHolder]:
    """Return the seat holders of some contestants in their last planned or drawn round."""
    seat_holders = _with_players(
        SeatHolder.objects.filter(
            contestant__in=contestant_ids, seating__round__section__session=session
        )
    )
    last = {seat_holder.contestant_id: seat_holder.seating_id for seat_holder in seat_holders}
    return [
        seat_holder
        for seat_holder in seat_holders
        if last[seat_holder.contestant_id] == seat_holder.seating_id
    ]


def _with_listed_player(seat_holders: Iterable[SeatHolder]) -> Iterator[tuple[SeatHolder, Player]]:
    """Yield each seat with its listed player.

    This is the player who sat there if they are listed, otherwise a listed player who was absent.
    """
    seat_holders_by_contestant: dict[tuple[int, int], list[SeatHolder]] = defaultdict(list)
    for seat_holder in seat_holders:
        seat_holders_by_contestant[seat_holder.seating_id, seat_holder.contestant_id].append(
            seat_holder
        )
    for own_seat_holders in seat_holders_by_contestant.values():
        listed = [partner.player for partner in own_seat_holders[0].contestant.partners.all()]
        absent = [
            player
            for player in listed
            if player not in [seat_holder.player for seat_holder in own_seat_holders]
        ]
        for seat_holder in own_seat_holders:
            listed_here = [seat_holder.player] if seat_holder.player in listed else absent[:1]
            absent = [player for player in absent if player not in listed_here]
            yield from ((seat_holder, player) for player in listed_here if player)


def _substitutes_on_seat(seat_holder: SeatHolder, listed: Player) -> Iterator[Substitute]:
    """Yield everybody on a seat except an own player who sits there from the first board on."""
    own_players = {partner.player_id for partner in seat_holder.contestant.partners.all()}
    for board, player in seat_periods(seat_holder):
        if board or player.pk not in own_players:
            yield Substitute(seat_holder, player, listed, board, player.pk in own_players)


def _boards_by_seating(plays: QuerySet[Play]) -> Mapping[int, Mapping[int, int]]:
    """Return the board number of each play, by seating."""
    by_seating: dict[int, dict[int, int]] = defaultdict(dict)
    for seating, play, board in plays.values_list("seating", "pk", "board__number"):
        by_seating[seating][play] = board
    return by_seating
