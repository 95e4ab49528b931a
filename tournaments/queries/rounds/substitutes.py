"""Who of a contestant sat on his seats, and for whom a substitute did: number, name and result
stay his."""

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

_FOR = _("%(player)s for %(instead)s")
_FROM = _("%(player)s for %(instead)s from board %(board)s")
_AGAIN = _("%(player)s again from board %(board)s")

_NOT_PLAYED = (Play.State.DUE, Play.State.VOID)


class SeatPeriod(NamedTuple):
    """Somebody on a place from a board on, 0 from the first, until the next stretch or the
    round's end."""

    board: int
    player: Player


class Substitute(NamedTuple):
    """A substitute on a place, or one of the contestant's own players who came to it later.

    `instead` is who is listed for that place, `board` the first he played there, 0 for all of the
    round.
    """

    place: SeatHolder
    player: Player
    instead: Player
    board: int
    is_own: bool

    @property
    def words(self) -> Text:
        """Who plays for whom, and from which board on."""
        said = {"player": self.player.name, "instead": self.instead.name, "board": self.board}
        if self.is_own:
            return Text(_AGAIN, said)
        return Text(_FROM if self.board else _FOR, said)


def substitutes_in(seatings: Iterable[Seating] | QuerySet[Seating]) -> list[Substitute]:
    """Every substitute in some seatings, by table and seat; in one query where there is none."""
    return [
        found
        for place, listed in _listed(_with_substitutes(seatings))
        for found in _on(place, listed)
    ]


def substitutes_by_seating(
    seatings: Iterable[Seating] | QuerySet[Seating],
) -> Mapping[int, Sequence[Substitute]]:
    """The same by the rows of the seatings."""
    found: dict[int, list[Substitute]] = defaultdict(list)
    for each in substitutes_in(seatings):
        found[each.place.seating_id].append(each)
    return found


def substitutes_on(came: Iterable[Substitute], board: int) -> tuple[Text, ...]:
    """Who played a board for whom, of those who came to its table."""
    sat = (
        each
        for each in came
        if not each.is_own and player_of_board(each.place, board) == each.player
    )
    for_whom = {each.place.pk: each._replace(board=0).words for each in sat}
    return tuple(for_whom.values())


def substitutes_by_contestant(event: Event) -> Mapping[int, tuple[Substitute, ...]]:
    """Return the substitutes in rounds that have started, each once, by the contestant's number."""
    seatings = Seating.objects.filter(round__section__session__stage__event=event)
    found: dict[int, dict[tuple[int, int], Substitute]] = defaultdict(dict)
    for each in substitutes_in(seatings.exclude(round__started_at=None)):
        if not each.is_own:
            of_contestant = found[each.place.contestant.number]
            of_contestant.setdefault((each.player.pk, each.instead.pk), each._replace(board=0))
    return {number: tuple(came.values()) for number, came in found.items()}


def boards_by_substitutes(contestants: Collection[int]) -> Mapping[int, int]:
    """How many boards with a result a substitute has played of some contestants, by their rows."""
    of_theirs = Seating.objects.filter(places__contestant__in=contestants)
    there = substitutes_in(of_theirs)
    played: dict[int, set[int]] = defaultdict(set)
    states = Play.objects.filter(seating__in={each.place.seating_id for each in there})
    boards = _boards(states.exclude(state__in=_NOT_PLAYED))
    for each in there:
        theirs = boards[each.place.seating_id].items()
        sat = {play for play, board in theirs if player_of_board(each.place, board) == each.player}
        played[each.place.contestant_id] |= set() if each.is_own else sat
    return {contestant: len(played[contestant]) for contestant in contestants}


def seat_periods(place: SeatHolder) -> list[SeatPeriod]:
    """Who sat on a place, by the boards of the round; nobody where the players are not known."""
    later = sorted(place.substitutions.all(), key=lambda each: each.from_board)
    first = [SeatPeriod(0, place.player)] if place.player else []
    return first + [SeatPeriod(each.from_board, each.player) for each in later]


