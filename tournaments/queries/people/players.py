"""The club's people: who has played here, with whom, and who is meant while a name is being
typed."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice
from operator import or_

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.game import MIN_TEAM_SIZE
from games.typed_text import comparison_key
from tournaments.models import Club, Contestant, ContestantPlayer, Player, SeatHolder, Substitution
from tournaments.queries.people.names import (
    MAX_TEAM_PLAYERS,
    PAIR_SEPARATOR,
    format_contestant,
    name_sort_key,
    split_names,
)

_OFFERED = 6
_FEWEST_LETTERS = 2


@dataclass(frozen=True)
class PlayerSummary:
    """A player as the club knows him: in how many events, and his partners, the most frequent
    first."""

    player: Player
    events: int
    partners: tuple[str, ...]


def club_players(club: Club) -> QuerySet[Player]:
    """The players of a club, but for those who are known by rehearsals alone."""
    rehearsed = _playing_in(
        Contestant.objects.filter(event__club=club).exclude(event__rehearsal=None)
    )
    if not rehearsed:
        return club.players.all()
    elsewhere = _playing_in(Contestant.objects.filter(event__club=club, event__rehearsal=None))
    return club.players.exclude(pk__in=rehearsed - elsewhere)


def club_player_names(club: Club) -> list[str]:
    """The name of everybody whom the club knows, each once, in order."""
    return sorted(_names(club), key=name_sort_key)


def _names(club: Club) -> QuerySet[Player, str]:
    return club_players(club).values_list("name", flat=True).distinct()


def _playing_in(contestants: QuerySet[Contestant]) -> set[int]:
    """By row whoever is a player of a contestant, sat for one or came as a substitute."""
    known = (
        ContestantPlayer.objects.filter(contestant__in=contestants).values("player"),
        SeatHolder.objects.filter(contestant__in=contestants, player__isnull=False).values(
            "player"
        ),
        Substitution.objects.filter(place__contestant__in=contestants).values("player"),
    )
    found = Player.objects.filter(reduce(or_, (Q(pk__in=each) for each in known)))
    return set(found.values_list("pk", flat=True))


def player_summaries(club: Club) -> list[PlayerSummary]:
    """Everybody who has played in the club, by name."""
    events = _events_played(club)
    partners: dict[int, Counter[str]] = defaultdict(Counter)
    for pair in _partnerships(club):
        for player in pair:
            partners[player.pk].update(other.name for other in pair if other != player)
    return [
        PlayerSummary(player, len(events[player.pk]), _most_frequent(partners[player.pk]))
        for player in sorted(
            club_players(club).select_related("user"),
            key=lambda player: (name_sort_key(player.name), player.pk),
        )
    ]


def possible_duplicates(players: Iterable[Player]) -> list[tuple[Player, Player]]:
    """Players who may be one person: their names differ in accents, capitals, marks or the order
    of words."""
    by_words: dict[tuple[str, ...], list[Player]] = defaultdict(list)
    for player in players:
        by_words[tuple(sorted(re.findall(r"\w+", comparison_key(player.name))))].append(player)
    return [(same[0], other) for same in by_words.values() for other in same[1:]]


def _events_played(club: Club) -> Mapping[int, set[int]]:
    """By player the events in which they played: for a contestant of their own, or as a
    substitute."""
    contestants = Contestant.objects.filter(
        event__club=club, event__rehearsal=None, event__archived_at=None
    ).values("pk")
    played = (
        ContestantPlayer.objects.filter(contestant__in=contestants).values_list(
            "player", "contestant__event"
        ),
        SeatHolder.objects.filter(contestant__in=contestants, player__isnull=False).values_list(
            "player", "contestant__event"
        ),
        Substitution.objects.filter(place__contestant__in=contestants).values_list(
            "player", "place__contestant__event"
        ),
    )
    events: dict[int, set[int]] = defaultdict(set)
    for player, event in chain.from_iterable(rows.order_by().distinct() for rows in played):
        events[player].add(event)
    return events


def _most_frequent(names: Counter[str]) -> tuple[str, ...]:
    return tuple(name for name, _times in names.most_common())


def contestants_played_for(player: Player) -> list[Contestant]:
    """Every contestant for whom somebody has played, but for archived events; the newest event
    first.

    `substituted`: whether he was none of its players, but sat for one of them.
    """
    sat = Q(places__player=player) | Q(places__substitutions__player=player)
    shown = Contestant.objects.filter(event__archived_at=None)
    played = shown.filter(Q(partners__player=player) | sat).distinct()
    own = ContestantPlayer.objects.filter(contestant=OuterRef("pk"), player=player)
    played = played.annotate(substituted=~Exists(own))
    return list(played.select_related("event__club").order_by("-event__created_at", "-pk"))


def suggested_lines(club: Club, typed: str, players_each: int) -> list[str]:
    """What the last line of a typed list of contestants may become.

    In a list of pairs it is partnerships of the club, then single names, each with the dash after
    which the partner is typed; in a list of single players whole names; in one of teams, behind a
    team's name, players. Nobody named on an earlier line is offered.
    """
    *earlier, line = typed.replace("\r", "").split("\n")
    *before, begun = split_names(line, players_each) or [""]
    most = MAX_TEAM_PLAYERS if players_each == MIN_TEAM_SIZE else players_each - 1
    if len(before) > most or len(begun) < _FEWEST_LETTERS:
        return []
    taken = {comparison_key(name) for each in earlier for name in split_names(each, players_each)}
    whole = set(map(comparison_key, split_names(line, players_each)))
    found = _found(club, before, comparison_key(begun), players_each)
    if before:  # "Coll i Ro" may be one name with an i in it, and still being typed
        found = chain(_found(club, [], comparison_key(" ".join(line.split())), players_each), found)
    people = {each: _people(each, players_each) for each in dict.fromkeys(found)}
    offered = (each for each, names in people.items() if not taken & names and names != whole)
    return list(islice(offered, _OFFERED))


def _found(club: Club, before: Sequence[str], begun: str, players_each: int) -> Iterator[str]:
    """Everything that may be meant by what was begun after the names `before` on its line."""
    if players_each == 1:
        return _single(club, begun)
    if players_each == MIN_TEAM_SIZE:
        return _next_of_team(club, before, begun)
    return _second(club, before[0], begun) if before else _either(club, begun)


def _single(club: Club, begun: str) -> Iterator[str]:
    """Everybody who may be meant."""
    yield from sorted((name for name in _names(club) if _begins(name, begun)), key=name_sort_key)


def _next_of_team(club: Club, before: Sequence[str], begun: str) -> Iterator[str]:
    """A team with everybody who may be its next player; nothing while its own name is typed."""
    there = {comparison_key(name) for name in before}
    for name in _single(club, begun) if before else ():
        if comparison_key(name) not in there:
            yield format_contestant([*before, name], MIN_TEAM_SIZE)


def _either(club: Club, begun: str) -> Iterator[str]:
    """Pairs of whom one is meant, then everybody who may be."""
    for pair in _partnerships(club):
        if len(pair) == 2 and any(_begins(player.name, begun) for player in pair):
            yield PAIR_SEPARATOR.join(player.name for player in pair)
    yield from (name + PAIR_SEPARATOR for name in _single(club, begun))


def _second(club: Club, first: str, begun: str) -> Iterator[str]:
    """The first with each partner he has had who may be meant, then with everybody who may be."""
    others = _single(club, begun)
    partners = [
        player.name
        for pair in _partnerships(club)
        if comparison_key(first) in {comparison_key(player.name) for player in pair}
        for player in pair
    ]
    for other in (*partners, *others):
        if comparison_key(other) != comparison_key(first) and _begins(other, begun):
            yield first + PAIR_SEPARATOR + other


def _partnerships(club: Club) -> Iterable[Collection[Player]]:
    """The players of every contestant the club has had, the newest first."""
    partners = Prefetch("partners", ContestantPlayer.objects.select_related("player"))
    contestants = Contestant.objects.filter(
        event__club=club, event__rehearsal=None
    ).prefetch_related(partners)
    for contestant in contestants.order_by("-pk"):
        yield [partner.player for partner in contestant.partners.all()]


def _people(line: str, players_each: int) -> set[str]:
    return {comparison_key(name) for name in split_names(line, players_each) if name}


def matches_search(number: int, names: str, who: str) -> bool:
    """Whether a contestant is looked for: by his number, or by the beginning of a name; never by
    a blank."""
    return str(number) == who if who.isdecimal() else bool(who) and _is_called(names, who)


def _is_called(names: str, begun: str) -> bool:
    """Whether what was begun begins one of the names of a contestant, or a word of one; accents
    or not."""
    return any(_begins(name, comparison_key(begun)) for name in names.split(PAIR_SEPARATOR))


def _begins(name: str, begun: str) -> bool:
    """Whether what was begun begins the name or one of its words."""
    whole = comparison_key(name)
    return whole.startswith(begun) or any(word.startswith(begun) for word in whole.split())
