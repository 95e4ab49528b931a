"""List the players of a club with events and partners, and complete typed names."""

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

_MAX_SUGGESTIONS = 6
_MIN_TYPED_LETTERS = 2


@dataclass(frozen=True)
class PlayerSummary:
    """A player with the number of events, and the partners, the most frequent first."""

    player: Player
    events: int
    partners: tuple[str, ...]


def club_players(club: Club) -> QuerySet[Player]:
    """Return the players of a club, without those who only occur in rehearsals."""
    in_rehearsals = _player_ids_in(
        Contestant.objects.filter(event__club=club).exclude(event__rehearsal=None)
    )
    if not in_rehearsals:
        return club.players.all()
    in_events = _player_ids_in(Contestant.objects.filter(event__club=club, event__rehearsal=None))
    return club.players.exclude(pk__in=in_rehearsals - in_events)


def club_player_names(club: Club) -> list[str]:
    """Return the distinct names of all players of the club, sorted."""
    return sorted(_player_names(club), key=name_sort_key)


def _player_names(club: Club) -> QuerySet[Player, str]:
    return club_players(club).values_list("name", flat=True).distinct()


def _player_ids_in(contestants: QuerySet[Contestant]) -> set[int]:
    """Return the ids of players who belong to a contestant, sat for one, or were substitutes."""
    querysets = (
        ContestantPlayer.objects.filter(contestant__in=contestants).values("player"),
        SeatHolder.objects.filter(contestant__in=contestants, player__isnull=False).values(
            "player"
        ),
        Substitution.objects.filter(place__contestant__in=contestants).values("player"),
    )
    players = Player.objects.filter(reduce(or_, (Q(pk__in=queryset) for queryset in querysets)))
    return set(players.values_list("pk", flat=True))


def player_summaries(club: Club) -> list[PlayerSummary]:
    """Return all players of the club with their events and partners, sorted by name."""
    events = _events_played(club)
    partners: dict[int, Counter[str]] = defaultdict(Counter)
    for pair in _partnerships(club):
        for player in pair:
            partners[player.pk].update(other.name for other in pair if other != player)
    return [
        PlayerSummary(player, len(events[player.pk]), _by_frequency(partners[player.pk]))
        for player in sorted(
            club_players(club).select_related("user"),
            key=lambda player: (name_sort_key(player.name), player.pk),
        )
    ]


def possible_duplicates(players: Iterable[Player]) -> list[tuple[Player, Player]]:
    """Return pairs of players whose names differ in accents, case, marks or word order."""
    by_words: dict[tuple[str, ...], list[Player]] = defaultdict(list)
    for player in players:
        by_words[tuple(sorted(re.findall(r"\w+", comparison_key(player.name))))].append(player)
    return [(players[0], other) for players in by_words.values() for other in players[1:]]