def player_of_board(place: SeatHolder, board: int) -> Player | None:
    """Who played a board on a place; None where the players are not known."""
    sat = [stretch.player for stretch in seat_periods(place) if stretch.board <= board]
    return sat[-1] if sat else None


def current_substitutes(session: Session) -> Mapping[tuple[int, int], int]:
    """Who sits for a listed player where his contestant sits last: by contestant and player, by
    their rows.

    Nobody who is entered in the event himself: he was free for a round, and plays for himself in
    the next.
    """
    places = _with_substitutes(Seating.objects.filter(round__section__session=session))
    if not places:
        return {}
    last = _last_places({place.contestant_id for place in places}, session)
    sits = {
        (place.contestant_id, listed.pk): seat_periods(place)[-1].player.pk
        for place, listed in _listed(last)
    }
    entered = ContestantPlayer.objects.filter(
        contestant__event=session.stage.event_id, contestant__withdrawn_at=None
    )
    owns = dict(entered.filter(player__in=sits.values()).values_list("player", "contestant"))
    return {key: player for key, player in sits.items() if owns.get(player, key[0]) == key[0]}


def _with_substitutes(seatings: Iterable[Seating] | QuerySet[Seating]) -> list[SeatHolder]:
    """The places of contestants for whom a substitute sits there, be it on another of their
    places."""
    listed = ContestantPlayer.objects.filter(contestant=OuterRef("contestant"))
    unlisted = ~Exists(listed.filter(player=OuterRef("player"))) & Exists(listed)
    later = Exists(Substitution.objects.filter(place=OuterRef("pk")))
    known = SeatHolder.objects.filter(seating__in=seatings).exclude(player=None)
    strange = known.exclude(contestant__event__players_each=MIN_TEAM_SIZE).filter(unlisted | later)
    pairs = set(strange.values_list("seating", "contestant"))
    if not pairs:
        return []
    of_both = Q(
        seating__in={seating for seating, _who in pairs}, contestant__in={who for _at, who in pairs}
    )
    found = _read(SeatHolder.objects.filter(of_both))
    return [place for place in found if (place.seating_id, place.contestant_id) in pairs]


def _read(places: QuerySet[SeatHolder]) -> QuerySet[SeatHolder]:
    related = places.exclude(player=None).select_related("player", "contestant", "seating__round")
    return related.prefetch_related(
        "substitutions__player", "contestant__partners__player"
    ).order_by("seating__round__number", "seating__table__number", "seating", "seat")


def _last_places(contestants: Collection[int], session: Session) -> list[SeatHolder]:
    """Where some contestants sit in the last round that is planned or drawn for them."""
    places = _read(
        SeatHolder.objects.filter(
            contestant__in=contestants, seating__round__section__session=session
        )
    )
    last = {place.contestant_id: place.seating_id for place in places}
    return [place for place in places if last[place.contestant_id] == place.seating_id]


def _listed(places: Iterable[SeatHolder]) -> Iterator[tuple[SeatHolder, Player]]:
    """Each place with the listed player whose it is: he sat down there, or is one of those who
    did not."""
    together: dict[tuple[int, int], list[SeatHolder]] = defaultdict(list)
    for place in places:
        together[place.seating_id, place.contestant_id].append(place)
    for own in together.values():
        listed = [partner.player for partner in own[0].contestant.partners.all()]
        absent = [player for player in listed if player not in [place.player for place in own]]
        for place in own:
            whose = [place.player] if place.player in listed else absent[:1]
            absent = [player for player in absent if player not in whose]
            yield from ((place, player) for player in whose if player)


def _on(place: SeatHolder, listed: Player) -> Iterator[Substitute]:
    own = {partner.player_id for partner in place.contestant.partners.all()}
    for board, player in seat_periods(place):
        if board or player.pk not in own:
            yield Substitute(place, player, listed, board, player.pk in own)


def _boards(plays: QuerySet[Play]) -> Mapping[int, Mapping[int, int]]:
    """The plays of seatings, by their rows, with their boards."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for seating, play, board in plays.values_list("seating", "pk", "board__number"):
        found[seating][play] = board
    return found