def _events_played(club: Club) -> Mapping[int, set[int]]:
    """Return the events in which each player played, for a contestant or as a substitute."""
    contestants = Contestant.objects.filter(
        event__club=club, event__rehearsal=None, event__archived_at=None
    ).values("pk")
    querysets = (
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
    for player, event in chain.from_iterable(rows.order_by().distinct() for rows in querysets):
        events[player].add(event)
    return events


def _by_frequency(names: Counter[str]) -> tuple[str, ...]:
    return tuple(name for name, _times in names.most_common())


def contestants_played_for(player: Player) -> list[Contestant]:
    """Return every contestant for whom the player has played, the newest event first.

    Archived events are excluded. Each is annotated with `substituted`: whether the player sat for
    it without being one of its players.
    """
    has_sat = Q(places__player=player) | Q(places__substitutions__player=player)
    contestants = Contestant.objects.filter(event__archived_at=None)
    contestants = contestants.filter(Q(partners__player=player) | has_sat).distinct()
    as_partner = ContestantPlayer.objects.filter(contestant=OuterRef("pk"), player=player)
    contestants = contestants.annotate(substituted=~Exists(as_partner))
    contestants = contestants.select_related("event__club")
    contestants = contestants.prefetch_related("event__stages__sessions")
    return list(contestants.order_by("-event__created_at", "-pk"))


def suggested_lines(club: Club, typed_line: str, players_each: int) -> list[str]:
    """Return suggestions for the last line of a list of contestants that is being typed.

    For pairs, suggestions are partnerships of the club, then single names followed by a dash. For
    single players they are whole names. For teams they are players, once the team's name has been
    typed. Names on earlier lines are not suggested.
    """
    *earlier, line = typed_line.replace("\r", "").split("\n")
    *completed, typed_part = split_names(line, players_each) or [""]
    max_names = MAX_TEAM_PLAYERS if players_each == MIN_TEAM_SIZE else players_each - 1
    if len(completed) > max_names or len(typed_part) < _MIN_TYPED_LETTERS:
        return []
    taken = {comparison_key(name) for line in earlier for name in split_names(line, players_each)}
    current_keys = set(map(comparison_key, split_names(line, players_each)))
    candidates = _candidates(club, completed, comparison_key(typed_part), players_each)
    if completed:  # "Coll i Ro" may be the beginning of one name that contains an i
        candidates = chain(
            _candidates(club, [], comparison_key(" ".join(line.split())), players_each), candidates
        )
    keys_by_line = {line: _name_keys(line, players_each) for line in dict.fromkeys(candidates)}
    suggestions = (
        line for line, names in keys_by_line.items() if not taken & names and names != current_keys
    )
    return list(islice(suggestions, _MAX_SUGGESTIONS))


def _candidates(
    club: Club, completed: Sequence[str], typed_part: str, players_each: int
) -> Iterator[str]:
    """Yield everything that the typed part may become after the completed names of its line."""
    if players_each == 1:
        return _matching_names(club, typed_part)
    if players_each == MIN_TEAM_SIZE:
        return _team_candidates(club, completed, typed_part)
    return (
        _partner_candidates(club, completed[0], typed_part)
        if completed
        else _pair_candidates(club, typed_part)
    )


def _matching_names(club: Club, typed_part: str) -> Iterator[str]:
    """Yield the matching names of the club, sorted."""
    yield from sorted(
        (name for name in _player_names(club) if _starts_word(name, typed_part)), key=name_sort_key
    )


def _team_candidates(club: Club, completed: Sequence[str], typed_part: str) -> Iterator[str]:
    """Yield the team with each possible next player; nothing while its own name is typed."""
    team_keys = {comparison_key(name) for name in completed}
    for name in _matching_names(club, typed_part) if completed else ():
        if comparison_key(name) not in team_keys:
            yield format_contestant([*completed, name], MIN_TEAM_SIZE)


def _pair_candidates(club: Club, typed_part: str) -> Iterator[str]:
    """Yield pairs with a matching player, then each matching name with a dash."""
    for pair in _partnerships(club):
        if len(pair) == 2 and any(_starts_word(player.name, typed_part) for player in pair):
            yield PAIR_SEPARATOR.join(player.name for player in pair)
    yield from (name + PAIR_SEPARATOR for name in _matching_names(club, typed_part))


def _partner_candidates(club: Club, first_name: str, typed_part: str) -> Iterator[str]:
    """Yield the first player with each matching partner they have had, then with other names."""
    others = _matching_names(club, typed_part)
    partners = [
        player.name
        for pair in _partnerships(club)
        if comparison_key(first_name) in {comparison_key(player.name) for player in pair}
        for player in pair
    ]
    for other in (*partners, *others):
        if comparison_key(other) != comparison_key(first_name) and _starts_word(other, typed_part):
            yield first_name + PAIR_SEPARATOR + other


def _partnerships(club: Club) -> Iterable[Collection[Player]]:
    """Yield the players of every contestant of the club, the newest first."""
    partners = Prefetch("partners", ContestantPlayer.objects.select_related("player"))
    contestants = Contestant.objects.filter(
        event__club=club, event__rehearsal=None
    ).prefetch_related(partners)
    for contestant in contestants.order_by("-pk"):
        yield [partner.player for partner in contestant.partners.all()]


def _name_keys(line: str, players_each: int) -> set[str]:
    return {comparison_key(name) for name in split_names(line, players_each) if name}


def matches_search(contestant_number: int, names: str, search: str) -> bool:
    """Return whether a contestant matches a search by number, or by the start of a name.

    A blank search matches nobody.
    """
    return (
        str(contestant_number) == search
        if search.isdecimal()
        else bool(search) and _matches_name(names, search)
    )


def _matches_name(names: str, search: str) -> bool:
    """Return whether the search starts a name of the contestant, or a word of one."""
    return any(_starts_word(name, comparison_key(search)) for name in names.split(PAIR_SEPARATOR))


def _starts_word(name: str, start: str) -> bool:
    """Return whether the name or one of its words starts with `start`."""
    key = comparison_key(name)
    return key.startswith(start) or any(word.startswith(start) for word in key.split())
